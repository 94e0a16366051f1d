import { type Clock, systemClock } from '../actors/clock.ts';
import type { Price } from '../actors/performers/bill.ts';
import { cardsOf } from '../actors/performers/call-model.ts';
import { memoryNode } from '../actors/performers/conversation/memory-node.ts';
import { paceByModel } from '../actors/performers/pace.ts';
import type { Cast } from '../actors/performers/performer.ts';
import { withDeadline } from '../actors/with-deadline.ts';
import { createConversationAnalyst } from '../conversation/conversation-analyst.ts';
import type { ConversationParts } from '../conversation/conversation-parts.ts';
import { noContext, type RunOptions, type RunSettings } from '../domain/options.ts';
import { ownValue } from '../domain/own-value.ts';
import type { LogNode } from '../log/own/nodes.ts';
import { membersOf } from '../models/failover.ts';
import type { Model } from '../models/model.ts';
import type { Prompts } from '../prompts/to-messages.ts';
import type { Store } from '../stores/store.ts';
import { type ContextReader, contextReader } from '../tools/context-reader.ts';
import { allowing, joined, type Policy } from '../tools/policy.ts';
import { type Call, type CallReader, callReader } from './call-reader.ts';
import type { Watchers } from './inspect-option.ts';
import { modelsByPurpose, parseConfig } from './orchestrator-config.ts';
import { reserves } from './quote.ts';
import type { Callbacks } from './run/callbacks.ts';
import { withExperience } from './with-experience.ts';

/** What all runs of an orchestrator stand on. */
export interface HostParts {
  readonly options: RunOptions;
  readonly callbacks: readonly Callbacks[];
  readonly nodes: readonly LogNode[];
  readonly store: Store | undefined;
  readonly clock: Clock;
  readonly leaseMs: number;
  /** Who watches every run. */
  readonly watchers: Watchers;
  newRunId(): string;
  /** Reads what a call brings along. */
  readonly calls: CallReader;
  /** Who performs the effects of a run with these options. */
  castOf(options: RunOptions, call?: Partial<Pick<Call, 'context' | 'models' | 'outputSchema'>>): Cast;
  /** What may be seen of the context of a stored run by whoever looks at it. */
  shownContext: ContextReader['shown'];
}

/** What a model costs; of several that may answer, the one that writes at the highest price. */
const priceOf = (model: Model, prices: Readonly<Record<string, Price>>): Price | undefined =>
  membersOf(model)
    .flatMap(({ name }) => ownValue(prices, name) ?? [])
    .reduce<Price | undefined>((most, each) => (most && most.outputUsd >= each.outputUsd ? most : each), undefined);

/** Reads a configuration. @throws TroupeError `bad-config` for one that cannot work. */
export function hostParts(config: unknown): HostParts {
  const parsed = parseConfig(config);
  const { callbacks, nodes, models, prompts, systemPrompt, planTemplate, inspect: watchers, memory, ...parts } = parsed;
  const { model, specialists, store: given, allow, policy, clock = systemClock, prices, leaseMs, ...rest } = parts;
  const { context: schema, logged, metadata: _, experience, conversation, ...settings } = rest;
  const store = given && withDeadline(given, { leaseMs, clock });
  const byPurpose = modelsByPurpose(model, models);
  const newRunId = () => crypto.randomUUID();
  const options: RunOptions = { ...(settings as RunSettings), specialists: cardsOf(specialists) };
  // As it stands when a run begins: it is in the log with the other options.
  const optionsNow = () => ({ ...options, specialists: withExperience(options.specialists, experience) });
  const context = contextReader(schema, logged);
  const shared = {
    prompts: prompts as Partial<Prompts>, // checked to be functions
    instructions: systemPrompt,
    planTemplate,
    specialists,
    policy: joined(allowing(allow), policy as Policy), // the schema and the type say the same
    clock,
    prices,
    // The same for all runs: an endpoint is busy for everybody.
    paceOf: paceByModel(clock),
    // One for all runs: the next turn of a conversation is a run of its own.
    analyst: createConversationAnalyst(),
    conversation: conversation as ConversationParts, // checked to be functions
    memory,
  };
  return {
    options,
    calls: callReader(parsed, optionsNow, context),
    shownContext: context.shown,
    callbacks,
    nodes: memory ? [memoryNode, ...nodes] : nodes,
    store,
    clock,
    leaseMs,
    watchers,
    newRunId,
    castOf(runOptions, { models: called = byPurpose, context: known = noContext, outputSchema } = {}) {
      const kept = reserves(runOptions, priceOf(called.finalize, prices));
      return { ...shared, models: called, context: known, outputSchema, options: runOptions, ...kept };
    },
  };
}
