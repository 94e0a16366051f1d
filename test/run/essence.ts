import type { AnyActorRef } from 'xstate';

/** What has to be the same of a machine however often it was interrupted. */
export interface Essence {
  readonly status: string;
  readonly value: unknown;
  readonly context: unknown;
  readonly output: unknown;
  readonly error: unknown;
}

interface AnySnapshot {
  readonly status: string;
  readonly value?: unknown;
  readonly context?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
}

/** The state of a machine as JSON: actors by what they came to, errors by their message. */
export function essenceOf(snapshot: unknown): Essence {
  const { status, value, context, output, error } = snapshot as AnySnapshot; // of a machine
  return { status, value: plain(value), context: plain(context), output: plain(output), error: plain(error) };
}

const isActor = (value: object): value is AnyActorRef => 'getSnapshot' in value && 'sessionId' in value;

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value;
  if (isActor(value)) return { actor: plain(value.getSnapshot().output), status: value.getSnapshot().status };
  if (value instanceof Error) return { error: value.message };
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) return { map: [...value].map(plain) };
  if (value instanceof Set) return { set: [...value].map(plain) };
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
