import { fromPromise, type PromiseActorLogic, setup } from 'xstate';
import type { AgentEnd, AgentStart } from './agent.ts';

/** A place for an effect that the chart of an agent names and whoever makes the agent fills. */
export const emptySlot = <Output, Input>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() =>
    Promise.reject(new Error(`The slot "${name}" is empty. Fill it with machine.provide({ actors: { ${name} } }).`)),
  );

/** A place for the chart of an agent in a composition: its agents are provided under their names. */
export const partSlot = setup({ types: { input: {} as AgentStart, output: {} as AgentEnd } }).createMachine({});
