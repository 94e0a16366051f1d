import { z } from 'zod';
import type { Clock } from '../actors/clock.ts';
import type { Price } from '../actors/performers/bill.ts';
import { type ConversationParts, conversationPartsSchema } from '../conversation/conversation-parts.ts';
import { type RequestContext, runSettingsSchema } from '../domain/options.ts';
import { ownValue } from '../domain/own-value.ts';
import { configProblem } from '../domain/schemas/config-problem.ts';
import { type Experience, experienceSchema } from '../domain/specialist-card.ts';
import { TroupeError } from '../errors.ts';
import { metadataSchema, type RunMetadata } from '../log/entries/request-labels.ts';
import { type LogNode, nodesSchema } from '../log/own/nodes.ts';
import type { Memory } from '../memory/memory.ts';
import { membersOf } from '../models/failover.ts';
import type { Model } from '../models/model.ts';
import type { Purpose } from '../prompts/brief.ts';
import type { Prompts } from '../prompts/to-messages.ts';
import type { Specialist } from '../specialists/specialist.ts';
import type { Store } from '../stores/store.ts';
import { type ContextSchema, namesIn } from '../tools/context-reader.ts';
import { type Policy, policySchema } from '../tools/policy.ts';
import type { Capability } from '../tools/tool.ts';
import { type Inspection, inspectSchema } from './inspect-option.ts';
import { type Callbacks, callbacksSchema } from './run/callbacks.ts';

/** What an orchestrator is made of. Only `model` and `specialists` are required. `Context` is what its code gets of a request's context, `Given` what callers give. */
export interface OrchestratorConfig<Context = RequestContext, Given = Context>
  extends z.input<typeof runSettingsSchema> {
  model: Model;
  /** Models for single parts of the work. @default `model` for everything */
  models?: {
    /** Thinks about the request; may answer simple ones. */
    thinking?: Model;
    /** Writes and updates plans. */
    planning?: Model;
    /** Works on steps with tools, for specialists without a model of their own. */
    tools?: Model;
    /** Judges results and conditions. */
    reflection?: Model;
    /** Writes direct and final answers, and puts them into a shape. */
    answering?: Model;
  };
  /** Prompts in place of the default ones, by what a call is for. @default `defaultPrompts` */
  prompts?: Partial<Prompts<NoInfer<Context>>>;
  /** The first instructions for everyone who works for the host. Specialists have their own. */
  systemPrompt?: string;
  /** How a plan is written, in words for a model. It has to lead to a plan that `parsePlanMarkdown` reads. @default `defaultPlanTemplate(language)` */
  planTemplate?: string;
  specialists: readonly Specialist<NoInfer<Context>>[];
  /** What callers have to know about each request: an object schema of Zod 4, or of another library that speaks Standard Schema. @default any object */
  context?: ContextSchema<Context, Given> | undefined;
  /** The fields of the context that the log has; all others are secret. @default [] */
  logged?: readonly (keyof NoInfer<Given> & string)[];
  /** What every run can be known by later: a flat record. @default {} */
  metadata?: RunMetadata;
  /** What earlier runs have shown of the specialists, from `experienceOf` of `troupe/log`, or a function that says it when a run begins. @default [] */
  experience?: readonly Experience[] | (() => readonly Experience[]);
  /** Where logs are kept. Without one a log lives as long as its run. */
  store?: Store;
  /** What is known longer than a run lasts: `createMemory` of `troupe/memory`. @default nothing is remembered */
  memory?: Memory | undefined;
  /** Parts of one's own in the place of those that analyse a conversation, filter it and make it shorter. @default what `troupe/conversation` has */
  conversation?: ConversationParts<NoInfer<Context>> | undefined;
  /** What a million tokens cost, by the name of the model. Needed for a limit in money. */
  prices?: Readonly<Record<string, Price>>;
  /** How long a run belongs to a process that has gone silent. @default 10 seconds */
  leaseMs?: number;
  /** What tools may do beyond reading without asking anybody: the short form of a policy, whose rules count after it. @default [] */
  allow?: readonly Exclude<Capability, 'read'>[];
  /** Which calls of tools run, which a person has to approve, and which are refused. @default tools that read run, a person is asked about all others */
  policy?: Policy;
  /** @default the system's clock */
  clock?: Clock;
  /**
   * Watches every run: the inspector of `troupe/inspect`, a function or observer for XState's inspection events (such as that of
   * `@statelyai/inspect`), or a list of these with at most one inspector in it.
   */
  inspect?: Inspection | readonly Inspection[] | undefined;
  /** Called with the milestones of every run. */
  callbacks?: Callbacks<NoInfer<Context>> | readonly Callbacks<NoInfer<Context>>[] | undefined;
  /** Code of one's own that reads views of each run and records entries: `on(view, decide)` of `troupe/log`. */
  nodes?: readonly LogNode[] | undefined;
}

const modelSchema = z.custom<Model>((value) => typeof (value as Model | undefined)?.call === 'function', {
  error: 'a model has a call function: use openaiModel(), offlineModel() or your own',
});
const promptSchema = <P extends Purpose>(_purpose: P) =>
  z
    .custom<Prompts[P]>((value) => typeof value === 'function', {
      error: 'a prompt is a function from a brief to messages',
    })
    .optional();

export const modelsSchema = z.strictObject({
  thinking: modelSchema.optional(),
  planning: modelSchema.optional(),
  tools: modelSchema.optional(),
  reflection: modelSchema.optional(),
  answering: modelSchema.optional(),
});

