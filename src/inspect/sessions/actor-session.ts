import type { AnyActor } from 'xstate';
import { TroupeError } from '../../errors.ts';
import { cutFields } from '../cut-value.ts';
import { Session } from './session.ts';
import { StepGate } from './step-gate.ts';

/** Any actor of XState as a session: its events are the entries, its whole system is shown and can be stepped through. */
export function actorSession(actor: AnyActor, options: { id: string; title: string }): Session {
  const gate = new StepGate(actor.system, () => session.controlChanged());
  const full: unknown[] = [];
  const session: Session = new Session(
    actor,
    {
      ...options,
      kind: 'actor',
      status: actor.getSnapshot().status,
      startedAt: new Date().toISOString(),
      isLive: true,
    },
    {
      hasEarlyEvents: false,
      // Every event that is delivered is an entry of its own; what is there at the beginning belongs to the first one.
      seq(change) {
        if (change.type !== 'event') return Math.max(1, full.length);
        const data = (change.data ?? {}) as Record<string, unknown>; // what an event holds beside its type
        full.push({ type: change.event, ...data });
        queueMicrotask(() => {
          session.addEntries([
            {
              seq: full.length > session.entries.length ? session.entries.length + 1 : full.length,
              at: new Date().toISOString(),
              kind: 'fact',
              type: change.event,
              actor: session.trace.pathOf(change.actor),
              data: cutFields(data),
            },
          ]);
        });
        return full.length;
      },
      entry: (seq) => full[seq - 1],
      log: () => session.entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
      command(command) {
        if (command.type === 'trying') return { canFork: false, canAsk: false };
        if (command.type !== 'send') throw new TroupeError('usage', `An actor cannot do "${command.type}".`);
        const target = session.trace.actor(command.actor);
        if (!target) throw new TroupeError('usage', `There is no actor "${command.actor}".`);
        target.send(command.event);
        return undefined;
      },
    },
    gate,
  );
  actor.subscribe({
    next: ({ status }) => {
      if (status !== session.info.status) session.info = { ...session.info, status, isLive: status === 'active' };
    },
    complete: () => {
      session.info = { ...session.info, status: actor.getSnapshot().status, isLive: false };
    },
    error: () => {
      session.trace.fails(actor);
      session.info = { ...session.info, status: 'error', isLive: false };
    },
  });
  return session;
}
