import { TroupeError } from '../../errors.ts';
import type { Agent } from '../agent.ts';
import { type CompositionDefinition, chartsOf, checkComposition, checkMax } from './check-composition.ts';
import { supervisorMachine } from './supervisor-machine.ts';
import type { Transfers } from './supervisor-work.ts';

/** What `supervisor` takes. */
export interface SupervisorDefinition extends CompositionDefinition {
  /** Who hands work on. It is offered the moves `transfer_to_agent` and `exit`; words without a move are the answer. */
  readonly supervisor: Agent;
  /** Who gets work; supervisors of their own among them, to any depth. */
  readonly agents: readonly Agent[];
  /** How often work is handed on at most; then the supervisor is asked for its answer. @default 20 */
  readonly max?: number;
  /** Who may hand work on: the supervisor alone, or its agents too, to each other. @default 'supervisor' */
  readonly transfers?: Transfers;
}

/** Agents that a supervisor hands work to, side by side when it wants. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function supervisor(definition: SupervisorDefinition): Agent {
  const { name, description, version = '1', agents, max = 20, transfers = 'supervisor' } = definition;
  const boss = definition.supervisor;
  if (typeof boss?.machine !== 'object') {
    throw new TroupeError('bad-config', `"${name}" needs a supervisor: an agent that hands work on to the others.`);
  }
  if (transfers !== 'supervisor' && transfers !== 'free') {
    throw new TroupeError(
      'bad-config',
      `transfers of "${name}" is "${String(transfers)}". It is "supervisor" or "free".`,
    );
  }
  const parts = [boss, ...(agents ?? [])];
  checkComposition(definition, agents, parts);
  checkMax(name, max);
  const about = agents.map((each) => ({ name: each.name, description: each.description }));
  const machine = supervisorMachine({ name, supervisor: boss.name, agents: about, max, transfers });
  return { name, description, version, parts, machine: machine.provide({ actors: chartsOf(parts) }) };
}
