import { type AnyEventObject, fromPromise, type PromiseActorLogic } from 'xstate';
import { reachedLimitSchema } from '../domain/limit.ts';
import { messageOf } from '../errors.ts';

type Performance<Output, Input> = Parameters<typeof fromPromise<Output, Input, AnyEventObject>>[0];

/**
 * An effect of an agent: somebody's own code is called in it. Of what that throws the log gets what the charts read, and nothing else: the error of a client of
 * some service has requests and headers in its fields, and those may hold secrets.
 */
export const agentEffect = <Output, Input>(
  perform: Performance<Output, Input>,
): PromiseActorLogic<Output, Input, AnyEventObject> =>
  fromPromise<Output, Input>(async (about) => {
    try {
      return await perform(about);
    } catch (error) {
      throw bareError(error);
    }
  });

/** The fields of an error that charts and counts read, each with what it has to be. */
const readFields: Readonly<Record<string, (value: unknown) => unknown>> = {
  code: text,
  reason: text,
  retryable: (value) => (typeof value === 'boolean' ? value : undefined),
  retryAfterMs: amount,
  maxOutputTokens: amount,
  limit: (value) => reachedLimitSchema.safeParse(value).data,
  usage: (value) => amounts(value, ['modelCalls', 'inputTokens', 'outputTokens', 'costUsd']),
};

/** An error with the message and the fields that are read of what was thrown. */
export function bareError(error: unknown): Error {
  const { name, ...thrown } = fieldsOf(error, ['name', ...Object.keys(readFields)]);
  const bare = new Error(wordsOf(error));
  if (typeof name === 'string' && name !== 'Error') Object.defineProperty(bare, 'name', { value: name });
  for (const [field, read] of Object.entries(readFields)) {
    const value = read(thrown[field]);
    if (value !== undefined) Object.assign(bare, { [field]: value });
  }
  return bare;
}

/** Some objects throw when they are looked at. */
function fieldsOf(value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return {};
  try {
    return Object.fromEntries(names.map((name) => [name, (value as Record<string, unknown>)[name]])); // any object may be asked for a key
  } catch {
    return {};
  }
}

function wordsOf(error: unknown): string {
  const { message } = fieldsOf(error, ['message']);
  if (typeof message === 'string') return message;
  try {
    return messageOf(error);
  } catch {
    return 'Something was thrown that is no error.';
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function amounts(value: unknown, names: readonly string[]): Readonly<Record<string, number>> | undefined {
  const found = Object.entries(fieldsOf(value, names)).filter(([, each]) => amount(each) !== undefined);
  return found.length === 0 ? undefined : (Object.fromEntries(found) as Record<string, number>); // those that are
}
