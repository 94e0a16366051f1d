import { afterFailure, type EffectError, isWorthRetrying } from '../../domain/effect.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import { lastWords } from '../history.ts';
import { limitedAnswer } from '../limited-answer.ts';
import type { CallModelOutput } from './call-model.ts';
import type { ModelAgentContext } from './model-agent-work.ts';

/** Why a call of the model failed. */
export function failureOf(error: unknown, context: ModelAgentContext): EffectError {
  const { code, reason, message, retryable, retryAfterMs, limit, maxOutputTokens } = error as Partial<
    EffectError & { reason: string }
  >; // what it has of a model's error
  return {
    code: String(reason ?? code ?? 'bug'),
    message: String(message ?? error),
    retryable: retryable === true,
    startedAt: 0,
    at: 0,
    key: `${context.runPath.join('/')}.${context.turn}.${context.attempt}`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(limit === undefined ? {} : { limit }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

export const hasOtherModel = ({ model, settings }: ModelAgentContext) => model + 1 < settings.models.length;

/** Whether the same model is asked again. Nobody waits for a busy one while there is another. */
export const isWorthTrying = (context: ModelAgentContext, error: EffectError) =>
  !(error.code === 'rate-limit' && hasOtherModel(context)) && isWorthRetrying(context, error, context.settings);

/** What a failed call leaves for the next attempt. */
export function afterError(context: ModelAgentContext, error: EffectError): Partial<ModelAgentContext> {
  const { at: _, ...counts } = afterFailure(context, error, context.settings.retry);
  return { ...counts, attempt: context.attempt + 1, error: { code: error.code, message: error.message } };
}

/** A limit has ended the work: what was said last is the answer. */
export function afterLimit(context: ModelAgentContext, limit: ReachedLimit): Partial<ModelAgentContext> {
  const answer = limitedAnswer(lastWords(context.entries), limit);
  return { limit, answer, entries: [...context.entries, { agent: context.settings.name, message: answer }] };
}

/** The answer did not fit: the model is told once what is wrong, as the result of the call by which it was given. */
export function afterUnfit(
  { unfits, exchange }: ModelAgentContext,
  { text, unfit = '', attempted, provider }: CallModelOutput,
): Partial<ModelAgentContext> {
  // What was said is kept already, without the call.
  const before = text === '' ? exchange : exchange.slice(0, -1);
  const said: Message = {
    role: 'assistant',
    content: text,
    ...(attempted ? { toolCalls: [attempted], ...(provider ? { provider } : {}) } : {}),
  };
  const problem: Message = attempted
    ? { role: 'tool', content: `Error: ${unfit}`, toolCallId: attempted.id, name: attempted.name }
    : { role: 'user', content: unfit };
  const isEmpty = text === '' && !attempted;
  return {
    unfits: unfits + 1,
    exchange: [...before, ...(isEmpty ? [] : [{ message: said }]), { message: problem }],
    error: { code: 'bad-output', message: unfit },
  };
}
