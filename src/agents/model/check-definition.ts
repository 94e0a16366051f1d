import { z } from 'zod';
import { isRecord } from '../../domain/is-record.ts';
import { definitionProblem, functionSchema } from '../../domain/schemas/config-problem.ts';
import { TroupeError } from '../../errors.ts';
import type { Model } from '../../models/model.ts';
import { isPlainName } from '../../text/is-plain-name.ts';
import { checkPolicy, type Policy } from '../../tools/policy.ts';
import { isAgentTool } from '../agent-tool.ts';
import { exitName, transferName } from '../moves.ts';
import { loggedShape } from '../running/agent-options.ts';
import { finalAnswerName } from './final-answer.ts';
import { findToolsSpec } from './offered-tools.ts';
import { readToolSpec } from './read-result.ts';

/** Less than that leaves no room for a summary and the turn after it. */
const smallestWindow = 2_000;

const wait = z.number().min(0);
const definitionSchema = z.strictObject({
  ...loggedShape,
  // Each is looked at below, in words of its own; zod 4.4 and later would refuse a missing one before that.
  name: z.unknown().optional(),
  description: z.unknown().optional(),
  version: z.string().optional(),
  model: z.unknown().optional(),
  instructions: z.union([z.string(), functionSchema], { error: 'pass a text or a function' }).optional(),
  tools: z.array(z.unknown(), { error: 'pass a list of tools' }).optional(),
  genInput: functionSchema.optional(),
  rewriteHistory: functionSchema.optional(),
  skipTransferMessages: z.boolean().optional(),
  outputSchema: z.unknown().optional(),
  retry: z.strictObject({ baseMs: wait, maxMs: wait, maxAskedMs: wait.optional() }).optional(),
  windowTokens: z.int().min(smallestWindow).optional(),
  toolsShown: z.int().min(0).optional(),
  alwaysShown: z.array(z.string()).optional(),
  policy: z.unknown().optional(),
  memory: z.boolean().optional(),
});

/** The names under which an agent is offered something of its own, or of the composition that it is in. */
const taken: ReadonlySet<string> = new Set([
  exitName,
  transferName,
  'choose',
  'plan',
  'respond',
  finalAnswerName,
  readToolSpec.name,
  findToolsSpec.name,
]);

interface Definition {
  readonly name: string;
  readonly model: Model | readonly Model[];
  readonly tools?: readonly object[];
  readonly policy?: Policy;
}

/** Looks at what `agent` is given. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function checkDefinition(definition: Definition): void {
  const of = `The agent "${definition?.name}"`;
  const problem = definitionProblem(definition, definitionSchema);
  if (problem) throw new TroupeError('bad-config', `${of}: ${problem}.`);
  const { model, tools = [], policy } = definition;
  const models = [model].flat();
  if (models.length === 0 || models.some((each) => typeof each?.call !== 'function')) {
    throw new TroupeError('bad-config', `${of} needs a model, such as openaiModel({ model }).`);
  }
  checkPolicy(policy, of);
  checkTools(of, tools);
}

function checkTools(of: string, tools: readonly unknown[]): void {
  const seen = new Set<string>();
  for (const tool of tools) {
    const problem = toolProblem(tool, seen);
    if (problem) throw new TroupeError('bad-config', `${of} ${problem}`);
    seen.add((tool as { name: string }).name); // just looked at
  }
}

function toolProblem(tool: unknown, seen: ReadonlySet<string>): string | undefined {
  if (!isRecord(tool)) return 'has a tool that is none. Pass what defineTool() or asTool() returns.';
  const { name, machine, run } = tool;
  if (machine) return `has the agent "${String(name)}" among its tools. Pass asTool(agent).`;
  if (!isAgentTool(tool) && typeof run !== 'function') {
    return `has a tool "${String(name)}" that cannot be run. Pass what defineTool() or asTool() returns.`;
  }
  if (!isPlainName(name)) {
    return `has a tool named "${String(name)}". Use 1 to 64 letters, digits, "_" or "-".`;
  }
  if (seen.has(name)) return `has two tools named "${name}". Give each a name of its own.`;
  return taken.has(name)
    ? `has a tool named "${name}", under which agents are offered something else. Give it another name.`
    : undefined;
}
