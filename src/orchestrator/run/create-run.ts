import type { Watch } from '../../actors/watcher.ts';
import { TroupeError } from '../../errors.ts';
import { waitingIn } from '../../log/asks.ts';
import type { Entry } from '../../log/entry.ts';
import { metadataOf } from '../../log/own/metadata-of.ts';
import { type Checkpoint, toCheckpoint } from '../../log/state/to-checkpoint.ts';
import { isPausedAt } from '../../log/to-run-result.ts';
import { answerCommands } from './answer-commands.ts';
import { iterateMilestones } from './iterate-milestones.ts';
import { planCommands } from './plan-commands.ts';
import type { Run } from './run.ts';
import { runCommands } from './run-commands.ts';
import { RunFeed, type Told } from './run-feed.ts';

/** Starts a run and builds the handle for its user. */
export function createRun(
  id: string,
  told: Told,
  start: (watch: Watch, onError: (error: unknown) => void) => Run['actor'],
): Run {
  const feed = new RunFeed(id, told);
  let shown: readonly Entry[] = Object.freeze([]);
  // A chart that throws ends its run by what its effects write; before they are there, nothing can be written.
  const actor = start(feed.watch, (error) => {
    if (!feed.effects) feed.broke(error);
  });
  return {
    id,
    actor,
    get log() {
      // A copy, renewed when there is more to see: nobody adds to a log but its run.
      if (shown.length !== feed.log.entries.length) shown = Object.freeze([...feed.log.entries]);
      return shown;
    },
    get isPaused() {
      return isPausedAt(feed.log);
    },
    get metadata() {
      return metadataOf(feed.log) ?? {};
    },
    get waiting() {
      return waitingIn(feed.log);
    },
    result: feed.ended,
    settled: () => feed.rest.settled,
    subscribe: (listener) => feed.subscribe(listener),
    milestones: () => iterateMilestones(feed.log, feed.mark),
    checkpoint: () => checkpoint(feed),
    ...runCommands(feed, actor),
    ...answerCommands(feed, actor),
    ...planCommands(feed, actor),
    snapshot: () => structuredClone(actor.getPersistedSnapshot()),
  };
}

async function checkpoint({ log, mark }: RunFeed): Promise<Checkpoint> {
  const seq = log.entries.length;
  await mark.until(seq);
  if (mark.seq < seq) {
    if (mark.end && 'error' in mark.end) throw mark.end.error;
    const why = `Run ${log.run} was stopped before entry ${seq} was written: it has no checkpoint there.`;
    throw new TroupeError('usage', why);
  }
  return toCheckpoint(log.entries.slice(0, mark.seq), seq);
}
