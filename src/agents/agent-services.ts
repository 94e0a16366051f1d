import type { AnyActorRef } from 'xstate';
import type { Clock } from '../actors/clock.ts';
import type { Ledger } from '../actors/ledger.ts';
import type { Price } from '../actors/performers/bill.ts';
import type { Pace } from '../actors/performers/pace.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { Model } from '../models/model.ts';
import type { Policy } from '../tools/policy.ts';
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
