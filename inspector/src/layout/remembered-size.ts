import { signal } from '@preact/signals';
import { remember, remembered } from '../state/remembered.ts';

/** A size of the layout in pixels. */
export interface Size {
  value: number;
}

/** A size that is remembered once a person has changed it; until then it is the usual one. */
export function rememberedSize(name: string, usual: () => number): Size {
  const key = `size.${name}`;
  const stored = Number(remembered(key));
  const chosen = signal(stored > 0 ? stored : undefined);
  return {
    get value() {
      return chosen.value ?? usual();
    },
    set value(size) {
      chosen.value = size;
      remember(key, String(size));
    },
  };
}
