import { z } from 'zod';
import { isRecord } from '../is-record.ts';

/** JSON Schema, as an object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The shape that an answer is wanted in, as data: it goes into the log, so that a replay needs no schema. */
export interface OutputShape {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** A schema of any library that keeps to Standard Schema v1 (standardschema.dev), such as zod, valibot and arktype. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Never there when a program runs: it carries the types. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Of libraries that also keep to Standard JSON Schema. */
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => JsonSchema } | undefined;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema makes of a value that fits it. */
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/** Whether something is a schema of such a library. Those of arktype are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  const standard = (value as Partial<StandardSchema> | null | undefined)?.['~standard']; // any value may be asked for a key
  return isRecord(standard) && standard.version === 1 && typeof standard.validate === 'function';
}

/** What became of a check. */
type Checked<S extends StandardSchema> =
  | { readonly ok: true; readonly value: OutputOf<S> }
  | { readonly ok: false; readonly problem: string };

/** What a schema makes of a value that a model wrote, or in words why the value does not fit. Many models write null for what they leave out. */
export async function checkValue<S extends StandardSchema>(schema: S, value: unknown): Promise<Checked<S>> {
  const given = await checkAsItIs(schema, value);
  if (given.ok || !isRecord(value) || !Object.values(value).includes(null)) return given;
  const bare = await checkAsItIs(schema, withoutNulls(value));
  return bare.ok ? bare : given;
}

/** A value without the fields that are null. */
export const withoutNulls = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) : value;

/** The same at once, of a value as it is. @throws what a schema throws, and for one that has to wait for something. */
export function checkNow<S extends StandardSchema>(schema: S, value: unknown): Checked<S> {
  const result = schema['~standard'].validate(value);
  if (!(result instanceof Promise)) return toChecked(result);
  // Where a check throws, zod tries it again as one that has to be waited for.
  result.catch(() => {});
  throw new TypeError('the schema throws, or checks asynchronously: use one that does neither');
}

async function checkAsItIs<S extends StandardSchema>(schema: S, value: unknown): Promise<Checked<S>> {
  return toChecked(await schema['~standard'].validate(value));
}

const toChecked = <Output>(result: StandardResult<Output>) =>
  result.issues
    ? ({ ok: false, problem: z.prettifyError({ issues: result.issues }) } as const)
    : ({ ok: true, value: result.value } as const);

/**
 * The JSON Schema of what a schema takes: by zod's own conversion, or by what another library offers for it.
 *
 * Contract: throws with the library's words when there is something in it that JSON Schema cannot say; gives nothing when the library has no conversion.
 */
export function toJsonSchema(schema: StandardSchema): JsonSchema | undefined {
  const written = isZodSchema(schema) ? fromZod(schema) : fromStandard(schema);
  // Some endpoints refuse the name of the schema's own schema.
  const { $schema: _, ...bare } = written ?? {};
  return written && bare;
}

/** `_zod` is what the schemas of Zod 4 have. */
const isZodSchema = (schema: StandardSchema): schema is z.ZodType => isRecord((schema as Partial<z.ZodType>)._zod); // any schema may be asked for a key

const fromZod = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    // The bounds of every integer say nothing to a model, and cost tokens in each call.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });

/** Not every library has both dialects. */
function fromStandard({ '~standard': { jsonSchema } }: StandardSchema): JsonSchema | undefined {
  try {
    return jsonSchema?.input({ target: 'draft-2020-12' });
  } catch {
    return jsonSchema?.input({ target: 'draft-07' });
  }
}
