import type { Milestone } from '../../log/milestone.ts';
import type { RunLog } from '../../log/run-log.ts';
import { milestoneReader } from '../../log/to-milestones.ts';
import type { DurableMark } from './durable-mark.ts';

/**
 * The milestones of a run from its first on, as far as they are durable, then each as it becomes so. Nothing is kept for a slow reader but its
 * place in the log, and leaving early leaves the run alone.
 */
export function iterateMilestones(log: RunLog, mark: DurableMark): AsyncIterableIterator<Milestone> {
  const read = milestoneReader(log.run);
  const ready: Milestone[] = [];
  const left = Promise.withResolvers<void>();
  let place = 0;
  let isOver = false;
  const step = async (): Promise<IteratorResult<Milestone, undefined>> => {
    while (!isOver) {
      const milestone = ready.shift();
      // A copy: what the reader changes in it is not changed in the log.
      if (milestone) return { done: false, value: structuredClone(milestone) };
      const next = place < mark.seq ? log.entries[place++] : undefined;
      if (next) {
        ready.push(...read(next));
      } else if (mark.end) {
        isOver = true;
        if ('error' in mark.end) throw mark.end.error;
      } else {
        await Promise.race([mark.until(place + 1), left.promise]);
      }
    }
    return { done: true, value: undefined };
  };
  // One after the other, also when several are asked for at once.
  let last: Promise<unknown> = Promise.resolve();
  return {
    next() {
      const result = last.then(step);
      last = result.catch(() => {});
      return result;
    },
    async return() {
      isOver = true;
      left.resolve();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
