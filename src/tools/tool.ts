import { z } from 'zod';
import { definitionProblem, functionSchema } from '../domain/config-problem.ts';
import { deepFreeze } from '../domain/deep-freeze.ts';
import type { JsonValue } from '../domain/json.ts';
import type { RequestContext } from '../domain/options.ts';
import type { Resumed } from '../domain/person-ask.ts';
import { moves, readResult } from '../domain/read-move.ts';
import { TroupeError } from '../errors.ts';
import type { ToolSpec } from '../models/model.ts';
import type { Asking } from './ask.ts';
import { schemaProblem } from './schema-problem.ts';

/** What a tool may do to the world. */
export type Capability = 'read' | 'write' | 'network' | 'exec';

export interface ToolOutput {
  /** What a model reads; cut to a size cap. */
  readonly text: string;
  /** The same as data, for rules, checks and later steps. */
  readonly data?: JsonValue;
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
  readonly input: z.ZodType;
  /** What a model sees of the input, as JSON Schema. @default made from `input` */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly run: (input: unknown, context: ToolContext<Context>) => Promise<ToolOutput>;
}

const reserved: ReadonlySet<string> = new Set([...moves, readResult]);

const definitionSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  capability: z.enum(['read', 'write', 'network', 'exec']).optional(),
  input: z.custom(
    // Any value may be asked for a key; `_zod` is what the schemas of Zod 4 have.
    (value) => typeof (value as Partial<z.ZodType> | null | undefined)?._zod === 'object',
    { error: 'pass a schema of Zod 4, such as z.object({ city: z.string() })' },
  ),
  parameters: z.record(z.string(), z.unknown()).optional(),
  run: functionSchema,
});

/** Defines a tool: its input is checked against the schema before `run` sees it. */
export function defineTool<S extends z.ZodType, Context = RequestContext>(definition: {
  name: string;
  description: string;
  /** What it may do to the world. A tool that reads runs; about others the policy decides. @default unknown: a person is asked */
  capability?: Capability;
  input: S;
  /** JSON Schema for the model, as it is, where it is known better than by `input`. @default made from `input` */
  parameters?: Readonly<Record<string, unknown>>;
  run: (input: z.output<S>, context: ToolContext<Context>) => Promise<ToolOutput | string> | ToolOutput | string;
}): Tool<Context> {
  const problem = definitionProblem(definition, definitionSchema);
  if (problem) throw new TroupeError('bad-config', `defineTool: ${problem}.`);
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(definition.name)) {
    throw new TroupeError(
      'bad-config',
      `Tool name "${definition.name}" is not allowed. Use 1 to 64 letters, digits, "_" or "-".`,
    );
  }
  if (reserved.has(definition.name)) {
    throw new TroupeError(
      'bad-config',
      `Tool name "${definition.name}" is taken: the charts offer a move of this name. Give the tool another name.`,
    );
  }
  return {
    name: definition.name,
    description: definition.description,
    capability: definition.capability,
    input: definition.input,
    ...(definition.parameters ? { parameters: definition.parameters } : {}),
    run: async (input, context) => {
      const given = definition.input.safeParse(input);
      // Many models write null for what they leave out.
      const parsed = given.success ? given : definition.input.safeParse(withoutNulls(input));
      if (!parsed.success) {
        throw new TroupeError('tool', `The input of ${definition.name} is wrong: ${z.prettifyError(parsed.error)}`);
      }
      const output = await definition.run(parsed.data, context);
      return typeof output === 'string' ? { text: output } : output;
    },
  };
}

function withoutNulls(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** What is wrong with the arguments of a call, as far as the tool's JSON Schema says it; nothing when they fit. */
export function argumentsProblem(tool: Tool, input: unknown): string | undefined {
  const { parameters } = toToolSpec(tool);
  return schemaProblem(parameters, input) && schemaProblem(parameters, withoutNulls(input));
}

/** A tool as a model sees it; the same object each time. */
export function toToolSpec(tool: Tool): ToolSpec {
  const known = specs.get(tool) ?? specOf(tool);
  specs.set(tool, known);
  return known;
}

const specs = new WeakMap<Tool, ToolSpec>();

function specOf(tool: Tool): ToolSpec {
  // Some endpoints refuse the name of the schema's own schema.
  const { $schema: _, ...parameters } = parametersOf(tool);
  return deepFreeze({ name: tool.name, description: tool.description, parameters });
}

/** JSON Schema of a tool's input: a copy of its own, or made from the schema that checks it. */
function parametersOf({ input, parameters }: Tool): Record<string, unknown> {
  if (parameters) return structuredClone(parameters);
  return z.toJSONSchema(input, {
    io: 'input',
    // The bounds of every integer say nothing to a model, and cost tokens in each call.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
}
