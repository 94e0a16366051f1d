import { type Signal, signal } from '@preact/signals';

/** A size of the layout in pixels that is remembered. */
export function rememberedSize(name: string, usual: number): Signal<number> {
  const stored = Number(localStorage.getItem(`troupe.size.${name}`));
  const size = signal(stored > 0 ? stored : usual);
  size.subscribe((value) => localStorage.setItem(`troupe.size.${name}`, String(value)));
  return size;
}
