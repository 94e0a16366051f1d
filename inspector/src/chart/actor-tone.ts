import { hasFailed } from '../run/failed-actors.ts';
import type { RunFacts } from '../run/run-facts.ts';
import type { Tone } from '../run/run-words.ts';
import type { ActorState } from '../state/fold.ts';

/** The colour of the states in which an actor is: it, or one below it, may wait for a person, and it may have ended in them. */
export function actorTone(actor: ActorState, { asks }: Pick<RunFacts, 'asks'>): Tone {
  if (hasFailed(actor)) return 'fail';
  if (actor.status === 'done') return 'done';
  if (actor.status === 'stopped') return 'pause';
  const isAsked = asks.some(({ actor: by = '' }) => by === actor.path || by.startsWith(`${actor.path}/`));
  return isAsked ? 'wait' : 'run';
}
