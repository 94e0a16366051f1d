import { fromPromise } from 'xstate';
import { paidCall } from '../../actors/performers/paid-call.ts';
import { permit } from '../../actors/permit.ts';
import type { RetryPolicy } from '../../domain/effect.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { Message, ProviderFields, ToolCall } from '../../domain/message.ts';
import { ownValue } from '../../domain/own-value.ts';
import type { Model, ModelRequest, ModelResponse, ToolSpec, Usage } from '../../models/model.ts';
import { effectKey } from '../../run/live-sources.ts';
import { languageOf } from '../../text/language-of.ts';
import type { Policy, Ruling } from '../../tools/policy.ts';
import type { Tool } from '../../tools/tool.ts';
import { type AgentServices, servicesOf } from '../agent-services.ts';
import { argumentsOf, type MoveSpec } from '../moves.ts';
import { withinTime } from '../within-time.ts';
import { finalAnswer, type OutputShape, readShape } from './final-answer.ts';
import { readToolSpec } from './read-result.ts';

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
  readonly maxOutputTokens?: number;
}

/** What a call of the model came to. */
export interface CallModelOutput {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly provider?: ProviderFields;
  readonly reasoning?: string;
  readonly usage: Usage;
  /** Who answered. */
  readonly model: string;
  /** What becomes of each call of a tool, in their order. */
  readonly rulings: readonly Ruling[];
  /** The answer in the shape that is wanted, or what is wrong with it. */
  readonly output?: JsonValue;
  readonly unfit?: string;
}

export interface CallModelOptions {
  readonly models: readonly Model[];
  readonly tools: readonly Tool[];
  /** The agents that are called as tools, as a model sees them. */
  readonly delegates: readonly ToolSpec[];
  readonly specs: readonly ToolSpec[];
  readonly shape: OutputShape | undefined;
  readonly policy: Policy | undefined;
  readonly retry: RetryPolicy;
  readonly callMs: number;
  readonly maxOutputTokens: number | undefined;
}

/** Calls the model of an agent. */
export const callModel = (options: CallModelOptions) =>
  fromPromise<CallModelOutput, CallModelInput>(async ({ input, signal, self, system }) => {
    const services = servicesOf(system);
    const { callMs, models, retry } = options;
    const model = models[input.model] ?? models[0];
    if (!model) throw new Error('An agent without a model was asked.');
    const late = `${model.name} took longer than ${callMs} ms.`;
    const response = await withinTime(services.clock, callMs, signal, late, (until) => {
      const request = requestOf(options, input, { services, key: effectKey(self), signal: until });
      return paidCall(request, {
        model,
        ledger: services.ledger,
        priceOf: ({ name }) => ownValue(services.prices, name),
        paceOf: services.paceOf,
        clock: services.clock,
        retry,
        moreRoom: { raised: input.maxOutputTokens, most: options.maxOutputTokens },
        whileWaiting: (turn) => turn,
        onCall: () => {},
      });
    });
    return toOutput(response, model, { options, input, services }, { key: effectKey(self), signal });
  });

function requestOf(
  { tools, specs, delegates, shape, maxOutputTokens: most }: CallModelOptions,
  { agent, runPath, messages, moves, isLast, mayRead, maxOutputTokens = most }: CallModelInput,
  { services, key, signal }: { services: AgentServices; key: string; signal: AbortSignal },
): ModelRequest {
  const offered = [
    ...specs,
    ...delegates,
    ...moves.map(({ reply: _, ...spec }) => spec),
    ...(mayRead && (tools.length > 0 || delegates.length > 0) ? [readToolSpec] : []),
    ...(shape ? [finalAnswer(shape)] : []),
  ];
  const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const toolChoice = !isLast || offered.length === 0 ? undefined : shape ? { name: finalAnswer(shape).name } : 'none';
  return {
    brief: {
      purpose: 'agent',
      agent,
      runPath,
      messages,
      language: languageOf(said),
      date: new Date(services.clock.now()).toISOString().slice(0, 10),
    },
    messages,
    key,
    signal,
    ...(offered.length > 0 ? { tools: offered } : {}),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    onDelta: speaker(services, runPath),
  };
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
  response: ModelResponse,
  { name: model }: Model,
  { options, input, services }: Calling,
  about: { readonly key: string; readonly signal: AbortSignal },
): Promise<CallModelOutput> {
  const { text, toolCalls, provider, reasoning, usage } = response;
  const { shape } = options;
  const shaped = shape ? readShape(shape, text, toolCalls) : {};
  const calls = shape ? toolCalls.filter(({ name }) => name !== finalAnswer(shape).name) : toolCalls;
  const rulings = await Promise.all(calls.map((call) => rulingOn(call, { options, input, services }, about)));
  return {
    text,
    toolCalls: calls,
    usage,
    model,
    rulings,
    ...(provider ? { provider } : {}),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(calls.length > 0 ? {} : shaped),
  };
}

/** What becomes of a call. What is no tool is a move or another agent: nobody has to allow it. */
async function rulingOn(
  call: ToolCall,
  { options, input, services }: Calling,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
): Promise<Ruling> {
  const tool = options.tools.find(({ name }) => name === call.name);
  if (!tool) return { verdict: 'allow' };
  const asked = { tool: tool.name, capability: tool.capability, arguments: argumentsOf(call) };
  const { run, clock, policy, context } = services;
  return permit(options.policy ?? policy, clock, asked, { run, key, specialist: input.agent, signal, context });
}
