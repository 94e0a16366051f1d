import type { RunResult } from '../log/run-result.ts';
import type { Run, RunEvent } from './run/run.ts';

/** Starts a run with the first `next()` and yields what happens in it, until it rests. Leaving the loop early cancels the run. */
export async function* streamRun(start: () => { run: Run; unfollow: () => void }): AsyncGenerator<RunEvent, RunResult> {
  const { run, unfollow } = start();
  const events: RunEvent[] = [];
  let wake = () => {};
  let settled: PromiseSettledResult<RunResult> | undefined;
  let hasBegun = false;
  run.subscribe((event) => {
    hasBegun = true;
    events.push(event);
    wake();
  });
  Promise.allSettled([run.settled()]).then(([outcome]) => {
    settled = outcome;
    // A request that is refused has come to its end before anybody can listen.
    if (!hasBegun) events.push(...run.log);
    wake();
  });
  try {
    while (true) {
      const next = events.shift();
      if (next) yield next;
      else if (settled) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  } finally {
    if (settled) run.actor.stop();
    else run.cancel('nobody reads it any more'); // it ends by itself, when its log can take that
    unfollow();
  }
}
