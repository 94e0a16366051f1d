import { childDone, childFailed } from 'troupe/testing';
import {
  type AnyActorRef,
  type AnyStateMachine,
  type EventFrom,
  type InputFrom,
  initialTransition,
  type SnapshotFrom,
  transition,
} from 'xstate';
import type { Note } from '../../src/log/entry-types.ts';

/** Takes a chart through its states by hand, with the pure transition function: nothing runs. */
export function drive<M extends AnyStateMachine>(machine: M, input: InputFrom<M>) {
  const notes: Note[] = [];
  const keep = ([snapshot, actions]: readonly [SnapshotFrom<M>, readonly { type: string; params?: unknown }[]]) => {
    for (const { type, params } of actions) {
      if (type === 'record') notes.push(...[params as Note | Note[]].flat()); // the type of the action's params
    }
    return snapshot;
  };
  // The generic machine's event and input types meet again here; the casts change no value.
  let snapshot = keep(initialTransition(machine as AnyStateMachine, input) as never);
  const send = (event: EventFrom<M>) => {
    snapshot = keep(transition(machine as AnyStateMachine, snapshot as SnapshotFrom<AnyStateMachine>, event) as never);
  };
  const children = () => (snapshot as SnapshotFrom<AnyStateMachine>).children as Record<string, AnyActorRef>;
  const child = (id: string): AnyActorRef => {
    const found = children()[id];
    if (!found) throw new Error(`There is no child "${id}", only: ${Object.keys(children()).join(', ')}.`);
    return found;
  };
  return {
    /** What the chart has written into the log. */
    notes,
    get snapshot() {
      return snapshot;
    },
    get children() {
      return Object.keys(children()).filter((id) => id !== 'journal');
    },
    send,
    done(id: string, output: unknown) {
      child(id);
      send(childDone(id, output) as EventFrom<M>);
    },
    failed(id: string, error: unknown) {
      child(id);
      send(childFailed(id, error) as EventFrom<M>);
    },
    /** What a child was given. */
    inputOf(id: string): Readonly<Record<string, unknown>> {
      const { input, context } = child(id).getSnapshot() as { input?: object; context?: object }; // a slot's or a machine's
      return { ...context, ...input };
    },
  };
}
