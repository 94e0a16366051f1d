import { RunLog } from '../../log/run-log.ts';
import type { RunResult } from '../../log/run-result.ts';
import { messagesOf } from '../../log/views.ts';
import type { Run } from '../../orchestrator/run/run.ts';
import { liveDisplay, plainDisplay } from '../terminal/display.ts';
import type { FollowedRun } from './followed-run.ts';

/** A run of the host, for a terminal. */
export const hostRun = (run: Run): FollowedRun<RunResult> => ({
  id: run.id,
  get log() {
    return run.log;
  },
  get isPaused() {
    return run.isPaused;
  },
  get waiting() {
    return run.waiting;
  },
  messages: () => messagesOf(new RunLog(run.id, run.log)),
  settled: () => run.settled(),
  subscribe: (entry, words) =>
    run.subscribe((event) => {
      if (event.type !== 'delta') entry(event);
      else if (event.actor === 'host') words?.(event);
    }),
  display: (terminal, { isLive, ...options }) =>
    isLive ? liveDisplay(terminal, options) : plainDisplay(terminal, options),
  pause: () => run.pause(),
  resume: () => run.resume(),
  cancel: (reason) => run.cancel(reason),
  answer: (value, id) => (id === undefined ? run.answer(String(value)) : run.answer(id, value)),
  approve: (id, approval = {}) => run.approve(id, approval),
  refuse: (id, reason) => run.refuse(id, reason),
  revise: (remark) => run.revise(remark),
  steer: (text) => run.steer(text),
  leave: () => void run.actor.stop(),
});
