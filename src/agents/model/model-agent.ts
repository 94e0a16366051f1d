import type { RetryPolicy } from '../../domain/effect.ts';
import { defaultApprovalMs, type RequestContext } from '../../domain/options.ts';
import type { OutputOf, StandardSchema } from '../../domain/schemas/standard-schema.ts';
import type { Model, ToolSpec } from '../../models/model.ts';
import type { Policy } from '../../tools/policy.ts';
import { type Tool, toToolSpec } from '../../tools/tool.ts';
import type { Agent } from '../agent.ts';
import { type AgentChoice, type AgentTool, isAgentChoice, isAgentTool } from '../agent-tool.ts';
import { checkAgent } from '../check-agent.ts';
import { type HistoryRewriter, rewriteHistory } from '../history.ts';
import type { ModelOptions } from './ask-model.ts';
import { callModel } from './call-model.ts';
import { checkDefinition } from './check-definition.ts';
import { finalAnswer, toWanted, type WantedAnswer } from './final-answer.ts';
import { shownIn } from './fit-exchange.ts';
import { modelAgentMachine } from './model-agent-machine.ts';
import { type Delegation, defaultRetry, type ModelAgentSettings } from './model-agent-settings.ts';
import { isSearched, specTokens, type ToolOffer } from './offered-tools.ts';
import { type GenInput, type Instructions, prepare } from './prepare.ts';
import { summarize } from './summarize.ts';
import { toolCallMachine } from './tool-call-machine.ts';
import { delegateSlot } from './tool-call-work.ts';
import { useTool } from './use-tool.ts';

/** A tool, an agent as a tool, or a tool that calls one of several agents; `Context` is what tools expect of the request's context. */
export type AnyTool<Context = RequestContext> = Tool<Context> | AgentTool | AgentChoice<Context>;

/** What `agent` takes. */
export interface AgentDefinition<Schema extends StandardSchema = StandardSchema, Context = RequestContext> {
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
  readonly tools?: readonly AnyTool<Context>[];
  /** Makes its input of what is there. @default the instructions, what the user said, and the history as `rewriteHistory` gives it */
  readonly genInput?: GenInput;
  /** @default rewriteHistory, fenced: what others said becomes context */
  readonly rewriteHistory?: HistoryRewriter;
  /** Leaves the calls out of its input by which work was handed on. @default false */
  readonly skipTransferMessages?: boolean;
  /** The shape of its answer: `output` of the result has it, checked. A schema of zod, or of a library that writes JSON Schema. */
  readonly outputSchema?: Schema;
  /** How often its model is asked at most. @default 20 */
  readonly turns?: number;
  /** How often one call is tried. @default 3 */
  readonly attempts?: number;
  readonly retry?: RetryPolicy;
  /** How long one call of its model may take. @default 120000 */
  readonly callMs?: number;
  /** How long one call of a tool may take, and one of `instructions` or `genInput`. @default 60000 */
  readonly toolMs?: number;
  /** How long a person has to approve a call; then it counts as refused, unless the policy says otherwise. @default 86400000, a day */
  readonly approvalMs?: number;
  readonly maxOutputTokens?: number;
  /**
   * What a call of its model may have at most, in tokens, by the estimate: old results are cleared, and what is older still is summarised, before there is more.
   *
   * @default no bound
   */
  readonly windowTokens?: number;
  /** With more tools than that its model searches for them, with `find_tools`. @default 24 */
  readonly toolsShown?: number;
  /** The names of tools that are offered without being searched for. @default [] */
  readonly alwaysShown?: readonly string[];
  /** What becomes of its calls of tools. @default the runner's */
  readonly policy?: Policy;
  /** Whether it is shown what is remembered, where the runner has a memory. @default true */
  readonly memory?: boolean;
}

