import { z } from 'zod';
import { deepFreeze } from '../domain/deep-freeze.ts';
import { isRecord } from '../domain/is-record.ts';
import type { JsonValue } from '../domain/json.ts';
import type { RequestContext } from '../domain/options.ts';
import type { Part } from '../domain/part.ts';
import type { Resumed } from '../domain/person-ask.ts';
import { moves, readResult } from '../domain/read-move.ts';
import { definitionProblem, functionSchema } from '../domain/schemas/config-problem.ts';
import { schemaProblem } from '../domain/schemas/schema-problem.ts';
import {
  checkValue,
  isStandardSchema,
  type JsonSchema,
  type OutputOf,
  type StandardSchema,
  toJsonSchema,
  withoutNulls,
} from '../domain/schemas/standard-schema.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { ToolSpec } from '../models/model.ts';
import { isPlainName } from '../text/is-plain-name.ts';
import type { Asking } from './ask.ts';

/** What a tool may do to the world. */
export type Capability = 'read' | 'write' | 'network' | 'exec';

export interface ToolOutput {
  /** What a model reads; cut to a size cap. */
  readonly text: string;
  /** The same as data, for rules, checks and later steps. */
  readonly data?: JsonValue;
  /** Images and files: shown to a model that takes them, described in words to others. */
  readonly parts?: readonly Part[];
  /** A person is asked first: `return ask({ … })`. */
  readonly ask?: Asking['ask'];
}

/** What a tool gets beside its input; `Context` is what it expects of the request's context. */
export interface ToolContext<Context = RequestContext> {
  readonly signal: AbortSignal;
  /** The effect's key: the same when the call is repeated after a crash. */
  readonly key: string;
  /** What the caller knows about the request. Frozen, and in no log: what the tool returns is. */
  readonly context: Readonly<Context>;
  /** The answer, when the tool has asked a person and is called again. */
  readonly resumed?: Resumed;
  /** What the agents and tools of one run share; only in a run of an agent. */
  readonly session?: SessionAccess;
  /** The agents from the root of the run to the one that calls it; only in a run of an agent. */
  readonly runPath?: readonly string[];
}

/** Values that are shared: what a tool sets is there for others when the tool has come to its end. */
export interface SessionAccess {
  get(name: string): JsonValue | undefined;
  /** @throws TroupeError `usage` for what is not JSON. */
  set(name: string, value: JsonValue): void;
}

/**
 * Something a specialist may do.
 *
 * Contract: `run` stops soon after `signal` aborts; what it throws becomes the tool's result as an error text and never ends the run.
 */
export interface Tool<Context = RequestContext> {
  readonly name: string;
  readonly description: string;
  /** Unknown when it is not declared: then a person is asked before it runs. */
  readonly capability: Capability | undefined;
  /** What `run` checks its input with; absent where nothing but `parameters` describes it. */
  readonly input?: StandardSchema;
  /** The JSON Schema of the input, as a model sees it. */
  readonly parameters: JsonSchema;
  readonly run: (input: unknown, context: ToolContext<Context>) => Promise<ToolOutput>;
}

const reserved: ReadonlySet<string> = new Set([...moves, readResult]);

const definitionSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  capability: z.enum(['read', 'write', 'network', 'exec']).optional(),
  input: z
    .custom(isStandardSchema, {
      error:
        'pass a schema of Zod 4 or of another library with Standard Schema, such as z.object({ city: z.string() }); a JSON Schema goes into parameters',
    })
    .optional(),
  parameters: z
    .custom((value) => isRecord(value) && !isStandardSchema(value), {
      error: 'pass a JSON Schema, as an object; a schema of Zod or another library goes into input',
    })
    .optional(),
  run: functionSchema,
});

/** What a tool is made of: the schema of its input, or else the JSON Schema of it. */
export type ToolDefinition<S extends StandardSchema = StandardSchema, Context = RequestContext> = {
  readonly name: string;
  readonly description: string;
  /** What it may do to the world. A tool that reads runs; about others the policy decides. @default unknown: a person is asked */
  readonly capability?: Capability;
  readonly run: (
    input: OutputOf<S>,
    context: ToolContext<Context>,
  ) => Promise<ToolOutput | string> | ToolOutput | string;
} & (
  | {
      /** Checks what a model wrote, before `run` sees it: a schema of zod 4, or of any library with Standard Schema. */
      readonly input: S;
      /** @default made from `input`, where its library can do that */
      readonly parameters?: JsonSchema;
    }
  | {
      readonly input?: undefined;
      /** The JSON Schema that a model sees. Nobody checks what it wrote but `run` itself. */
      readonly parameters: JsonSchema;
    }
);

