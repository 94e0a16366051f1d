import { wouldTake } from '../../actors/would-take.ts';
import { TroupeError } from '../../errors.ts';
import { asData } from '../../log/as-data.ts';
import { waitingOf } from '../../log/asks.ts';
import type { RunMetadata } from '../../log/entries/request-labels.ts';
import type { Entry } from '../../log/entry.ts';
import { checkOwnEntry } from '../../log/own/check-own-entry.ts';
import type { OwnEntry } from '../../log/own/define-entry.ts';
import { kinds } from '../../log/own/kinds.ts';
import { metadataOf } from '../../log/own/metadata-of.ts';
import { editProblem } from '../../machines/host/host-context.ts';
import type { Run } from './run.ts';
import type { RunFeed } from './run-feed.ts';

/** An event that a person submits. */
export interface Submission {
  readonly type: string;
  readonly [key: string]: unknown;
}

type Actor = Run['actor'];
type Commands = 'pause' | 'resume' | 'cancel' | 'steer' | 'edit' | 'record' | 'setMetadata';

/** What a person can do to a run, its plan apart. */
export function runCommands(feed: RunFeed, actor: Actor): Pick<Run, Commands> {
  const isOver = () => feed.hasEnded || actor.getSnapshot().status !== 'active';
  return {
    pause: () => void submit(feed, { type: 'run.paused' }),
    resume: () => void submit(feed, { type: 'run.resumed' }),
    cancel(reason = '') {
      // What has ended stays as it is.
      if (isOver()) return;
      feed.rest.renew();
      void submit(feed, { type: 'run.cancelled', reason: String(reason) });
    },
    steer(text) {
      if (text.trim() === '') throw new TroupeError('usage', 'The message is empty. Write what the run should know.');
      if (isOver()) return Promise.resolve(false);
      feed.rest.renew();
      return feed.steering.add(text, () => submit(feed, { type: 'message.added', text }));
    },
    setMetadata: metadataSetter(feed),
    record: (entry) => record(feed, entry),
    edit(path, value) {
      const problem = editProblem(actor.getSnapshot().context, path);
      if (problem) throw new TroupeError('usage', problem);
      void submit(feed, { type: 'context.edited', path, value });
    },
  };
}

async function record(feed: RunFeed, given: OwnEntry): Promise<boolean> {
  const entry = checkOwnEntry(given);
  const { promise, resolve } = Promise.withResolvers<Entry | undefined>();
  const { effects } = feed;
  if (effects) effects.note(entry, resolve);
  else resolve(undefined);
  const kept = await promise;
  if (!kept) return false;
  await feed.mark.until(kept.seq);
  return feed.mark.seq >= kept.seq;
}

function metadataSetter(feed: RunFeed): Run['setMetadata'] {
  /** What is on its way into the log: whoever writes meanwhile adds to it. */
  let latest: RunMetadata | undefined;
  return (metadata) => {
    kinds.metadataSet.make(metadata);
    const whole = { ...(latest ?? metadataOf(feed.log)), ...metadata };
    latest = whole;
    return record(feed, kinds.metadataSet.make(whole)).finally(() => {
      if (latest === whole) latest = undefined;
    });
  };
}

/** Hands over a person's reply to what the host itself waits for. @throws TroupeError `usage` when it waits for something else. */
export function reply(
  feed: RunFeed,
  actor: Actor,
  kind: 'clarification' | 'plan-review',
  event: Submission,
): Promise<boolean> {
  if (waitingOf(feed.log)?.kind !== kind || actor.getSnapshot().status !== 'active') {
    throw new TroupeError('usage', `Run ${feed.log.run} does not wait for a ${kind}.`);
  }
  feed.rest.renew();
  return submit(feed, event);
}

/** Submits an event that changes the plan. @throws TroupeError `usage` where the run is at no place for that. */
export function submitPlan(feed: RunFeed, actor: Actor, event: Submission): Promise<boolean> {
  // The chart knows whether it takes the event where it is.
  if (!wouldTake(actor, event)) {
    const why = 'it is not being carried out, or its rounds are spent';
    throw new TroupeError('usage', `Run ${feed.log.run} has no plan that can be changed now: ${why}.`);
  }
  feed.rest.renew();
  return submit(feed, event);
}

/** Hands over what a person submits; resolves with whether the host acts on it. */
function submit(feed: RunFeed, event: Submission): Promise<boolean> {
  const data = asData(event, `What was submitted to run ${feed.log.run}`);
  return new Promise((resolve) => {
    const onTaken = (isTaken: boolean) => {
      if (!isTaken) feed.settle();
      resolve(isTaken);
    };
    const { effects } = feed;
    if (effects) effects.submit(data, onTaken);
    else onTaken(false);
  });
}
