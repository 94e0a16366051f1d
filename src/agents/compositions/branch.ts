import { TroupeError } from '../../errors.ts';
import { isPlainName } from '../../text/is-plain-name.ts';
import type { Agent } from '../agent.ts';
import type { MoveSpec } from '../moves.ts';
import { type BranchView, branchMachine } from './branch-machine.ts';
import { type CompositionDefinition, chartsOf, checkComposition } from './check-composition.ts';
import type { OutputOf } from './sequence.ts';

/** What `branch` takes: a function that decides, or an agent that does. */
export type BranchDefinition<Agents extends Readonly<Record<string, Agent>>> = CompositionDefinition & {
  /** From what is chosen to the agent. */
  readonly agents: Agents;
  /** What is chosen when the choice is none of them. @default that is an error */
  readonly otherwise?: keyof Agents & string;
} & (
    | {
        /** Chooses: a pure function, called in the decision. */
        readonly decide: (view: BranchView) => keyof Agents & string;
      }
    | {
        /** Chooses by the move `choose`, or by writing the name and nothing else. */
        readonly router: Agent;
      }
  );

/** One of several agents. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function branch<const Agents extends Readonly<Record<string, Agent>>>(
  definition: BranchDefinition<Agents>,
): Agent<OutputOf<Agents[keyof Agents]>> {
  const { name, description, version = '1', agents, otherwise } = definition;
  const decide = 'decide' in definition ? definition.decide : undefined;
  const router = 'router' in definition ? definition.router : undefined;
  if ((typeof decide === 'function') === (router !== undefined)) {
    throw new TroupeError('bad-config', `"${name}" needs either decide, a function, or router, an agent.`);
  }
  const chosen = Object.values(agents ?? {});
  const parts = router ? [router, ...chosen] : chosen;
  checkComposition(definition, chosen, parts);
  for (const key of Object.keys(agents)) checkKey(name, key);
  if (otherwise !== undefined && !Object.hasOwn(agents, otherwise)) {
    const names = Object.keys(agents).join(', ');
    throw new TroupeError('bad-config', `otherwise of "${name}" is "${otherwise}". It is one of: ${names}.`);
  }
  const branches = Object.fromEntries(Object.entries(agents).map(([key, each]) => [key, each.name]));
  const choose = chooseMove(agents);
  const machine = branchMachine({ name, branches, otherwise, router: router?.name, choose }, decide);
  return { name, description, version, parts, machine: machine.provide({ actors: chartsOf(parts) }) };
}

function checkKey(name: string, key: string): void {
  if (isPlainName(key)) return;
  throw new TroupeError('bad-config', `"${key}" cannot be a branch of "${name}". Use letters, digits, "_" or "-".`);
}

const chooseMove = (agents: Readonly<Record<string, Agent>>): MoveSpec => ({
  name: 'choose',
  description: `Chooses who answers. Call it once and write nothing yourself: whoever you choose reads the request and answers it. The choices:\n${Object.entries(
    agents,
  )
    .map(([key, { description }]) => `- ${key}: ${description}`)
    .join('\n')}`,
  parameters: {
    type: 'object',
    properties: { branch: { type: 'string', enum: Object.keys(agents), description: 'One of the choices.' } },
    required: ['branch'],
  },
  reply: 'Chosen: {branch}.',
});
