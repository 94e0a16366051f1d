import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { EffectAddress, Settled } from '../domain/effect.ts';

/** A place for an effect that a chart names and the composition root fills. */
export function slot<Output, Input>(name: string): PromiseActorLogic<Settled<Output>, Input & EffectAddress> {
  return fromPromise<Settled<Output>, Input & EffectAddress>(() =>
    Promise.reject(new Error(`The slot "${name}" is empty. Fill it with machine.provide({ actors: { ${name} } }).`)),
  );
}

/** What a wait is for and until when, in milliseconds since the epoch. */
export interface WaitInput {
  readonly until: number;
}