const configSchema = runSettingsSchema.extend({
  model: modelSchema,
  models: modelsSchema.default({}),
  prompts: z
    .strictObject({
      think: promptSchema('think'),
      answer: promptSchema('answer'),
      plan: promptSchema('plan'),
      work: promptSchema('work'),
      decide: promptSchema('decide'),
      reflect: promptSchema('reflect'),
      finalize: promptSchema('finalize'),
      structure: promptSchema('structure'),
    })
    .default({}),
  systemPrompt: z.string().optional(),
  planTemplate: z.string().trim().min(1).optional(),
  specialists: z
    .array(
      z.custom<Specialist>((value) => typeof (value as Specialist | undefined)?.description === 'string', {
        error: 'a specialist is made with defineSpecialist()',
      }),
    )
    .min(1, { error: 'at least one specialist is needed' }),
  context: z
    .custom<ContextSchema>(
      (value) => typeof (value as Partial<ContextSchema> | null)?.['~standard']?.validate === 'function', // any value may be asked for a key
      { error: 'pass an object schema, such as z.object({ tenant: z.string() })' },
    )
    .optional(),
  logged: z.array(z.string()).default([]),
  experience: z
    .union([z.array(experienceSchema), z.custom<() => unknown>((value) => typeof value === 'function')], {
      error: 'give what experienceOf() of troupe/log returns, or a function that returns it',
    })
    .default([]),
  metadata: metadataSchema.default({}),
  store: z
    .custom<Store>((value) => typeof (value as Store | undefined)?.append === 'function', {
      error: 'a store has an append function: use memoryStore() or sqliteStore()',
    })
    .optional(),
  memory: z
    .custom<Memory>((value) => typeof (value as Memory | undefined)?.recall === 'function', {
      error: 'a memory has a recall function: use createMemory() of troupe/memory',
    })
    .optional(),
  conversation: conversationPartsSchema,
  prices: z
    .record(z.string(), z.strictObject({ inputUsd: z.number().min(0), outputUsd: z.number().min(0) }))
    .default({}),
  leaseMs: z.number().positive().default(10_000),
  allow: z.array(z.enum(['write', 'network', 'exec'])).default([]),
  policy: policySchema.default({}),
  inspect: inspectSchema,
  clock: z
    .custom<Clock>(
      (value) => {
        const { now, after } = (value ?? {}) as Partial<Clock>; // any value may be asked for a key
        return typeof now === 'function' && typeof after === 'function';
      },
      { error: 'a clock has now() and after()' },
    )
    .optional(),
  callbacks: callbacksSchema,
  nodes: nodesSchema,
});

/** Who answers a call, by what it is for. */
export function modelsByPurpose(
  model: Model,
  { thinking, planning, tools, reflection, answering }: z.output<typeof modelsSchema>,
): Readonly<Record<Purpose, Model>> {
  return {
    think: thinking ?? model,
    answer: answering ?? model,
    plan: planning ?? model,
    work: tools ?? model,
    decide: reflection ?? model,
    reflect: reflection ?? model,
    finalize: answering ?? model,
    structure: answering ?? model,
  };
}

/** A configuration with every default filled in. */
export type ParsedConfig = z.output<typeof configSchema>;

/** A configuration with every default filled in; one that cannot work is an error that names the field, the value and what is allowed. */
export function parseConfig(config: unknown): ParsedConfig {
  const parsed = configSchema.safeParse(config);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const problems = issues.map((issue) => configProblem(config, issue, configSchema));
    const isOldName = issues.some((issue) => issue.code === 'unrecognized_keys' && issue.keys.includes('inspector'));
    const hint = isOldName ? ' Pass an inspector as inspect: createOrchestrator({ inspect: inspector }).' : '';
    throw new TroupeError('bad-config', `createOrchestrator: ${problems.join('; ')}.${hint}`, { cause: parsed.error });
  }
  const names = parsed.data.specialists.map((specialist) => specialist.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new TroupeError('bad-config', `createOrchestrator: two specialists are named "${twice}".`);
  const { model, models, context, logged } = parsed.data;
  checkPrices('createOrchestrator', { ...parsed.data, byPurpose: modelsByPurpose(model, models) });
  const fields = namesIn(context);
  const unknown = fields && logged.find((name) => !fields.includes(name));
  if (unknown !== undefined) {
    const known = fields?.join(', ') ?? '';
    throw new TroupeError(
      'bad-config',
      `createOrchestrator: logged has "${unknown}", which is no field of the context: it has ${known}.`,
    );
  }
  return parsed.data;
}

/** @throws TroupeError `bad-config` for a limit in money where the price of a model is not known. */
export function checkPrices(
  where: string,
  {
    limits,
    prices,
    specialists,
    byPurpose,
  }: Pick<ParsedConfig, 'limits' | 'prices' | 'specialists'> & { byPurpose: Readonly<Record<Purpose, Model>> },
): void {
  if (limits.costUsd === undefined) return;
  const all = [...Object.values(byPurpose), ...specialists.flatMap((specialist) => specialist.model ?? [])];
  const models = all.flatMap(membersOf);
  const unpriced = models.find((model) => !model.isFree && !ownValue(prices, model.name));
  if (!unpriced) return;
  throw new TroupeError(
    'bad-config',
    `${where}: limits.costUsd needs the price of "${unpriced.name}": prices: { "${unpriced.name}": { inputUsd, outputUsd } }, in US dollars for a million tokens.`,
  );
}
