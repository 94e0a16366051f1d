import type { AnyActorLogic, AnyActorRef, AnyEventObject } from 'xstate';
import { events, scopeOf } from '../actors/xstate-internals.ts';

/** How a source gives its answers: once, again and again, or as it likes; `callback`: its transitions reach outside. */
export type SourceForm = 'promise' | 'observable' | 'callback' | 'other';

/** What the runner learns from a source. */
export interface SourcePort {
  /** It has started: it begins when that is stored. */
  started(ref: AnyActorRef, source: Source): void;
  /** It was sent an event that reaches outside. */
  reached(ref: AnyActorRef, source: Source, event: AnyEventObject): void;
  /** The chart does not want it any more. */
  stopped(ref: AnyActorRef, source: Source, snapshot: unknown): void;
}

/** A logic that is no machine, and what it really does. */
export interface Source {
  readonly form: SourceForm;
  begin(ref: AnyActorRef): void;
  send(ref: AnyActorRef, event: AnyEventObject): void;
  /** Ends what was begun, with the last state in which it was wanted. */
  stop(ref: AnyActorRef, snapshot: unknown, event: AnyEventObject): void;
}

/** The logic of a source on a run's stage: what reaches outside is asked of the port, the rest is as it was. */
export function sourceLogic(logic: AnyActorLogic, port: SourcePort): AnyActorLogic {
  const source: Source = {
    form: formOf(logic),
    begin: (ref) => void logic.start?.(ref.getSnapshot(), scopeOf(ref) as never), // the scope that XState made for it
    send: (ref, event) => void logic.transition(ref.getSnapshot(), event, scopeOf(ref) as never), // the same
    stop: (ref, snapshot, event) => void logic.transition(snapshot as never, event, scopeOf(ref) as never), // its own snapshot
  };
  return {
    ...logic,
    start: (_snapshot, { self }) => port.started(self as AnyActorRef, source),
    transition: (snapshot, event, scope) => {
      const self = scope.self as AnyActorRef;
      if (event.type === events.stop) {
        if (snapshot.status !== 'active') return snapshot;
        port.stopped(self, source, snapshot);
        return { ...snapshot, status: 'stopped', error: undefined, input: undefined };
      }
      if (source.form !== 'callback') return logic.transition(snapshot, event, scope);
      port.reached(self, source, event);
      return snapshot;
    },
  };
}

const forms = new WeakMap<AnyActorLogic, SourceForm>();

/** Which of XState's logics one is, by what its transition does: they carry no name. */
function formOf(logic: AnyActorLogic): SourceForm {
  const known = forms.get(logic);
  if (known) return known;
  const form = probe(logic);
  forms.set(logic, form);
  return form;
}

function probe(logic: AnyActorLogic): SourceForm {
  const active = { status: 'active', output: undefined, error: undefined, input: undefined, context: undefined };
  const scope = { self: {} } as never; // a logic that has not started reads nothing else
  try {
    if (logic.transition(active, { type: events.resolved, data: active }, scope).output === active) return 'promise';
    if (logic.transition(active, { type: events.completed }, scope).status === 'done') return 'observable';
    return 'other';
  } catch {
    // A callback that has not started has nobody to whom it could give an event.
    return 'callback';
  }
}
