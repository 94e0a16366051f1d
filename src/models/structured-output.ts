import { z } from 'zod';
import { deepFreeze } from '../domain/deep-freeze.ts';
import { isRecord } from '../domain/is-record.ts';
import type { JsonSchema, OutputShape } from '../domain/schemas/standard-schema.ts';
import { type FoundJson, findJson } from './json-in-text.ts';
import type { ModelResponse, OutputSchema } from './model.ts';
import { ModelError } from './model-error.ts';
import { thinkingNames } from './thinking-tags.ts';

const maxIssues = 10;

type Answer = Pick<ModelResponse, 'text' | 'reasoning'>;

/**
 * Reads the value that a model was asked for, from its text or else from its reasoning.
 *
 * Contract: throws a `ModelError` with reason `bad-output` that says what is wrong, path by path; never completes a cut value.
 */
export function parseStructured<S extends z.ZodType>(
  response: Answer,
  schema: OutputSchema & { readonly schema: S },
): z.output<S> {
  const found = valuesIn(response);
  if (found.isCut) throw badOutput(schema, 'ends in the middle of its JSON value');
  // The last value that fits: a model that shows a draft or repeats the question's data does so before it answers.
  const results = found.values.map((value) => schema.schema.safeParse(value));
  const fitting = results.findLast((result) => result.success);
  if (fitting) return fitting.data;
  const error = results.at(-1)?.error;
  if (!error) throw badOutput(schema, 'has no closed JSON value. Write one JSON object and nothing else');
  throw badOutput(schema, `does not fit: ${describeIssues(error)}`, error);
}

/** A shape as a call has it, the same object each time: for who knows zod only it is read from the JSON Schema. */
export function toOutputSchema(shape: OutputShape): OutputSchema {
  const known = outputSchemas.get(shape) ?? { name: shape.name, schema: zodOf(shape), jsonSchema: shape.schema };
  outputSchemas.set(shape, known);
  return known;
}

const outputSchemas = new WeakMap<OutputShape, OutputSchema>();

function zodOf({ schema }: OutputShape): z.ZodType {
  try {
    return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema); // JSON Schema by its name: what is not throws
  } catch {
    return z.looseObject({});
  }
}

/** Whether a JSON Schema says of every object all that strict endpoints want to know: no open objects, every property required. */
export const isStrict = ({ jsonSchema }: OutputSchema): boolean => jsonSchema === undefined || isClosable(jsonSchema);

function isClosable(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isClosable);
  if (!isRecord(node)) return true;
  const { type, properties, required = [], additionalProperties } = node;
  if (type === 'object') {
    if (!isRecord(properties) || (additionalProperties !== undefined && additionalProperties !== false)) return false;
    if (!Object.keys(properties).every((name) => [required].flat().includes(name))) return false;
  }
  return Object.values(node).every(isClosable);
}

/** The same schema without what strict endpoints refuse. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (!isRecord(node)) return node;
  const { oneOf, ...rest } = node;
  const isKeyword = (name: string) => (unsent as readonly string[]).includes(name);
  const kept = Object.entries(rest).filter(([name, value]) => !isKeyword(name) || isRecord(value));
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, closed(value)])),
    ...(oneOf === undefined ? {} : { [Array.isArray(oneOf) ? 'anyOf' : 'oneOf']: closed(oneOf) }),
    ...(node.type === 'object' ? { additionalProperties: false } : {}),
  };
}

/**
 * Converts a zod schema to the JSON Schema that strict endpoints take: no open objects, every property required.
 *
 * Contract: throws a `ModelError` with reason `bad-request` when the schema says something that cannot be sent.
 */
export function toWireSchema(output: OutputSchema): Readonly<Record<string, unknown>> {
  const known = wireSchemas.get(output.schema) ?? deepFreeze(wireSchemaOf(output));
  wireSchemas.set(output.schema, known);
  return known;
}

const wireSchemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

