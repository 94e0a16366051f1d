import { signal } from '@preact/signals';

/** What time it is, by the second, for what is counted while one looks. */
export const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 1000);
