import { stateWords } from '../state/format.ts';
import { info, session } from '../state/store.ts';
import { hasFailed } from './failed-actors.ts';
import { momentWords, type Tone, toneAt } from './run-words.ts';

/** Of an actor of somebody's own all is known from its snapshots: there is no log. */
const ownActor = () =>
  info.value?.kind === 'actor' ? { actor: session.value.state.value.values().next().value } : undefined;

/** The colour of the moment that is looked at. */
export function toneNow(): Tone {
  const own = ownActor();
  if (!own) return toneAt(session.value.facts.value);
  if (own.actor && hasFailed(own.actor)) return 'fail';
  return own.actor?.status === 'done' ? 'done' : 'run';
}

/** How things stood at the moment that is looked at, in a line. */
export function wordsNow(isShort: boolean): string {
  const own = ownActor();
  if (!own) return momentWords(session.value.facts.value, isShort);
  const state = stateWords(own.actor?.value);
  return own.actor?.status === 'error' ? `failed in ${state}` : state;
}
