import { z } from 'zod';
import { milliseconds } from '../../domain/limit.ts';
import { definitionProblem } from '../../domain/schemas/config-problem.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import type { Model } from '../../models/model.ts';
import { nearestName } from '../../text/nearest-name.ts';
import type { Agent } from '../agent.ts';

const count = z.int().min(1);

/** What is data of the options for an agent: it is in the log. */
export const loggedShape = {
  instructions: z.string().optional(),
  turns: count.optional(),
  attempts: count.optional(),
  callMs: milliseconds.optional(),
  toolMs: milliseconds.optional(),
  approvalMs: milliseconds.optional(),
  maxOutputTokens: count.optional(),
};
const modelSchema = z.custom<Model>((value) => typeof (value as Partial<Model> | null)?.call === 'function', {
  error: 'pass a model, such as openaiModel({ model })',
}); // any value may be asked for a key
const optionsSchema = z.strictObject({
  ...loggedShape,
  model: z
    .union([modelSchema, z.array(modelSchema).min(1)], { error: 'pass a model, or several in a list' })
    .optional(),
});
const loggedSchema = z.object(loggedShape);

/** What one run gives to one of its agents that is a model, in the place of what that was made with. */
export interface AgentOptions {
  /** Who is asked. It is not in the log: a run that continues is given it again, otherwise the agent asks its own. */
  readonly model?: Model | readonly Model[];
  /** What it is told in this run, after its own instructions. */
  readonly instructions?: string;
  readonly turns?: number;
  readonly attempts?: number;
  readonly callMs?: number;
  readonly toolMs?: number;
  readonly approvalMs?: number;
  readonly maxOutputTokens?: number;
}

/** Options for agents, by their names. */
export type OptionsByAgent = Readonly<Record<string, AgentOptions>>;

/** The options that are in the log. */
export type LoggedOptions = Omit<AgentOptions, 'model'>;

/** @throws TroupeError `usage` for options of nobody, and for what is no option. */
export function checkOptions(root: Agent, options: OptionsByAgent): void {
  const agents = agentsIn(root);
  for (const [name, given] of Object.entries(options)) {
    const found = agents.filter((agent) => agent.name === name);
    if (found.length === 0) throw new TroupeError('usage', unknown(root, name, agents));
    if (!found.some(({ takesOptions }) => takesOptions)) {
      const others = namesOf(agents.filter(({ takesOptions }) => takesOptions));
      throw new TroupeError(
        'usage',
        `agents.${name}: "${name}" asks no model itself, so it takes no options. ${others ? `Those who do: ${others}.` : 'Nobody in it does.'}`,
      );
    }
    const problem = definitionProblem(given, optionsSchema);
    if (problem) throw new TroupeError('usage', `agents.${name}: ${problem}.`);
  }
}

function unknown(root: Agent, name: string, agents: readonly Agent[]): string {
  const near = nearestName(
    name,
    agents.map((agent) => agent.name),
  );
  const hint = near ? `Did you mean "${near}"? ` : '';
  return `agents.${name}: "${root.name}" has no agent "${name}". ${hint}Its agents are: ${namesOf(agents)}.`;
}

const namesOf = (agents: readonly Agent[]) => [...new Set(agents.map(({ name }) => name))].join(', ');

/** An agent and all that work for it. */
const agentsIn = (agent: Agent): readonly Agent[] => [agent, ...agent.parts.flatMap(agentsIn)];

/** As `checkOptions`, for a run that continues: its log says whose it is. */
export function checkStoredOptions(
  first: Entry | undefined,
  options: OptionsByAgent | undefined,
  agents: readonly Agent[],
): void {
  if (!options) return;
  const root = first?.type === 'chart.started' && agents.find(({ name }) => name === first.data.chart);
  if (root) checkOptions(root, options);
}

/** What of the options is kept in the log. */
export const loggedOptions = (options: OptionsByAgent): Readonly<Record<string, LoggedOptions>> =>
  Object.fromEntries(
    Object.entries(options).map(([name, given]) => [name, loggedSchema.parse(given) as LoggedOptions]),
  ); // what is undefined is not written
