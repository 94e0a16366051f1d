import type { StateValue } from '../../../src/inspect/protocol.ts';

/** A state value as short words: `running.work.executing gate.open`; of single branches only the end. */
export function stateWords(value: StateValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([key, inner]) => {
      const rest = stateWords(inner);
      return rest === '' ? key : rest.includes(' ') ? `${key}(${rest})` : `${key}.${rest}`;
    })
    .join(' ');
}

/** The innermost states of a value. */
export function leafWords(value: StateValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([key, inner]) => leafWords(inner) || key)
    .join(' ');
}

/** How long, in the unit that reads best. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  if (ms >= 3_600_000) return `${Math.floor(ms / 3_600_000)} h ${Math.floor((ms % 3_600_000) / 60_000)} min`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Minutes, seconds and thousandths of a moment. */
export const clock = (at: string) => at.slice(14, 23);

export const count = (value: number) => value.toLocaleString('en-US');

export const dollars = (value: number) =>
  value === 0 ? '$0' : value < 0.01 ? `$${value.toFixed(5)}` : `$${value.toFixed(3)}`;

/** The last part of an actor's path. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** `4.2 s`; from a minute on `1:26`. */
export function seconds(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : minutes(ms);
}

/** `1:26`; from an hour on `2:01:26`. */
export function minutes(ms: number): string {
  const whole = Math.round(ms / 1000);
  const [hours, rest] = [Math.floor(whole / 3600), whole % 3600];
  const [min, sec] = [String(Math.floor(rest / 60)), String(rest % 60).padStart(2, '0')];
  return hours > 0 ? `${hours}:${min.padStart(2, '0')}:${sec}` : `${min}:${sec}`;
}
