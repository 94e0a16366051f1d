/** What part of the run is shown, and how wide it is drawn. */
export interface TimeScale {
  /** The first moment that is shown, in milliseconds since the beginning of the run. */
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

export const xOf = ({ from, to, width }: TimeScale, ms: number) => ((ms - from) / (to - from)) * width;
export const timeAt = ({ from, to, width }: TimeScale, x: number) => from + (x / width) * (to - from);

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400].map(
    (seconds) => seconds * 1000,
  ),
);

/** The distance between two ticks, so that they stand at least so many pixels apart. */
export function tickStep({ from, to, width }: TimeScale, apart = 60): number {
  const least = ((to - from) / Math.max(1, width)) * apart;
  return steps.find((step) => step >= least) ?? Math.ceil(least / 86_400_000) * 86_400_000;
}

/** The moments that the axis names. */
export function ticksOf(scale: TimeScale, apart?: number): number[] {
  const step = tickStep(scale, apart);
  const first = Math.ceil(scale.from / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((scale.to - first) / step) + 1) },
    (_, place) => first + place * step,
  );
}

const two = (value: number) => String(value).padStart(2, '0');

/** A moment of the run: `1:26`, with as many digits after the second as the distance between ticks needs. */
export function timeText(ms: number, step = 1000): string {
  const digits = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
  const whole = Math.round(ms / 10 ** (3 - digits));
  const seconds = Math.floor(whole / 10 ** digits);
  const rest = digits === 0 ? '' : `.${String(whole % 10 ** digits).padStart(digits, '0')}`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${rest}`;
}

/** What is left free beside the run, in pixels; with little room the rows say at the right how long they took. */
const before = 18;
const afterIn = (width: number) => (width < 640 ? 48 : 26);

/** All of the run, and a little more, so that its beginning and its end can be seen. */
export function fitTo(runMs: number, width: number): Pick<TimeScale, 'from' | 'to'> {
  const after = afterIn(width);
  const perPixel = Math.max(runMs, 10) / Math.max(1, width - before - after);
  return { from: -before * perPixel, to: Math.max(runMs, 10) + after * perPixel };
}

/** The same moment stays at the same place; nothing outside of the run is shown. */
export function zoomed(
  scale: TimeScale,
  factor: number,
  x: number,
  runMs: number,
): Pick<TimeScale, 'from' | 'to'> | undefined {
  const whole = fitTo(runMs, scale.width);
  const length = Math.max(5, (scale.to - scale.from) / factor);
  if (length >= whole.to - whole.from) return undefined;
  return within(timeAt(scale, x) - (x / scale.width) * length, length, whole);
}

/** Another part of the run, so many pixels further. */
export function panned(scale: TimeScale, pixels: number, runMs: number): Pick<TimeScale, 'from' | 'to'> {
  const length = scale.to - scale.from;
  return within(scale.from + (pixels / scale.width) * length, length, fitTo(runMs, scale.width));
}

function within(from: number, length: number, whole: Pick<TimeScale, 'from' | 'to'>): Pick<TimeScale, 'from' | 'to'> {
  const first = Math.min(Math.max(whole.from, from), whole.to - length);
  return { from: first, to: first + length };
}
