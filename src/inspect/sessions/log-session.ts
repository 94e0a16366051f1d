import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { openPlayer } from '../../orchestrator/open-player.ts';
import { Recording } from '../../run/recording.ts';
import type { ObservedBy } from '../../run/run-observer.ts';
import { groupReader } from './run-session.ts';
import { Session } from './session.ts';
import { toTimeline } from './to-timeline.ts';

/** Facts that are played before others have their turn. */
const atOnce = 200;

/** What a stored log may be asked beyond itself; without an orchestrator it is only looked at. */
export type LogObserved = Partial<Pick<ObservedBy, 'fork' | 'promptOf'>> & {
  readonly forking?: (from: string) => void;
};

/**
 * A stored log as a session: all entries at once, and what the actors did, played again from the facts a piece at a time. Nothing is performed
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
  const made = () => player.effects()?.log.entries ?? [];
  const promptOf = (key: string) => {
    const effect = session.trace.effect(key);
    const started = stored.find((entry) => entry.type === 'effect.started' && entry.data.key === key);
    if (!effect || !started || !by.promptOf) return undefined;
    const next = stored.find((entry) => entry.seq > started.seq && entry.kind === 'fact');
    return by.promptOf(stored.slice(0, (next?.seq ?? stored.length + 1) - 1), effect);
  };
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? run;
  const status = stored.findLast((entry) => entry.type === 'status.changed')?.data.status;
  const session: Session = new Session(
    actor,
    {
      id: run,
      title: question,
      kind: 'log',
      status: String(status ?? 'pending'),
      startedAt: stored[0]?.at ?? '',
      isLive: false,
    },
    {
      isToldEarly: true,
      seq: groupReader(made),
      entry: (seq) => stored[seq - 1],
      log: () => stored.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
      async command(command) {
        if (command.type === 'prompt') return promptOf(command.key);
        if (command.type !== 'fork' || !by.fork) {
          throw new TroupeError('usage', 'This is a stored log: it can be looked at and forked, not controlled.');
        }
        by.forking?.(run);
        const { run: forked, again } = await by.fork(command.at, command.edits ?? []);
        return { session: forked.id, again };
      },
    },
  );
  session.addEntries(stored.map(toTimeline));
  const port = player.start();
  const play = async () => {
    for (const facts = recording.facts(); ; ) {
      for (let count = 0; count < atOnce; count++) {
        const { done, value } = facts.next();
        if (done) {
          port.flush();
          session.flush();
          actor.stop();
          return;
        }
        value(port);
      }
      session.flush();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { session, played: play() };
}
