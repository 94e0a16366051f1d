import type { Performer } from './performer.ts';

/** Waits until a point in time. */
export const wait: Performer<{ until: number }> = ({ until }, { cast: { clock }, signal }) =>
  new Promise((resolve, reject) => {
    const takeBack = clock.after(Math.max(0, until - clock.now()), () => resolve({ output: {} }));
    signal.addEventListener('abort', () => {
      takeBack();
      reject(signal.reason);
    });
  });
