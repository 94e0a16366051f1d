import { z } from 'zod';

/** What is wrong with a configuration, in words that name the field, its value and what is allowed by the schema. */
export function configProblem(config: unknown, issue: z.core.$ZodIssue, schema?: z.ZodType): string {
  if (issue.code === 'unrecognized_keys') {
    const where = issue.path.length > 0 ? ` in ${issue.path.join('.')}` : '';
    const allowed = settingsAt(schema, issue.path);
    const there = allowed.length > 0 ? `: allowed are ${allowed.join(', ')}` : '';
    return `${issue.keys.map((key) => `"${key}"`).join(', ')}${where} is not a setting${there}`;
  }
  const field = issue.path.join('.') || 'the configuration';
  return `${field} is ${shown(valueAt(config, issue.path))}: ${issue.message}`;
}

/** The names of the settings that a schema has at a path. */
function settingsAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  const at = path.reduce<unknown>((outer, key) => {
    const part = bare(outer);
    if (part instanceof z.ZodRecord) return part.valueType;
    return part instanceof z.ZodObject ? part.shape[key as string] : undefined;
  }, schema);
  const part = bare(at);
  return part instanceof z.ZodObject ? Object.keys(part.shape) : [];
}

/** A schema without what it says for a value that is left out. */
function bare(schema: unknown): unknown {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return isWrapped ? bare(schema.unwrap()) : schema;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value); // any value may be asked for a key
}

export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function'; // any value may be asked for a key

/** Everything that is wrong with a definition, in one sentence; nothing when it fits the schema. */
export function definitionProblem(definition: unknown, schema: z.ZodType): string | undefined {
  const { error } = schema.safeParse(definition);
  return error?.issues.map((issue) => configProblem(definition, issue, schema)).join('; ');
}

/** A function in a definition. */
export const functionSchema = z.custom((value) => typeof value === 'function', { error: 'pass a function' });

const maxLength = 80;

/** A value in an error: short, and without the insides of what may hold secrets. */
function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (isPromise(value)) return 'a promise';
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
