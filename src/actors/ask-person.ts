import type { PromiseActorLogic } from 'xstate';
import type { Settled } from '../domain/effect.ts';
import type { PersonInput } from '../domain/effect-inputs.ts';
import { effectsOf, findEffects } from './bound-effects.ts';
import { events } from './xstate-internals.ts';

type AskPerson = PromiseActorLogic<Settled<object>, PersonInput>;

/**
 * Fills the slot of a question to a person. It is like an effect, with a person for the world: the question is in the log when the actor has
 * started, and the actor is done in the moment in which the answer is a fact. One that is stopped withdraws its question.
 */
export const askPerson: AskPerson = {
  transition: (snapshot, event, { system }) => {
    if (snapshot.status !== 'active') return snapshot;
    if (event.type === 'person.answered') {
      const output = event.output as Settled<object>; // what the run's questions send
      return { ...snapshot, status: 'done', output, error: undefined };
    }
    if (event.type !== events.stop) return snapshot;
    const { input } = snapshot;
    if (input) findEffects(system, input.run)?.questions.withdraw(input.id);
    return { ...snapshot, status: 'stopped', error: undefined, output: undefined };
  },
  getInitialSnapshot: (_scope, input) => ({ status: 'active', output: undefined, error: undefined, input }),
  start: ({ status, input }, { self, system }) => {
    if (status === 'active' && input) effectsOf(system, input.run).questions.open(input, self);
  },
  getPersistedSnapshot: (snapshot) => snapshot,
  restoreSnapshot: (snapshot) => snapshot as ReturnType<AskPerson['transition']>, // what getPersistedSnapshot returned
};
