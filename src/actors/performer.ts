import type { z } from 'zod';
import type { Brief, Resource } from '../domain/brief.ts';
import type { RunOptions } from '../domain/options.ts';
import { messageOf } from '../errors.ts';
import type { RunLog } from '../log/run-log.ts';
import type { Model, ModelRequest, ModelResponse, OutputSchema, Usage } from '../models/model.ts';
import { ModelError } from '../models/model-error.ts';
import { parseStructured } from '../models/structured-output.ts';
import { toMessages } from '../prompts/to-messages.ts';
import type { Specialist } from '../specialists/specialist.ts';
import type { Capability } from '../tools/tool.ts';
import type { Clock } from './clock.ts';

/** What the effects of an orchestrator stand on. */
export interface Cast {
  readonly model: Model;
  readonly specialists: readonly Specialist[];
  readonly allow: readonly Capability[];
  readonly clock: Clock;
  readonly options: RunOptions;
}

/** What one effect may use while it runs. */
export interface Performance {
  readonly cast: Cast;
  readonly log: RunLog;
  /** The effect's key with the run's id: what endpoints, tools and functions see, unique everywhere. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Takes pieces of text as they arrive. */
  readonly onDelta: (text: string) => void;
}

/** What an effect gives: a value for the chart and the log, and what it used. */
export interface Performed {
  readonly output: unknown;
  readonly usage?: Usage;
}

/**
 * Runs one kind of effect.
 *
 * Contract: it reads what it needs from the log and its input, stops soon after the signal aborts, and may throw: what it throws becomes
 * the effect's error.
 */
export type Performer<Input> = (input: Input, performance: Performance) => Promise<Performed>;

/** Calls a model about a brief. */
export function callModel(
  { key, signal, onDelta }: Performance,
  model: Model,
  brief: Brief,
  options: Pick<ModelRequest, 'schema' | 'tools'> & { streams?: boolean } = {},
): Promise<ModelResponse> {
  const { streams, ...rest } = options;
  return model.call({ brief, messages: toMessages(brief), key, signal, ...rest, ...(streams ? { onDelta } : {}) });
}

/** The text of a response that has to be one. */
export function textOf(response: ModelResponse): string {
  if (response.text.trim() !== '') return response.text;
  const [call] = response.toolCalls;
  const what = call ? `called the tool "${call.name}", which nobody offered` : 'was empty';
  throw new ModelError('bad-output', `The model's answer ${what}.`, { usage: response.usage });
}

/** The value of a response that has to have a shape. What was used is told even when it does not. */
export function structuredOf<S extends z.ZodType>(
  response: ModelResponse,
  schema: OutputSchema & { schema: S },
): z.output<S> {
  try {
    return parseStructured(response, schema);
  } catch (cause) {
    throw new ModelError('bad-output', messageOf(cause), { cause, usage: response.usage });
  }
}

/** Everything the specialists can work on. */
export async function resourcesOf(specialists: readonly Specialist[], signal: AbortSignal): Promise<Resource[]> {
  return (await Promise.all(specialists.map((specialist) => specialist.resources?.(signal) ?? []))).flat();
}

export const cardsOf = (specialists: readonly Specialist[]) =>
  specialists.map(({ name, description, capabilities }) => ({ name, description, capabilities }));
