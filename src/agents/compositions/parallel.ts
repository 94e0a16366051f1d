import { TroupeError } from '../../errors.ts';
import type { Agent } from '../agent.ts';
import { type CompositionDefinition, chartsOf, checkComposition } from './check-composition.ts';
import { type Ends, joinAnswers, parallelMachine } from './parallel-machine.ts';

/** What `parallel` takes. */
export interface ParallelDefinition extends CompositionDefinition {
  /** Who works side by side. */
  readonly agents: readonly Agent[];
  /** Makes the answer: an agent that reads what they said, or a pure function of what they came to. @default their answers one below the other, each under its name */
  readonly join?: Agent | ((ends: Ends) => string);
  /** Ends with the first failure, and stops the others. @default false: all are waited for, and it fails only when all did */
  readonly failFast?: boolean;
  /** Says after each end whether it is decided: then the others are stopped. A pure function of what they came to so far. @default all are waited for */
  readonly until?: (ends: Ends) => boolean;
}

/** Agents side by side, each with the same start. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function parallel(definition: ParallelDefinition): Agent<string> {
  const { name, description, version = '1', agents, join = joinAnswers, failFast = false, until } = definition;
  if (typeof join !== 'function' && typeof join?.machine !== 'object') {
    throw new TroupeError('bad-config', `join of "${name}" is neither an agent nor a function.`);
  }
  const joiner = typeof join === 'function' ? undefined : join;
  const parts = joiner ? [...agents, joiner] : agents;
  checkComposition(definition, agents, parts);
  const machine = parallelMachine(
    { name, parts: agents.map((part) => part.name), failFast, joiner: joiner?.name },
    { join: typeof join === 'function' ? join : joinAnswers, until },
  );
  return { name, description, version, parts, machine: machine.provide({ actors: chartsOf(parts) }) };
}
