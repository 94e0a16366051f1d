import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { EffectAddress, Settled } from '../domain/effect.ts';
import type { EffectInputs } from '../domain/effect-inputs.ts';
import type { EffectKind, EffectOutputs } from '../log/effect-outputs.ts';

/** A place for an effect of a kind that a chart names and the composition root fills. */
export function slot<Kind extends EffectKind>(
  kind: Kind,
): PromiseActorLogic<Settled<EffectOutputs[Kind]>, EffectInputs[Kind] & EffectAddress> {
  return fromPromise<Settled<EffectOutputs[Kind]>, EffectInputs[Kind] & EffectAddress>(() =>
    Promise.reject(new Error(`The slot "${kind}" is empty. Fill it with machine.provide({ actors: { ${kind} } }).`)),
  );
}
