import { fromPromise } from 'xstate';
import { paidCall } from '../../actors/performers/paid-call.ts';
import type { RetryPolicy } from '../../domain/effect.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { Message, ProviderFields, ToolCall } from '../../domain/message.ts';
import { ownValue } from '../../domain/own-value.ts';
import { messageOf } from '../../errors.ts';
import type { Model, ModelRequest, ModelResponse, ToolSpec, Usage } from '../../models/model.ts';
import { effectKey } from '../../run/live-sources.ts';
import { languageOf } from '../../text/language-of.ts';
import type { Tool } from '../../tools/tool.ts';
import { type AgentServices, servicesOf } from '../agent-services.ts';
import type { MoveSpec } from '../moves.ts';
import type { Policy, Verdict } from '../policy.ts';
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
  readonly verdicts: readonly Verdict[];
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
        price: ownValue(services.prices, model.name),
        pace: services.paceOf(model),
        retry,
        moreRoom: { raised: input.maxOutputTokens, most: options.maxOutputTokens },
        whileWaiting: (turn) => turn,
        onCall: () => {},
      });
    });
    return toOutput(response, model, { options, input, services });
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

async function toOutput(
  response: ModelResponse,
  { name: model }: Model,
  { options, input, services }: { options: CallModelOptions; input: CallModelInput; services: AgentServices },
): Promise<CallModelOutput> {
  const { text, toolCalls, provider, reasoning, usage } = response;
  const { shape } = options;
  const shaped = shape ? readShape(shape, text, toolCalls) : {};
  const calls = shape ? toolCalls.filter(({ name }) => name !== finalAnswer(shape).name) : toolCalls;
  const verdicts = await Promise.all(calls.map((call) => verdictOn(call, { options, input, services })));
  return {
    text,
    toolCalls: calls,
    usage,
    model,
    verdicts,
    ...(provider ? { provider } : {}),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(calls.length > 0 ? {} : shaped),
  };
}

/** What becomes of a call; where that cannot be said a person is asked. */
async function verdictOn(
  call: ToolCall,
  { options, input, services }: { options: CallModelOptions; input: CallModelInput; services: AgentServices },
): Promise<Verdict> {
  const tool = options.tools.find(({ name }) => name === call.name);
  if (!tool) return 'allow';
  try {
    return await (options.policy ?? services.policy)({ agent: input.agent, call, tool });
  } catch (error) {
    console.error(`The policy threw for ${call.name}: ${messageOf(error)}. A person is asked.`);
    return 'ask';
  }
}
