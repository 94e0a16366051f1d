import { TroupeError } from '../../errors.ts';
import { present } from '../present.ts';
import type { ValuesOf } from './parse-options.ts';

/** The agents that work in the place of the host. */
export interface AgentsOption {
  /** The file that exports them: `FILE`, or `FILE#name` for one of several. */
  readonly agents?: string;
  readonly agent?: string;
}

export const agentsOption = { agents: { type: 'string' }, agent: { type: 'string' } } as const;

/** What is said to the host alone: its specialists, its plans, its model. */
const ofHost = [
  'file',
  'mcp',
  'model',
  'price',
  'max-rounds',
  'max-cost',
  'concurrency',
  'review',
  'correct-after',
  'quote',
] as const;

/** @throws TroupeError `usage` for what does not fit agents, which bring their models and tools along. */
export function toAgents({
  agents,
  agent,
  ...others
}: ValuesOf<typeof agentsOption> & { readonly [Name in (typeof ofHost)[number]]?: unknown }): AgentsOption {
  if (agents === undefined && agent !== undefined) {
    throw new TroupeError('usage', '--agent needs --agents, the file that exports it. Give both.');
  }
  const misfit = agents === undefined ? undefined : ofHost.find((name) => others[name] !== undefined);
  if (misfit !== undefined) {
    throw new TroupeError(
      'usage',
      `--${misfit} does not go with --agents: agents bring their models and tools along. Leave it out.`,
    );
  }
  return present({ agents, agent });
}

export const agentsHelp = `  --agents F        let agents work in place of the host: the TypeScript or JavaScript file that exports them (agent, supervisor, …);
                    F#name chooses one of several
  --agent NAME      with --agents: the one of that name`;
