import type { Agent } from '../agent.ts';
import { chainMachine } from './chain-machine.ts';
import { type CompositionDefinition, chartsOf, checkComposition } from './check-composition.ts';
import { exitMove } from './composition.ts';

/** What `sequence` takes. */
export interface SequenceDefinition<Agents extends readonly Agent[]> extends CompositionDefinition {
  /** In the order in which they work. */
  readonly agents: Agents;
  /** Lets any of them end the sequence early, by a move `exit`. @default false */
  readonly mayExit?: boolean;
}

/** What an agent gives as `output`. */
export type OutputOf<Each> = Each extends Agent<infer Output> ? Output : never;

/** What the last one of some agents gives. */
export type LastOutput<Agents extends readonly Agent[]> = Agents extends readonly [...unknown[], infer Last]
  ? OutputOf<Last>
  : unknown;

/**
 * Agents one after the other: each sees what the user said and what the ones before it said, and the last one's answer is the answer.
 *
 * @throws TroupeError `bad-config` for a definition that cannot be used.
 */
export function sequence<const Agents extends readonly Agent[]>(
  definition: SequenceDefinition<Agents>,
): Agent<LastOutput<Agents>> {
  const { name, description, version = '1', agents, mayExit = false } = definition;
  checkComposition(definition, agents);
  const own = mayExit
    ? [
        exitMove(
          'Ends the work early. Call it when nothing is left to do for those after you.',
          'The final answer. Leave it out when it was given before.',
        ),
      ]
    : [];
  const machine = chainMachine({ name, parts: agents.map((part) => part.name), own });
  return { name, description, version, parts: agents, machine: machine.provide({ actors: chartsOf(agents) }) };
}
