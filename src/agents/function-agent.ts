import { TroupeError } from '../errors.ts';
import type { Agent } from './agent.ts';
import { checkAgent } from './check-agent.ts';
import { functionAgentMachine } from './function/function-agent-machine.ts';
import {
  type Abandon,
  type AgentWork,
  type FunctionAnswer,
  performFunction,
  standBy,
} from './function/perform-function.ts';

/** What `defineAgent` takes for a function. */
export interface FunctionAgentDefinition<Output> {
  readonly name: string;
  /** What it can do: whoever hands work on chooses by it. */
  readonly description: string;
  /** Changed with every change after which a stored run could come out differently. @default '1' */
  readonly version?: string;
  /**
   * Does the work. It is an effect: it may reach outside, and is not called again once its result is stored. What it throws is its failure. It asks a person by
   * returning `ask(…)`, and is called again with the answer in `resumed`.
   */
  readonly run: (work: AgentWork) => FunctionAnswer<Output> | Promise<FunctionAnswer<Output>>;
  /** Called when what it has asked is not wanted any more: the run was cancelled, say. `keep` is what it kept for the answer. */
  readonly abandon?: Abandon;
  /** How long one call of it may take. @default no end */
  readonly timeoutMs?: number;
}

/** Makes an agent of a function. */
export function functionAgent<Output>(definition: FunctionAgentDefinition<Output>): Agent<Output> {
  const { name, description, version = '1', run, abandon, timeoutMs } = definition;
  if (typeof run !== 'function') {
    throw new TroupeError('bad-config', `The agent "${name}" needs a function \`run\`, or a machine.`);
  }
  checkAgent({ name, description, parts: [] });
  const machine = functionAgentMachine({ standsBy: abandon !== undefined }).provide({
    actors: {
      run: performFunction({ name, run: run as (work: AgentWork) => unknown, timeoutMs }), // what it gives is read there
      ...(abandon ? { 'person.awaited': standBy(abandon) } : {}),
    },
  });
  return { name, description, version, machine, parts: [] };
}
