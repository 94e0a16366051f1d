import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/** What is wrong with a part of a value. */
export interface SchemaIssue {
  /** The way to that part; empty: the value as a whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const known = new WeakMap<JsonSchema, z.ZodType>();

/** What is wrong with a value by a JSON Schema; nothing when it fits, or when the schema says what cannot be checked here. */
export function schemaProblem(schema: JsonSchema, value: unknown): string | undefined {
  const error = checkerOf(schema).safeParse(value).error;
  return error && z.prettifyError(error).replaceAll('\n', ' ').replace(/^✖ /, '');
}

/** The same part by part, for a form that shows each at its field. */
export function schemaIssues(schema: JsonSchema, value: unknown): readonly SchemaIssue[] {
  const { error } = checkerOf(schema).safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.map((key) => (typeof key === 'symbol' ? String(key) : key)),
    message,
  }));
}

function checkerOf(schema: JsonSchema): z.ZodType {
  const checker = known.get(schema) ?? toChecker(schema);
  known.set(schema, checker);
  return checker;
}

function toChecker(schema: JsonSchema): z.ZodType {
  try {
    return z.fromJSONSchema(schema);
  } catch {
    return z.unknown();
  }
}
