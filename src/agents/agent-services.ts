import type { AnyActorRef } from 'xstate';
import type { Clock } from '../actors/clock.ts';
import type { Ledger } from '../actors/ledger.ts';
import type { Price } from '../actors/performers/bill.ts';
import { nothingRemembered, type Remembered, rememberedOf } from '../actors/performers/conversation/remembering.ts';
import type { Pace } from '../actors/performers/pace.ts';
import type { MemoryRef } from '../conversation/memory-use.ts';
import type { Message } from '../domain/message.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { Memory } from '../memory/memory.ts';
import type { Model } from '../models/model.ts';
import type { Policy } from '../tools/policy.ts';
import type { HistoryEntry } from './history.ts';
import type { LoggedOptions } from './running/agent-options.ts';

/** What one run gives to one of its agents. */
export type RunOptionsOf = LoggedOptions & { readonly models?: readonly Model[] };

type AnyActorSystem = AnyActorRef['system'];

/** What the effects of one run of an agent stand on, beside what its agents have. */
export interface AgentServices {
  /** The id of the run. */
  readonly run: string;
  readonly clock: Clock;
  readonly ledger: Ledger;
  /** What a model costs. @throws TroupeError `bad-config` where money is limited and nobody knows. */
  priceOf(model: Model): Price | undefined;
  readonly paceOf: (model: Model) => Pace;
  /** What the caller knows about this request. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly policy: Policy;
  /** What outlives the run, where there is something. */
  readonly memory: Memory | undefined;
  /** What was recalled for the run, by reference. */
  recalled(): readonly MemoryRef[];
  /** Whether some messages are the user's own: no memory learns from what others wrote in their place. */
  areOwn(messages: readonly Message[], history: readonly HistoryEntry[]): boolean;
  /** What this run gives to an agent, by its name. */
  optionsOf(agent: string): RunOptionsOf;
  readonly log: { readonly entries: readonly Entry[] };
  /** A piece of what an agent is writing: everything from `at` on is replaced by `text`. */
  delta(runPath: readonly string[], edit: { readonly at: number; readonly text: string }): void;
}

const bound = new WeakMap<AnyActorSystem, AgentServices>();

/** Lets the effects of a run find what they stand on. */
export const bindServices = (system: AnyActorSystem, services: AgentServices) => void bound.set(system, services);

export function servicesOf(system: AnyActorSystem): AgentServices {
  const services = bound.get(system);
  if (services) return services;
  throw new TroupeError(
    'usage',
    'The chart of an agent was started without an agent runner. Start it with createAgentRunner({ agents }).run(agent, input); in a test, provide other actors in the places of its own. If it was started by one, there are two copies of this package: use the one that made the agent.',
  );
}

/** What an agent is shown of the memory; what was forgotten is hidden also from one that is shown nothing. */
export async function rememberedFor(services: AgentServices, isReminded: boolean): Promise<Remembered> {
  const { memory, clock, context } = services;
  if (!memory) return nothingRemembered;
  return rememberedOf({ memory, clock, context }, isReminded ? services.recalled() : []);
}