/** Defines a tool: its input is checked against the schema before `run` sees it. */
export function defineTool<S extends StandardSchema, Context = RequestContext>(
  definition: ToolDefinition<S, Context>,
): Tool<Context> {
  const problem = definitionProblem(definition, definitionSchema);
  if (problem) throw new TroupeError('bad-config', `defineTool: ${problem}.`);
  const { name, description, capability, input: schema, run } = definition;
  if (!isPlainName(name)) {
    throw new TroupeError('bad-config', `Tool name "${name}" is not allowed. Use 1 to 64 letters, digits, "_" or "-".`);
  }
  if (reserved.has(name)) {
    throw new TroupeError(
      'bad-config',
      `Tool name "${name}" is taken: the charts offer a move of this name. Give the tool another name.`,
    );
  }
  return {
    name,
    description,
    capability,
    ...(schema ? { input: schema } : {}),
    parameters: parametersOf(definition),
    run: async (input, context) => {
      return toOutput(name, await run(schema ? await checked(name, schema, input) : input, context));
    },
  };
}

/** What a tool returned. Not everybody has a compiler that looks at it. @throws TroupeError `tool` for what nobody can read. */
function toOutput(name: string, output: ToolOutput | string): ToolOutput {
  if (typeof output === 'string') return { text: output };
  if (isRecord(output) && typeof output.text === 'string') return output;
  throw new TroupeError('tool', `${name} returned no text. Its run has to return a text, or { text, data }.`);
}

/** @throws TroupeError `bad-config` where nothing says what a model has to write. */
function parametersOf({ name, input, parameters }: Pick<ToolDefinition, 'name' | 'input' | 'parameters'>): JsonSchema {
  if (parameters) return copied(name, parameters);
  const advice = 'Give its JSON Schema as parameters: { type: "object", properties: { … } }.';
  if (!input) throw new TroupeError('bad-config', `Tool "${name}" has no input schema and no parameters. ${advice}`);
  let converted: JsonSchema | undefined;
  try {
    converted = toJsonSchema(input);
  } catch (cause) {
    const why = `The input schema of tool "${name}" cannot be written as JSON Schema, which a model needs: ${messageOf(cause)}.`;
    throw new TroupeError('bad-config', `${why} ${advice}`, { cause });
  }
  if (converted) return converted;
  const { vendor } = input['~standard'];
  throw new TroupeError(
    'bad-config',
    `The input schema of tool "${name}" (${vendor}) cannot be written as JSON Schema, which a model needs: ${vendor} has no conversion of its own. ${advice}`,
  );
}

/** Nobody changes a tool afterwards. */
function copied(name: string, parameters: JsonSchema): JsonSchema {
  try {
    // Some endpoints refuse the name of the schema's own schema.
    const { $schema: _, ...bare } = structuredClone(parameters);
    return bare;
  } catch (cause) {
    const why = `The parameters of tool "${name}" are not JSON: ${messageOf(cause)}.`;
    throw new TroupeError('bad-config', `${why} Give a JSON Schema.`, { cause });
  }
}

/** What the schema makes of an input. @throws TroupeError `tool` for one that does not fit. */
async function checked<S extends StandardSchema>(name: string, schema: S, input: unknown): Promise<OutputOf<S>> {
  const parsed = await checkValue(schema, input);
  if (!parsed.ok) throw new TroupeError('tool', `The input of ${name} is wrong: ${parsed.problem}`);
  return parsed.value;
}

/** What is wrong with the arguments of a call, as far as the tool's JSON Schema says it; nothing when they fit. */
export function argumentsProblem(tool: Tool, input: unknown): string | undefined {
  const { parameters } = toToolSpec(tool);
  return schemaProblem(parameters, input) && schemaProblem(parameters, withoutNulls(input));
}

/** A tool as a model sees it; the same object each time. */
export function toToolSpec(tool: Tool): ToolSpec {
  const known = specs.get(tool) ?? deepFreeze(specOf(tool));
  specs.set(tool, known);
  return known;
}

const specs = new WeakMap<Tool, ToolSpec>();

const specOf = ({ name, description, parameters }: Tool): ToolSpec => ({ name, description, parameters });
