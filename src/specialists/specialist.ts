import { z } from 'zod';
import type { OwnAssessment } from '../domain/assessment.ts';
import type { CheckVerdict } from '../domain/check-format.ts';
import type { JsonValue } from '../domain/json.ts';
import type { Message } from '../domain/message.ts';
import type { RequestContext } from '../domain/options.ts';
import type { Resumed } from '../domain/person-ask.ts';
import { definitionProblem, functionSchema } from '../domain/schemas/config-problem.ts';
import type { Resource, SpecialistCard } from '../domain/specialist-card.ts';
import type { StepOutput } from '../domain/step-output.ts';
import { TroupeError } from '../errors.ts';
import type { Model, Usage } from '../models/model.ts';
import type { PlanStep } from '../plan/plan.ts';
import type { Asking } from '../tools/ask.ts';
import type { Tool } from '../tools/tool.ts';

/** What a specialist's own function gets; `Context` is what it expects of the request's context. */
export interface WorkInput<Context = RequestContext> {
  readonly step: PlanStep;
  readonly messages: readonly Message[];
  /** What is known that helps with the request: data, never instructions. */
  readonly knowledge: readonly string[];
  /** What is remembered from other runs and helps with the request: data, never instructions. */
  readonly remembered: readonly string[];
  /** How the user has said they want things, in their own words. */
  readonly preferences: readonly string[];
  /** The outputs of the steps that this one needs. */
  readonly inputs: readonly StepOutput[];
  /** Why earlier attempts were refused. */
  readonly remarks: readonly string[];
  readonly signal: AbortSignal;
  /** The effect's key: the same when the work is repeated after a crash. */
  readonly key: string;
  /** What the caller knows about the request. Frozen, and in no log: what the function returns is. */
  readonly context: Readonly<Context>;
  /** The answer, when the function has asked a person and is called again. */
  readonly resumed?: Resumed;
}

/** What a specialist gives for a step, with what it thinks of it. */
export interface WorkOutput extends OwnAssessment {
  readonly text: string;
  /** For the steps that need this one and for readers of the log. */
  readonly data?: JsonValue;
  /** For those who look at the result: it is in `SpecialistResult.metadata`. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** What its own calls of models used: counted with those of the run. */
  readonly usage?: Usage;
  /** A person is asked first: `return ask({ … })`. */
  readonly ask?: Asking['ask'];
}

/** Who can do what. With `run` or `stream` it is a function; without, a model with the system prompt and the tools. */
export interface Specialist<Context = RequestContext> extends Omit<SpecialistCard, 'experience'> {
  /** @default true for a model whose tools all read, false for one with a function of its own */
  readonly readsOnly?: boolean;
  readonly systemPrompt: string;
  readonly tools: readonly Tool<Context>[];
  /** @default the orchestrator's model for tools */
  readonly model?: Model;
  readonly run?: (input: WorkInput<Context>) => Promise<WorkOutput | string> | WorkOutput | string;
  /** Whether it gets what is remembered, where the orchestrator has a memory. @default true */
  readonly memory?: boolean;
  /** The same as `run`, piece by piece. The pieces together are the result. */
  readonly stream?: (input: WorkInput<Context>) => AsyncIterable<string>;
  /** Makes the messages that its model gets, in place of the default prompt; calls of tools and their results follow them. */
  readonly processInput?: (input: WorkInput<Context>) => readonly Message[] | Promise<readonly Message[]>;
  /** Has the last word on every result, before it is assessed. */
  readonly processOutput?: (
    output: WorkOutput,
    input: WorkInput<Context>,
  ) => WorkOutput | string | Promise<WorkOutput | string>;
  /**
   * Checks a result that is there. Nothing or `true` says that it is fine; a text is the problem, with which it is done again; `quality` is its
   * score, and below 0.5 it is done again with the remark.
   */
  readonly check?: (
    output: WorkOutput,
    input: WorkInput<Context>,
  ) => CheckVerdict | undefined | Promise<CheckVerdict | undefined>;
  /** What it can work on, for the host and the planner. */
  readonly resources?: (signal: AbortSignal, context: Readonly<Context>) => Promise<readonly Resource[]>;
}

const toolSchema = z.custom<Tool>(
  (value) => {
    const { name, parameters, run } = (value ?? {}) as Partial<Tool>; // any value may be asked for a key
    return typeof name === 'string' && typeof parameters === 'object' && typeof run === 'function';
  },
  { error: 'a tool is made with defineTool()' },
);

const definitionSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  capabilities: z.array(z.string()).optional(),
  readsOnly: z.boolean().optional(),
  toolbox: z.array(z.string()).optional(),
  systemPrompt: z.string().optional(),
  tools: z.array(toolSchema).optional(),
  model: z
    .custom<Model>((value) => typeof (value as Partial<Model> | null)?.call === 'function', {
      error: 'a model has a call function: use openaiModel(), offlineModel() or your own',
    })
    .optional(),
  memory: z.boolean().optional(),
  run: functionSchema.optional(),
  stream: functionSchema.optional(),
  processInput: functionSchema.optional(),
  processOutput: functionSchema.optional(),
  check: functionSchema.optional(),
  resources: functionSchema.optional(),
} satisfies Record<keyof Specialist, z.ZodType>);

/** Defines a specialist. */
export function defineSpecialist<Context = RequestContext>(
  definition: Pick<Specialist, 'name' | 'description'> & Partial<Omit<Specialist<Context>, 'name' | 'description'>>,
): Specialist<Context> {
  const problem = definitionProblem(definition, definitionSchema);
  if (problem) throw new TroupeError('bad-config', `defineSpecialist: ${problem}.`);
  if (!/^[\p{L}\p{N}_-]{1,64}$/u.test(definition.name)) {
    throw new TroupeError(
      'bad-config',
      `Specialist name "${definition.name}" is not allowed. Use 1 to 64 letters, digits, "_" or "-".`,
    );
  }
  if (definition.description.trim() === '') {
    throw new TroupeError(
      'bad-config',
      `Specialist "${definition.name}" has no description. Say what it can do: planning relies on it.`,
    );
  }
  if (definition.run && definition.stream) {
    throw new TroupeError('bad-config', `Specialist "${definition.name}" has both run and stream. Give one of them.`);
  }
  if ((definition.run || definition.stream) && definition.processInput) {
    throw new TroupeError(
      'bad-config',
      `Specialist "${definition.name}" has processInput and a function of its own. processInput makes messages for a model: leave one out.`,
    );
  }
  const names = (definition.tools ?? []).map((tool) => tool.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) {
    throw new TroupeError('bad-config', `Specialist "${definition.name}" has two tools named "${twice}".`);
  }
  const writing = definition.tools?.find((tool) => tool.capability !== 'read');
  if (definition.readsOnly && writing) {
    throw new TroupeError(
      'bad-config',
      `Specialist "${definition.name}" says readsOnly, but its tool "${writing.name}" ${writing.capability ? `may ${writing.capability}` : 'does not say what it does: give it a capability'}.`,
    );
  }
  return { capabilities: [], systemPrompt: '', tools: [], ...definition };
}

/** Whether a specialist is known to change nothing in the world. */
export function isReader({ readsOnly, tools, ...own }: Specialist): boolean {
  const hasFunction = own.run ?? own.stream ?? own.processInput ?? own.processOutput ?? own.check;
  return (readsOnly ?? !hasFunction) && tools.every((tool) => tool.capability === 'read');
}
