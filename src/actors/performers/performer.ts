import type { ConversationAnalyst } from '../../conversation/conversation-analyst.ts';
import type { ConversationParts } from '../../conversation/conversation-parts.ts';
import type { EffectInputs } from '../../domain/effect-inputs.ts';
import type { RequestContext, RunOptions } from '../../domain/options.ts';
import type { StandardSchema } from '../../domain/schemas/standard-schema.ts';
import type { EffectKind, EffectOutputs } from '../../log/effect-outputs.ts';
import type { RunLog } from '../../log/run-log.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Model } from '../../models/model.ts';
import type { Purpose } from '../../prompts/brief.ts';
import type { Prompts } from '../../prompts/to-messages.ts';
import type { Specialist } from '../../specialists/specialist.ts';
import type { Policy } from '../../tools/policy.ts';
import type { Clock } from '../clock.ts';
import type { EffectControl, Performed } from '../effect-pack.ts';
import type { Ledger, Spending } from '../ledger.ts';
import type { Utterance } from '../speech.ts';
import type { Price } from './bill.ts';
import type { Pace } from './pace.ts';

/** What the effects of an orchestrator stand on. */
export interface Cast {
  /** Who answers a call, by what it is for. */
  readonly models: Readonly<Record<Purpose, Model>>;
  readonly prompts: Partial<Prompts>;
  /** What the application says to everyone who works for the host. */
  readonly instructions: string | undefined;
  /** How a plan is written, in words for a model. */
  readonly planTemplate: string | undefined;
  readonly specialists: readonly Specialist[];
  /** Which calls of tools run, and about which a person is asked. */
  readonly policy: Policy;
  readonly clock: Clock;
  readonly options: RunOptions;
  /** What the caller knows about the request. */
  readonly context: RequestContext;
  /** By the name of the model. */
  readonly prices: Readonly<Record<string, Price>>;
  /** What one call may write at most. */
  readonly maxOutputTokens: number | undefined;
  /** What only the final answer may use. */
  readonly keptBack: Spending;
  /** The pace at which a model is called. */
  readonly paceOf: (model: Model) => Pace;
  /** Checks the answer in the shape that was asked for. @default the JSON Schema in the log */
  readonly outputSchema?: StandardSchema | undefined;
  /** Remembers what it worked out about the messages of conversations. */
  readonly analyst: ConversationAnalyst;
  /** Parts of one's own for the conversation. */
  readonly conversation: ConversationParts;
  /** What outlives the run. */
  readonly memory?: Memory | undefined;
}

/** What one effect may use while it runs. */
export interface Performance extends Omit<EffectControl, 'isOver'> {
  readonly cast: Cast;
  readonly log: RunLog;
  readonly ledger: Ledger;
  /** The effect's key with the run's id: what endpoints, tools and functions see, unique everywhere. */
  readonly key: string;
  /** Takes what the actor says in its message, as it arrives. */
  readonly speech: Utterance;
  /** What a call may write, when an attempt before was cut. */
  readonly maxOutputTokens: number | undefined;
}

/**
 * Runs one kind of effect.
 *
 * Contract: it reads what it needs from the log and its input, stops soon after the signal aborts, and may throw: what it throws becomes
 * the effect's error.
 */
export type Performer<Kind extends EffectKind> = (
  input: EffectInputs[Kind],
  performance: Performance,
) => Promise<Performed<EffectOutputs[Kind]>>;
