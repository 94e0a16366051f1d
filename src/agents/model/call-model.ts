import { permit } from '../../actors/permit.ts';
import type { Message, ProviderFields, ToolCall } from '../../domain/message.ts';
import type { ModelRequest, ToolSpec, Usage } from '../../models/model.ts';
import { effectKey } from '../../run/live-sources.ts';
import { languageOf } from '../../text/language-of.ts';
import type { Policy, Ruling } from '../../tools/policy.ts';
import { argumentsProblem, type Tool } from '../../tools/tool.ts';
import { agentEffect } from '../agent-effect.ts';
import { type AgentServices, servicesOf } from '../agent-services.ts';
import type { AskedCall } from '../ask.ts';
import { argumentsOf, type MoveSpec } from '../moves.ts';
import { type AskedModel, askModel, type ModelOptions } from './ask-model.ts';
import { finalAnswer, finalAnswerName, type ReadAnswer, readAnswer, type WantedAnswer } from './final-answer.ts';
import { findToolsSpec, refusedTools } from './offered-tools.ts';
import { readToolSpec } from './read-result.ts';
import { parsedArguments } from './use-tool.ts';
import { withMemory } from './with-memory.ts';

export interface CallModelInput {
  readonly agent: string;
  readonly runPath: readonly string[];
  readonly messages: readonly Message[];
  readonly moves: readonly MoveSpec[];
  /** Which of its models. */
  readonly model: number;
  /** No turn comes after this one: an answer is wanted, no more tools. */
  readonly isLast: boolean;
  /** Something was shown in part, or cleared. */
  readonly mayRead: boolean;
  /** Where tools are searched for: those that are offered. */
  readonly offered?: readonly string[];
  readonly maxOutputTokens?: number;
}

/** What becomes of a call. */
export interface CallRuling extends Ruling {
  /** What is wrong with its arguments, where a person would have to be asked about it. */
  readonly misfit?: string;
  /** Of a call that a person is asked about: what its tool may do, and the JSON Schema of its arguments. */
  readonly about?: AskedCall;
}

/** What a call of the model came to; where the answer has to have a shape, also the answer in it, or what is wrong with it. */
export interface CallModelOutput extends ReadAnswer {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly provider?: ProviderFields;
  readonly reasoning?: string;
  readonly usage: Usage;
  /** Who answered. */
  readonly model: string;
  /** How long it took until the first piece of the answer came, where it came in pieces. */
  readonly firstMs?: number;
  /** What becomes of each call of a tool, in their order. */
  readonly rulings: readonly CallRuling[];
}

export interface CallModelOptions extends ModelOptions {
  readonly tools: readonly Tool[];
  /** The tools and the agents that are called as tools, as a model sees them. */
  readonly specs: readonly ToolSpec[];
  readonly wanted: WantedAnswer | undefined;
  readonly policy: Policy | undefined;
  /** Whether it is shown what is remembered. */
  readonly isReminded: boolean;
}

/** Calls the model of an agent. */
export const callModel = (options: CallModelOptions) =>
  agentEffect<CallModelOutput, CallModelInput>(async ({ input, signal, self, system }) => {
    const services = servicesOf(system);
    const { agent, runPath } = input;
    const given = withMemory(services, input.messages, { isReminded: options.isReminded, signal });
    const { messages, known } = given instanceof Promise ? await given : given;
    const said = input.messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const asked = await askModel(options, input, { signal, self, system }, ({ date, ...about }) => ({
      ...about,
      ...offerOf(options, input, services),
      brief: { purpose: 'agent', agent, runPath, messages, language: languageOf(said), date, ...known },
      messages,
      onDelta: speaker(services, runPath),
    }));
    return toOutput(asked, { options, input, services }, { key: effectKey(self), signal });
  });

/** The tools of a call, and which of them has to be called. */
function offerOf(
  { specs, wanted, tools, policy }: CallModelOptions,
  { agent, moves, isLast, mayRead, offered: names }: CallModelInput,
  services: AgentServices,
): Pick<ModelRequest, 'tools' | 'toolChoice'> {
  const refused = refusedTools(tools, policy ?? services.policy, agent);
  const allowed = specs.filter(({ name }) => !refused.has(name));
  const offered = [
    ...(names ? [findToolsSpec, ...allowed.filter(({ name }) => names.includes(name))] : allowed),
    ...moves.map(({ reply: _, ...spec }) => spec),
    ...(mayRead && specs.length > 0 ? [readToolSpec] : []),
    ...(wanted ? [finalAnswer(wanted)] : []),
  ];
  if (offered.length === 0) return {};
  const toolChoice = !isLast ? undefined : wanted ? { name: finalAnswerName } : 'none';
  return { tools: offered, ...(toolChoice === undefined ? {} : { toolChoice }) };
}

/** Passes on what is written as it arrives. */
function speaker(services: AgentServices, runPath: readonly string[]): (text: string) => void {
  let at = 0;
  return (text) => {
    services.delta(runPath, { at, text });
    at += text.length;
  };
}

/** A call, and what it stands on. */
interface Calling {
  readonly options: CallModelOptions;
  readonly input: CallModelInput;
  readonly services: AgentServices;
}

async function toOutput(
  { response, model, firstMs }: AskedModel,
  { options, input, services }: Calling,
  about: { readonly key: string; readonly signal: AbortSignal },
): Promise<CallModelOutput> {
  const { text, toolCalls, provider, reasoning, usage } = response;
  const { wanted } = options;
  const calls = wanted ? toolCalls.filter(({ name }) => name !== finalAnswerName) : toolCalls;
  const rulings = await Promise.all(calls.map((call) => rulingOn(call, { options, input, services }, about)));
  return {
    text,
    toolCalls: calls,
    usage,
    model,
    ...(firstMs === undefined ? {} : { firstMs }),
    rulings,
    ...(provider ? { provider } : {}),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(wanted && calls.length === 0 ? await readAnswer(wanted, text, toolCalls) : {}),
  };
}

/** What becomes of a call. What is no tool is a move or another agent: nobody has to allow it. */
async function rulingOn(
  call: ToolCall,
  { options, input, services }: Calling,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
): Promise<CallRuling> {
  const tool = options.tools.find(({ name }) => name === call.name);
  if (!tool) return { verdict: 'allow' };
  const asked = { tool: tool.name, capability: tool.capability, arguments: argumentsOf(call) };
  const { run, clock, context } = services;
  const policy = options.policy ?? services.policy;
  const ruling = await permit(policy, clock, asked, { run, key, specialist: input.agent, signal, context });
  if (ruling.verdict !== 'ask') return ruling;
  const misfit = misfitOf(tool, call);
  const { onTimeout } = policy;
  const defaults = onTimeout ? { onTimeout } : {};
  if (misfit !== undefined) return { ...defaults, ...ruling, misfit };
  const { capability } = tool;
  const schema = options.specs.find(({ name }) => name === tool.name)?.parameters;
  const about = { ...(capability === undefined ? {} : { capability }), ...(schema === undefined ? {} : { schema }) };
  return { ...defaults, ...ruling, about };
}

/** What is wrong with the arguments of a call: one that does not fit its tool is not put before a person. */
function misfitOf(tool: Tool, call: ToolCall): string | undefined {
  const given = parsedArguments(call);
  if (!given.ok) return given.problem;
  const problem = argumentsProblem(tool, given.input);
  return problem && `The input of ${tool.name} is wrong: ${problem}`;
}