/** Makes an agent of a language model with tools. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function agent<Schema extends StandardSchema = StandardSchema<string>, Context = RequestContext>(
  definition: AgentDefinition<Schema, Context>,
): Agent<OutputOf<Schema>> {
  checkDefinition(definition);
  const { name, description, version = '1', outputSchema } = definition;
  const tools = (definition.tools ?? []) as readonly AnyTool[]; // what they expect of a context, the runner's schema checks
  const own = tools.filter((tool): tool is Tool => !isAgentTool(tool));
  const parts = partsOf(tools);
  checkAgent({ name, description, parts });
  const models = [definition.model].flat();
  const { retry = defaultRetry, policy, maxOutputTokens, callMs = 120_000, toolMs = 60_000, windowTokens } = definition;
  const { memory: isReminded = true } = definition;
  const wanted = outputSchema && toWanted(name, outputSchema);
  const specs = tools.map((tool) => (isAgentTool(tool) ? tool.spec : toToolSpec(tool)));
  const offer = toOffer(definition, specs, wanted);
  const modelOptions: ModelOptions = { models, retry, callMs, maxOutputTokens };
  const settings: ModelAgentSettings = {
    name,
    turns: definition.turns ?? 20,
    attempts: definition.attempts ?? 3,
    retry,
    models: models.map((model) => model.name),
    delegates: delegationsOf(tools),
    offer,
    windowTokens,
    approvalMs: definition.approvalMs ?? defaultApprovalMs,
    isShaped: outputSchema !== undefined,
  };
  const machine = modelAgentMachine(settings).provide({
    actors: {
      prepare: prepare({
        name,
        instructions: definition.instructions ?? '',
        genInput: definition.genInput,
        rewrite: definition.rewriteHistory ?? rewriteHistory,
        skipTransferMessages: definition.skipTransferMessages ?? false,
        timeoutMs: toolMs,
        hasTools: tools.length > 0,
        isReminded,
      }),
      callModel: callModel({
        ...modelOptions,
        tools: own,
        specs,
        wanted,
        policy,
        isReminded,
      }),
      summarize: summarize(modelOptions),
      toolCall: toolCallMachine.provide({
        actors: {
          useTool: useTool({
            tools: own,
            timeoutMs: toolMs,
            shown: shownIn(windowTokens),
            searched: isSearched(offer) ? specs : [],
            policy,
          }),
          ...Object.fromEntries(parts.map((part) => [delegateSlot(part.name), part.machine])),
        },
      }),
    },
  });
  return {
    name,
    description,
    version,
    machine,
    parts,
    takesOptions: true,
    ...(outputSchema ? { givesData: true } : {}),
  };
}

/** The agents in an agent's tools, each once. */
const partsOf = (tools: readonly AnyTool[]): readonly Agent[] => [
  ...new Set(
    tools.flatMap((tool) =>
      isAgentTool(tool) ? [tool.agent] : isAgentChoice(tool) ? Object.values(tool.choice.agents) : [],
    ),
  ),
];

const delegationsOf = (tools: readonly AnyTool[]): Readonly<Record<string, Delegation>> =>
  Object.fromEntries(
    tools.flatMap((tool): [string, Delegation][] => {
      if (isAgentTool(tool)) return [[tool.name, { agent: tool.agent.name }]];
      if (!isAgentChoice(tool)) return [];
      const { by, agents } = tool.choice;
      const names = Object.entries(agents).map(([value, { name }]) => [value, name]);
      return [[tool.name, { by, agents: Object.fromEntries(names) as Record<string, string> }]]; // pairs of names
    }),
  );

function toOffer(
  { toolsShown = 24, alwaysShown = [] }: Pick<AgentDefinition, 'toolsShown' | 'alwaysShown'>,
  specs: readonly ToolSpec[],
  wanted: WantedAnswer | undefined,
): ToolOffer {
  return {
    tools: specs.map((spec) => ({ name: spec.name, tokens: specTokens(spec) })),
    shown: toolsShown,
    always: alwaysShown,
    besides: wanted ? specTokens(finalAnswer(wanted)) : 0,
  };
}
