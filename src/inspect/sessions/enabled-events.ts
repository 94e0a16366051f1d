import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/** The types of events that an actor would look at where it is; those of its own children are left out. */
export function enabledEvents(ref: AnyActorRef): string[] {
  const { _nodes: nodes } = ref.getSnapshot() as Partial<AnyMachineSnapshot>; // machines have them
  const types = (nodes ?? []).flatMap((node) => node.ownEvents as readonly string[]);
  return [...new Set(types)].filter((type) => !type.startsWith('xstate.') && type !== '*').sort();
}

/** Those of each actor that has any, by its id in the session; only of one of them where no other takes events. */
export const enabledIn = (
  active: readonly (readonly [string, AnyActorRef])[],
  onlyTo: AnyActorRef | undefined,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    active
      .filter(([, ref]) => onlyTo === undefined || ref === onlyTo)
      .map(([id, ref]) => [id, enabledEvents(ref)] as const)
      .filter(([, events]) => events.length > 0),
  );
