import { waitingIn } from '../../log/asks.ts';
import type { Entry } from '../../log/entry.ts';
import { requestOf } from '../../log/request-of.ts';
import { RunLog } from '../../log/run-log.ts';
import type { Player } from '../../run/connected-chart.ts';
import { type LogObserved, playedSession } from './played-session.ts';
import type { Session } from './session.ts';

/**
 * A stored log of the host as a session. Of a log that other charts have made the actors are shown up to where they differ, and the session says so.
 *
 * @throws TroupeError `bad-log` for what is no log of a run of the host.
 */
export function logSession(
  stored: readonly Entry[],
  player: Player,
  by: LogObserved = {},
): { session: Session; played: Promise<void> } {
  const { data, at: startedAt } = requestOf(stored);
  const { run: id, messages, machine: madeBy, forkedFrom } = data;
  const title = messages.findLast(({ role }) => role === 'user')?.content ?? id;
  const status = stored.findLast((entry) => entry.type === 'status.changed')?.data.status ?? 'pending';
  const here = player.title;
  const waiting = waitingIn(new RunLog(id, stored));
  return playedSession(player, {
    stored,
    by,
    info: {
      id,
      title,
      kind: 'log',
      status,
      startedAt,
      isLive: false,
      ...(forkedFrom ? { forkOf: forkedFrom.run } : {}),
    },
    parts: { hasEarlyEvents: true, waiting: () => waiting },
    replayed(report) {
      if (report.equal) return madeBy === here ? undefined : { madeBy, here };
      return { madeBy, here, until: report.seq - 1 };
    },
  });
}
