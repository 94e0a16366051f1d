import type { PromiseActorLogic } from 'xstate';
import type { EffectAddress, Settled } from '../domain/effect.ts';
import type { EffectInputs } from '../domain/effect-inputs.ts';
import type { EffectKind, EffectOutputs } from '../log/effect-outputs.ts';
import { effectsOf, findEffects } from './bound-effects.ts';
import { events } from './xstate-internals.ts';

/**
 * Fills a slot with an effect: the actor asks the run's effects for it and is done, or failed, when the answer is delivered. It has
 * the shape of XState's promise logic, but an answer is taken in the same moment in which it is delivered: no promise stands
 * between a fact and its moves.
 */
export function effect<Kind extends EffectKind>(
  kind: Kind,
): PromiseActorLogic<Settled<EffectOutputs[Kind]>, EffectInputs[Kind] & EffectAddress> {
  return {
    transition: (snapshot, event, { system }) => {
      if (snapshot.status !== 'active') return snapshot;
      switch (event.type) {
        case 'effect.completed':
          // The effects port sends what the performer of this kind returned.
          return {
            ...snapshot,
            status: 'done',
            output: event.output as Settled<EffectOutputs[Kind]>,
            error: undefined,
          };
        case 'effect.failed':
          return { ...snapshot, status: 'error', error: event.error, output: undefined };
        case events.stop: {
          const { input } = snapshot;
          if (input) findEffects(system, input.run)?.cancel(input.key);
          return { ...snapshot, status: 'stopped', error: undefined, output: undefined };
        }
        default:
          return snapshot;
      }
    },
    getInitialSnapshot: (_scope, input) => ({ status: 'active', output: undefined, error: undefined, input }),
    start: ({ status, input }, { self, system }) => {
      if (status !== 'active' || !input) return;
      effectsOf(system, input.run).start({ kind, address: addressOf(input), input, actor: self });
    },
    getPersistedSnapshot: (snapshot) => snapshot,
    restoreSnapshot: (snapshot) =>
      snapshot as ReturnType<
        PromiseActorLogic<Settled<EffectOutputs[Kind]>, EffectInputs[Kind] & EffectAddress>['transition']
      >, // what getPersistedSnapshot returned
  };
}

function addressOf({ run, actor, key, timeoutMs, maxOutputTokens }: EffectAddress): EffectAddress {
  return {
    run,
    actor,
    key,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}
