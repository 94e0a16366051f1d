import type { Size } from './remembered-size.ts';

interface Props {
  readonly label: string;
  readonly size: Size;
  readonly axis: 'x' | 'y';
  /** 1 when the part before the divider has the size, -1 when that after it. */
  readonly side: 1 | -1;
  readonly min: number;
  readonly max: () => number;
}

/** A bar between two parts that is dragged, or moved with the arrow keys. */
export function Divider({ label, size, axis, side, min, max }: Props) {
  const set = (value: number) => {
    size.value = Math.round(Math.min(Math.max(min, value), max()));
  };
  const drag = (event: PointerEvent) => {
    const bar = event.currentTarget as HTMLElement; // the bar itself
    const start = axis === 'x' ? event.clientX : event.clientY;
    const before = size.value;
    bar.setPointerCapture(event.pointerId);
    bar.onpointermove = (move) => set(before + side * ((axis === 'x' ? move.clientX : move.clientY) - start));
    bar.onpointerup = () => {
      bar.onpointermove = null;
    };
  };
  const key = (event: KeyboardEvent) => {
    const [less, more] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const step = event.key === more ? 16 : event.key === less ? -16 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    set(size.value + side * step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      class={`divider ${axis}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuenow={size.value}
      aria-valuemin={min}
      aria-valuemax={max()}
      onPointerDown={drag}
      onKeyDown={key}
    />
  );
}
