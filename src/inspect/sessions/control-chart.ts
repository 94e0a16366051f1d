import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyEventObject } from 'xstate';
import { TroupeError } from '../../errors.ts';
import type { LiveAccount } from '../../run/chart-observer.ts';
import type { ChartRun } from '../../run/chart-run.ts';
import { isAskReply, replyToAsk } from './reply-to-ask.ts';
import type { Session, SessionCommand } from './session.ts';

/** Does to a run of a chart what a person asks for on the page; `account` is there where the chart asks people. */
export function controlChart(
  run: ChartRun,
  command: SessionCommand,
  session: Session,
  account: LiveAccount | undefined,
): Promise<void> {
  if (account && isAskReply(command)) {
    return taken(replyToAsk(account.repliesTo(run), account.waiting(), command), session);
  }
  switch (command.type) {
    case 'pause':
      return taken(run.pause(), session);
    case 'resume':
      return taken(run.resume(), session);
    case 'cancel':
      return run.cancel('cancelled in the inspector');
    case 'send':
      return taken(send(run, command, session), session);
    default:
      throw new TroupeError('usage', `A run of a chart has no command "${command.type}".`);
  }
}

/** Sends an event to an actor. It goes the way of all facts, whoever gets it, so that the run can be replayed. */
function send(
  run: ChartRun,
  { actor, event }: Extract<SessionCommand, { type: 'send' }>,
  { trace }: Session,
): Promise<void> {
  if (!trace.actor(actor)) throw new TroupeError('usage', `There is no actor "${actor}".`);
  return run.send(event as AnyEventObject as never, { to: trace.pathOf(actor) }); // the page knows no types; a chart ignores what it does not know
}

/** Resolves when it is stored, or in a run that is held when it waits for its turn: the person who sent it is the one who steps to it. */
async function taken(stored: Promise<unknown>, { gate }: Session): Promise<void> {
  if (!gate?.isHeld) return void (await stored);
  stored.catch(() => {}); // what is refused later is seen on the page: it has no entry
  await Promise.race([stored, nextTurn()]);
}
