import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/** Whether a machine would act on an event. Where its guards throw it is handed the event, and throws itself. */
export function wouldTake(machine: AnyActorRef, event: { type: string }): boolean {
  try {
    return (machine.getSnapshot() as AnyMachineSnapshot).can(event); // it is one
  } catch {
    return true;
  }
}
