import { createActor, type Snapshot } from 'xstate';
import { hostMachine } from '../../machines/host/host-machine.ts';

/** Throws where the host's chart does not know a state of a snapshot, or the run in it is not active. The actor is built and never started. */
export function checkHostState(taken: unknown): void {
  const snapshot = taken as Snapshot<unknown>; // what is being looked at here
  const { status, error } = createActor(hostMachine, { snapshot, input: { messages: [] } }).getSnapshot();
  if (status !== 'active') throw error ?? new Error(`The run in it is not active but ${status}.`);
}
