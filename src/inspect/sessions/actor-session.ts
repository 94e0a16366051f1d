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
  const look = () => {
    const { status } = actor.getSnapshot();
    if (status === session.info.status) return;
    if (status === 'error') session.trace.fails(actor);
    session.info = { ...session.info, status, isLive: status === 'active' };
  };
  // It looks after each event and is no observer of the actor: XState takes an error for handled as soon as anybody hears of it, and an actor that is shown has to fail as it does unseen.
  actor.system.inspect(({ type, actorRef }) => {
    if (actorRef === actor && type !== '@xstate.microstep') queueMicrotask(look);
  });
  return session;
}
