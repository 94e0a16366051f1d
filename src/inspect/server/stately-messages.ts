import type { Change, Frame } from '../protocol.ts';
import { setPath } from '../set-path.ts';

/** The messages of `@statelyai/inspect`: what other inspectors for XState read. */
export type StatelyMessage = Readonly<Record<string, unknown>> & {
  readonly type: '@xstate.actor' | '@xstate.event' | '@xstate.snapshot';
  readonly sessionId: string;
};

/** The version of the protocol that `@statelyai/inspect` 0.7 writes into its messages. */
const version = '0.7.2';

/** Turns frames into those messages, one after the other; it remembers what actors are. */
export function statelyReader(
  definitionOf: (actor: string) => string | undefined,
): (frame: Frame, at: string) => StatelyMessage[] {
  const actors = new Map<string, { status: string; value?: unknown; context?: unknown; output?: unknown }>();
  const events = new Map<string, { type: string }>();
  let root: string | undefined;
  const toMessages = (change: Change, at: string): StatelyMessage[] => {
    root ??= change.actor;
    const base = {
      sessionId: change.actor,
      rootId: root,
      createdAt: String(Date.parse(at) || 0),
      id: '',
      _version: version,
    };
    switch (change.type) {
      case 'actor': {
        const snapshot = { status: 'active' };
        actors.set(change.actor, snapshot);
        const name = change.path.slice(change.path.lastIndexOf('/') + 1);
        const definition = definitionOf(change.actor) ?? JSON.stringify({ id: name });
        return [{ ...base, type: '@xstate.actor', name, definition, parentId: change.parent, snapshot }];
      }
      case 'event': {
        const data = typeof change.data === 'object' && change.data !== null ? change.data : {};
        const event = { ...data, type: change.event };
        events.set(change.actor, event);
        return [{ ...base, type: '@xstate.event', event, sourceId: change.from }];
      }
      case 'microstep':
        return [];
      case 'snapshot': {
        const before = actors.get(change.actor);
        const context = change.context.reduce<unknown>((value, part) => setPath(value, part), before?.context);
        const snapshot = snapshotOf(change, context);
        actors.set(change.actor, snapshot);
        const event = events.get(change.actor) ?? { type: 'xstate.init' };
        return [{ ...base, type: '@xstate.snapshot', snapshot, event }];
      }
    }
  };
  return (frame, at) => frame.changes.flatMap((change) => toMessages(change, at));
}

function snapshotOf(change: Extract<Change, { type: 'snapshot' }>, context: unknown) {
  const { status, value, output, error } = change;
  return {
    status,
    ...(value === undefined ? {} : { value }),
    ...(context === undefined ? {} : { context }),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
  };
}
