import type { Effects } from '../../actors/effects.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { openPlayer } from '../../orchestrator/open-player.ts';
import { Recording } from '../../run/recording.ts';
import type { ObservedBy } from '../../run/run-observer.ts';
import { forkAt, type OnFork } from './fork-at.ts';
import { groupReader } from './group-reader.ts';
import { promptAt } from './prompt-at.ts';
import { Session, type SessionCommand } from './session.ts';
import { toJsonLines } from './to-json-lines.ts';
import { toTimeline } from './to-timeline.ts';

/** Facts that are replayed before others have their turn. */
const atOnce = 200;

/** What a stored log may be asked beyond itself; without an orchestrator it is only looked at. */
export type LogObserved = Partial<Pick<ObservedBy, 'fork' | 'promptOf'>> & { readonly onFork?: OnFork };

/**
 * A stored log as a session: all entries at once, and what the actors did, replayed from the facts a piece at a time. Nothing is performed
 * and nothing is written.
 *
 * @throws TroupeError `bad-log` for what is no log of a run, or belongs to another version of the charts.
 */
export function logSession(
  stored: readonly Entry[],
  by: LogObserved = {},
): { session: Session; played: Promise<void> } {
  const recording = new Recording(stored);
  const { run, messages } = recording;
  const player = openPlayer(recording);
  const { actor } = player;
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? run;
  const status = String(stored.findLast((entry) => entry.type === 'status.changed')?.data.status ?? 'pending');
  const startedAt = stored[0]?.at ?? '';
  const command = (given: SessionCommand): unknown => {
    if (given.type === 'prompt') return promptAt(stored, given.key, session.trace.effect(given.key), by.promptOf);
    if (given.type === 'fork' && by.fork) return forkAt(given, by.fork, by.onFork);
    throw new TroupeError('usage', 'This is a stored log: it can be looked at and forked, not controlled.');
  };
  const session: Session = new Session(
    actor,
    { id: run, title: question, kind: 'log', status, startedAt, isLive: false },
    {
      hasEarlyEvents: true,
      seq: groupReader(() => player.effects()?.log.entries ?? []),
      entry: (seq) => stored[seq - 1],
      log: () => toJsonLines(stored),
      command,
    },
  );
  session.addEntries(stored.map(toTimeline));
  const port = player.start();
  const end = () => {
    port.flush();
    session.flush();
    actor.stop();
  };
  return { session, played: playAll(recording, port, { pause: () => session.flush(), end }) };
}

/** Replays all facts of a recording, with a pause after every few of them. */
async function playAll(
  recording: Recording,
  port: Effects,
  { pause, end }: { pause(): void; end(): void },
): Promise<void> {
  let count = 0;
  for (const hand of recording.facts()) {
    if (count++ % atOnce === 0 && count > 1) {
      pause();
      await new Promise((resolve) => setImmediate(resolve));
    }
    hand(port);
  }
  end();
}
