import type { AnyActorRef } from 'xstate';
import { Recording } from '../../actors/recording.ts';
import type { RunCore } from '../../actors/run-core.ts';
import { TroupeError } from '../../errors.ts';
import type { Comparison } from '../../log/compare-entries.ts';
import type { Entry } from '../../log/entry.ts';
import type { Player } from '../../run/connected-chart.ts';
import type { KeptIn } from '../../stores/store.ts';
import type { SessionInfo } from '../protocol.ts';
import { type ForkRun, forkAt, type OnFork } from './fork-at.ts';
import { inPieces } from './in-pieces.ts';
import type { AskAgain, ForkCast, PromptOf } from './inspected-run.ts';
import { groupReader, logParts } from './log-parts.ts';
import { Session, type SessionCommand, type SessionParts } from './session.ts';
import { toTimeline } from './to-timeline.ts';
import { isTrying, promptAt, tryWith } from './trying.ts';

/** What a stored log may be asked beyond itself; without somebody who drives its chart it is only looked at. */
export interface LogObserved {
  readonly promptOf?: PromptOf;
  readonly fork?: ForkRun;
  /** Where forks are kept, if they can be made. */
  readonly forksIn?: KeptIn;
  readonly askAgain?: AskAgain;
  readonly cast?: ForkCast;
  readonly onFork?: OnFork;
}

const onlyLookedAt = 'This is a stored log: it can be looked at and forked, not controlled.';
const nobodyForks =
  'Nobody here can continue this run. Open it with troupe inspect RUN --store F, with --charts or --agents where it needs them, and fork it there.';

/** What a stored log is shown with. */
export interface PlayedLog {
  readonly stored: readonly Entry[];
  readonly info: SessionInfo;
  readonly by: LogObserved;
  readonly parts: Pick<SessionParts, 'hasEarlyEvents' | 'paths' | 'waiting' | 'resumedWith'>;
  /** How far it could be replayed; nothing for a log that comes out as it is stored. */
  replayed(report: Comparison): SessionInfo['replayed'];
}

/**
 * A stored log as a session: all entries at once, and what the actors did, replayed from the facts a piece at a time. Nothing is performed
 * and nothing is written.
 */
export function playedSession(player: Player, log: PlayedLog): { session: Session; played: Promise<void> } {
  const { stored, by } = log;
  const recording = new Recording(stored);
  let core: RunCore | undefined;
  const open = (root: AnyActorRef | undefined): Session => {
    const command = (given: SessionCommand): unknown => {
      if (given.type === 'prompt') return promptAt(stored, given.key, shown.trace.effect(given.key), by.promptOf);
      if (isTrying(given)) return tryWith(given, by, stored, shown.trace);
      if (given.type === 'fork' && by.fork) return forkAt(given, by.fork, by.onFork);
      throw new TroupeError('usage', given.type === 'fork' ? nobodyForks : onlyLookedAt);
    };
    const shown = new Session(root, log.info, {
      ...logParts(() => stored),
      ...log.parts,
      seq: groupReader(() => core?.log.entries ?? []),
      command,
    });
    return shown;
  };
  let opened: Session | undefined;
  core = player.open(recording, (root) => {
    opened = open(root);
  });
  // A chart whose actors cannot even be made has none to show.
  const session = opened ?? open(undefined);
  session.addEntries(stored.map(toTimeline));
  const playing = recording.playing(core);
  const play = async () => {
    const report = await inPieces(playing, () => session.flush());
    session.flush();
    core?.leave();
    const replayed = log.replayed(report);
    if (replayed) session.info = { ...session.info, replayed };
  };
  return { session, played: play() };
}
