import type { Performer } from './performer.ts';

/** Waits until a point in time. */
export const wait: Performer<'wait'> = ({ until }, { cast: { clock }, signal }) =>
  new Promise((resolve, reject) => {
    let takeBack = () => {};
    // A timer may fire a moment too early by the clock.
    const look = () => {
      const left = until - clock.now();
      if (left <= 0) resolve({ output: {} });
      else takeBack = clock.after(left, look);
    };
    look();
    signal.addEventListener('abort', () => {
      takeBack();
      reject(signal.reason);
    });
  });
