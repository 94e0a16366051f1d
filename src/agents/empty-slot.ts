import { fromPromise, type PromiseActorLogic } from 'xstate';

/** A place for an effect that the chart of an agent names and whoever makes the agent fills. */
export const emptySlot = <Output, Input>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() =>
    Promise.reject(new Error(`The slot "${name}" is empty. Fill it with machine.provide({ actors: { ${name} } }).`)),
  );
