import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/** The types of events that an actor would look at where it is; those of its own children are left out. */
export function enabledEvents(ref: AnyActorRef): string[] {
  const { _nodes: nodes } = ref.getSnapshot() as Partial<AnyMachineSnapshot>; // machines have them
  const types = (nodes ?? []).flatMap((node) => node.ownEvents as readonly string[]);
  return [...new Set(types)].filter((type) => !type.startsWith('xstate.') && type !== '*').sort();
}
