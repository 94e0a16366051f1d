import { machineVersion } from '../../actors/journal.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { openPlayer } from '../../orchestrator/open-player.ts';
import { Recording, type ReplayReport } from '../../orchestrator/run/recording.ts';
import type { ObservedBy } from '../../orchestrator/run/run-observer.ts';
import type { SessionInfo } from '../protocol.ts';
import { type ForkRun, forkAt, type OnFork } from './fork-at.ts';
import { groupReader } from './group-reader.ts';
import { inPieces } from './in-pieces.ts';
import { promptAt } from './prompt-at.ts';
import { Session, type SessionCommand } from './session.ts';
import { toJsonLines } from './to-json-lines.ts';
import { toTimeline } from './to-timeline.ts';

/** What a stored log may be asked beyond itself; without an orchestrator it is only looked at. */
export type LogObserved = Partial<Pick<ObservedBy, 'promptOf'>> & {
  readonly fork?: ForkRun;
  readonly onFork?: OnFork;
};

/**
 * A stored log as a session: all entries at once, and what the actors did, replayed from the facts a piece at a time. Nothing is performed
 * and nothing is written. Of a log that other charts have made the actors are shown up to where they differ, and the session says so.
 *
 * @throws TroupeError `bad-log` for what is no log of a run.
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
  const playing = recording.playing(player.start());
  const play = async () => {
    const report = await inPieces(playing, () => session.flush());
    session.flush();
    actor.stop();
    const replayed = replayedOf(report);
    if (replayed) session.info = { ...session.info, replayed };
  };
  return { session, played: play() };
}

/** How far a log could be replayed; nothing for one that this version has made and comes to again. */
function replayedOf(report: ReplayReport): SessionInfo['replayed'] {
  const { madeBy } = report;
  if (report.equal && madeBy === undefined) return undefined;
  return {
    madeBy: madeBy ?? machineVersion,
    here: machineVersion,
    ...(report.equal ? {} : { until: report.seq - 1 }),
  };
}
