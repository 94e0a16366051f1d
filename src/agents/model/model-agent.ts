import type { z } from 'zod';
import type { RetryPolicy } from '../../domain/effect.ts';
import { TroupeError } from '../../errors.ts';
import type { Model } from '../../models/model.ts';
import type { Policy } from '../../tools/policy.ts';
import { type Tool, toToolSpec } from '../../tools/tool.ts';
import type { Agent } from '../agent.ts';
import { type AgentTool, isAgentTool } from '../agent-tool.ts';
import { checkAgent } from '../check-agent.ts';
import { type HistoryRewriter, rewriteHistory } from '../history.ts';
import { callModel } from './call-model.ts';
import { toShape } from './final-answer.ts';
import { modelAgentMachine } from './model-agent-machine.ts';
import type { ModelAgentSettings } from './model-agent-work.ts';
import { type GenInput, type Instructions, prepare } from './prepare.ts';
import { toolCallMachine } from './tool-call-machine.ts';
import { useTool } from './use-tool.ts';

/** What `agent` takes. */
export interface AgentDefinition<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** What it can do: whoever hands work on chooses by it. */
  readonly description: string;
  /** Changed with every change after which a stored run could come out differently. @default '1' */
  readonly version?: string;
  /** Who is asked; of several the next one when one fails for good. */
  readonly model: Model | readonly Model[];
  /** What it is told to be. @default '' */
  readonly instructions?: Instructions;
  /** What it may use: tools, and agents as tools. @default [] */
  readonly tools?: readonly (Tool | AgentTool)[];
  /** Makes its input of what is there. @default the instructions, what the user said, and the history as `rewriteHistory` gives it */
  readonly genInput?: GenInput;
  /** @default rewriteHistory: what others said becomes context */
  readonly rewriteHistory?: HistoryRewriter;
  /** Leaves the calls out of its input by which work was handed on. @default false */
  readonly skipTransferMessages?: boolean;
  /** The shape of its answer: `output` of the result has it, checked. */
  readonly outputSchema?: Schema;
  /** How often its model is asked at most. @default 20 */
  readonly turns?: number;
  /** How often one call is tried. @default 3 */
  readonly attempts?: number;
  readonly retry?: RetryPolicy;
  /** How long one call of its model, and one of a tool, may take. @default 120000 and 60000 */
  readonly callMs?: number;
  readonly toolMs?: number;
  /** How long a person has to approve a call; then it counts as refused. @default no end */
  readonly approvalMs?: number;
  readonly maxOutputTokens?: number;
  /** What becomes of its calls of tools. @default the runner's */
  readonly policy?: Policy;
}

const defaultRetry: RetryPolicy = { baseMs: 500, maxMs: 8_000, maxAskedMs: 60_000 };

/** Makes an agent of a language model with tools. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function agent<Schema extends z.ZodType = z.ZodType<string>>(
  definition: AgentDefinition<Schema>,
): Agent<z.output<Schema>> {
  const { name, description, version = '1', tools = [], outputSchema } = definition;
  const delegates = tools.filter(isAgentTool);
  const own = tools.filter((tool): tool is Tool => !isAgentTool(tool));
  const parts = delegates.map((tool) => tool.agent);
  checkAgent({ name, description, parts });
  checkTools(name, tools);
  const models = [definition.model].flat();
  if (models.length === 0 || models.some((model) => typeof model?.call !== 'function')) {
    throw new TroupeError('bad-config', `The agent "${name}" needs a model, such as openaiModel({ model }).`);
  }
  const { retry = defaultRetry, policy, maxOutputTokens, callMs = 120_000, toolMs = 60_000 } = definition;
  const settings: ModelAgentSettings = {
    name,
    turns: definition.turns ?? 20,
    attempts: definition.attempts ?? 3,
    retry,
    models: models.map((model) => model.name),
    delegates: Object.fromEntries(delegates.map((tool) => [tool.name, tool.agent.name])),
    approvalMs: definition.approvalMs,
    isShaped: outputSchema !== undefined,
  };
  const machine = modelAgentMachine(settings).provide({
    actors: {
      prepare: prepare({
        instructions: definition.instructions ?? '',
        genInput: definition.genInput,
        rewriteHistory: definition.rewriteHistory ?? rewriteHistory,
        skipTransferMessages: definition.skipTransferMessages ?? false,
      }),
      callModel: callModel({
        models,
        tools: own,
        specs: own.map(toToolSpec),
        delegates: delegates.map((tool) => tool.spec),
        shape: outputSchema && toShape(outputSchema),
        policy,
        retry,
        callMs,
        maxOutputTokens,
      }),
      toolCall: toolCallMachine.provide({
        actors: {
          useTool: useTool(own, toolMs),
          ...Object.fromEntries(parts.map((part) => [part.name, part.machine])),
        },
      }),
    },
  });
  return { name, description, version, machine, parts, ...(outputSchema ? { givesData: true } : {}) };
}

function checkTools(name: string, tools: readonly { readonly name: string }[]): void {
  const seen = new Set<string>();
  for (const tool of tools) {
    if (seen.has(tool.name)) {
      throw new TroupeError(
        'bad-config',
        `The agent "${name}" has two tools named "${tool.name}". Give each a name of its own.`,
      );
    }
    seen.add(tool.name);
  }
}
