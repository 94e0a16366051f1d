import type { AnyActorRef } from 'xstate';

type AnyActorSystem = AnyActorRef['system'];

/**
 * Holds the deliveries of an actor system back, for somebody who steps through it. A fact is followed by all its moves before anything is
 * committed, so a run whose deliveries are held waits with that.
 */
export interface DeliveryGate {
  /** Whether the next fact may be handed over. */
  mayTakeFact(): boolean;
  /** Lets everything through. */
  go(): void;
  /** No event waits to be delivered: the last fact has caused all that it causes. */
  isQuiet(): boolean;
}

/** Hands over facts to a system while nothing is on its way: a run. */
export interface FactSource {
  /** The facts that wait: for whom, and what they are. */
  readonly waiting: readonly { readonly to: string; readonly event: string }[];
  proceed(): void;
}

const gates = new WeakMap<AnyActorSystem, DeliveryGate>();

/** Puts a gate before the deliveries of a system. */
export function bindGate(system: AnyActorSystem, gate: DeliveryGate): void {
  gates.set(system, gate);
}

/** The gate before the deliveries of a system, if there is one. */
export function gateOf(system: AnyActorSystem): DeliveryGate | undefined {
  return gates.get(system);
}