function wireSchemaOf(output: OutputSchema): JsonSchema {
  const { name, schema, jsonSchema } = output;
  if (jsonSchema) return isStrict(output) ? (closed(jsonSchema) as JsonSchema) : structuredClone(jsonSchema); // an object stays one
  let wire: Record<string, unknown>;
  try {
    wire = z.toJSONSchema(schema, {
      target: 'draft-7',
      override: ({ jsonSchema, path }) => makeStrict(jsonSchema, path),
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError('bad-request', `Schema "${name}" cannot be sent to a model: ${why}`, { cause });
  }
  if (wire.type !== 'object') {
    throw new ModelError('bad-request', `Schema "${name}" is not an object. Put it into one property of an object.`);
  }
  const { $schema: _, ...rest } = wire;
  return rest;
}

/** What a model is told when the endpoint does not take the schema itself. */
export function schemaInstruction(schema: OutputSchema, inChinese = false): string {
  const words = inChinese
    ? '只用一个 JSON 对象回答，不要写其他内容。它必须符合这个 JSON Schema：'
    : 'Answer with one JSON object and nothing else. It has to fit this JSON Schema:';
  return `${words}\n${JSON.stringify(toWireSchema(schema))}`;
}

/** Whether an answer begins as an object, as it does wherever the endpoint itself keeps to the schema. */
export function beginsAsObject({ text, reasoning = '' }: Answer): boolean {
  return [splitThinking(text).answer, reasoning].some((part) => part.trimStart().startsWith('{'));
}

/** The JSON values in a response: in its text, or else in its reasoning. */
export function valuesIn(response: Answer): FoundJson {
  const { answer, thinking } = splitThinking(response.text);
  let found = findJson(answer);
  for (const source of [response.reasoning ?? '', thinking]) {
    if (found.values.length > 0 || found.isCut) break;
    found = findJson(source);
  }
  return found;
}

/** Keywords that strict endpoints refuse; zod checks them afterwards. */
const unsent = ['minLength', 'maxLength', 'default'] as const;

/** Zod itself closes the objects that remain. */
function makeStrict(node: z.core.JSONSchema.BaseSchema, path: readonly (string | number)[]): void {
  for (const keyword of unsent) delete node[keyword];
  if (node.oneOf) {
    node.anyOf = node.oneOf; // the only union that strict endpoints take
    delete node.oneOf;
  }
  if (node.type !== 'object') return;
  const where = path.filter((part) => part !== 'properties').join('.') || 'the root';
  if (typeof node.additionalProperties === 'object') {
    throw new Error(`${where} is a record. Use a list of { key, value } objects.`);
  }
  const optional = Object.keys(node.properties ?? {}).find((key) => !node.required?.includes(key));
  if (optional !== undefined) throw new Error(`${where} has the optional property "${optional}". Use .nullable().`);
}

const lastClosing = new RegExp(`^([\\s\\S]*)</(?:${thinkingNames})>([\\s\\S]*)$`, 'i');
const anyOpening = new RegExp(`<(?:${thinkingNames})>`, 'i');

/** Separates the answer from what was thought in tags. Some templates leave the first tag out, some models the last. */
function splitThinking(text: string): { answer: string; thinking: string } {
  if (text.trimStart().startsWith('{')) return { answer: text, thinking: '' };
  const [, closed = '', rest = text] = lastClosing.exec(text) ?? [];
  const [answer = '', open = ''] = rest.split(anyOpening, 2);
  return { answer, thinking: closed + open };
}

function describeIssues(error: z.ZodError): string {
  const lines = error.issues.map(({ path, message }) => `${path.length ? path.join('.') : 'the value'}: ${message}`);
  const more = lines.length > maxIssues ? [`and ${lines.length - maxIssues} more`] : [];
  return [...lines.slice(0, maxIssues), ...more].join('; ');
}

function badOutput(schema: OutputSchema, problem: string, cause?: unknown): ModelError {
  return new ModelError('bad-output', `The answer for "${schema.name}" ${problem}.`, { cause });
}
