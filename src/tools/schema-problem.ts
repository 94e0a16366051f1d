import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

const known = new WeakMap<JsonSchema, z.ZodType>();

/** What is wrong with a value by a JSON Schema; nothing when it fits, or when the schema says what cannot be checked here. */
export function schemaProblem(schema: JsonSchema, value: unknown): string | undefined {
  const error = checkerOf(schema).safeParse(value).error;
  return error && z.prettifyError(error).replaceAll('\n', ' ').replace(/^✖ /, '');
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
