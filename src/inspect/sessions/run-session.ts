import type { AnyActorRef } from 'xstate';
import { findEffects } from '../../actors/bound-effects.ts';
import { isEnded } from '../../domain/status.ts';
import { TroupeError } from '../../errors.ts';
import { asData } from '../../log/as-data.ts';
import { waitingIn } from '../../log/asks.ts';
import { beganAt, type Entry, type EntryOf } from '../../log/entry.ts';
import { RunLog } from '../../log/run-log.ts';
import { controlRun } from './control-run.ts';
import { forkAt, type OnFork } from './fork-at.ts';
import type { InspectedBy, InspectedRun } from './inspected-run.ts';
import { logParts } from './log-parts.ts';
import { Session, type SessionCommand, type SessionParts } from './session.ts';
import { StepGate } from './step-gate.ts';
import { toTimeline } from './to-timeline.ts';
import { isTrying, promptAt, tryWith } from './trying.ts';

/** A live run as a session: its log, its actors, and everything that a person can do to it. */
export function runSession(
  actor: AnyActorRef,
  by: InspectedBy,
  onFork?: OnFork,
): { session: Session; follow: (run: InspectedRun) => void } {
  const { runId } = by;
  let run: InspectedRun | undefined;
  let unsubscribe = () => {};
  let log: RunLog | undefined;
  // Kept from the first look on: of a run that has ended, the effects can no longer be found.
  const opened = () => {
    log ??= findEffects(actor.system, runId)?.log;
    return log;
  };
  const entries = (): readonly Entry[] => opened()?.entries ?? [];
  const command = (given: SessionCommand): unknown => {
    if (given.type === 'prompt') return promptAt(entries(), given.key, session.trace.effect(given.key), by.promptOf);
    if (isTrying(given)) return tryWith(given, by, entries(), session.trace);
    if (given.type === 'fork') return forkAt(given, by.fork, onFork);
    if (given.type === 'send') return send(session, actor, runId, given);
    if (!run) throw new TroupeError('usage', 'The run has not started yet.');
    return controlRun(run, given);
  };
  const parts: SessionParts = {
    ...logParts(entries),
    hasEarlyEvents: true,
    command,
    waiting: () => waitingIn(opened() ?? new RunLog(runId)),
    onlyTo: actor,
    close: () => unsubscribe(),
  };
  const gate = new StepGate(actor.system, () => session.controlChanged());
  const models = [...new Set(by.cast.models.map(({ name }) => name))];
  const info = { id: runId, title: 'a run', kind: 'run', status: 'pending', isLive: true, models } as const;
  const session: Session = new Session(actor, { ...info, startedAt: new Date().toISOString() }, parts, gate);
  return {
    session,
    follow(started) {
      run = started;
      const effects = findEffects(actor.system, runId);
      if (effects) gate.feed(effects);
      unsubscribe = followRun(started, session, by.isNew);
    },
  };
}

/**
 * Sends an event to the host of a run: it goes the way of all facts, so that the run can be replayed.
 *
 * @throws TroupeError `usage` for another actor: what that receives is in no log, and the run would not come out the same again.
 */
function send(
  session: Session,
  host: AnyActorRef,
  runId: string,
  { actor, event }: Extract<SessionCommand, { type: 'send' }>,
): void {
  const target = session.trace.actor(actor);
  if (!target) throw new TroupeError('usage', `There is no actor "${actor}".`);
  if (target !== host) {
    const path = session.trace.pathOf(actor);
    throw new TroupeError(
      'usage',
      `Nothing was sent to ${path}: only what the host receives is in the log, and with this the run could not be replayed or resumed. Send an event to the host.`,
    );
  }
  findEffects(host.system, runId)?.submit(asData(event, 'The event'));
}

/** Keeps a session in step with its run until the returned function is called. */
function followRun(run: InspectedRun, session: Session, isNew: boolean): () => void {
  const show = (until: number) => {
    const fresh = run.log.slice(session.entries.length, until);
    session.addEntries(fresh.map(toTimeline));
    const changed = fresh.findLast((entry) => entry.type === 'status.changed');
    const asked = fresh.find(({ type }) => type === 'request.received');
    if (changed || asked) session.info = { ...session.info, ...describe(run, changed) };
  };
  // Of a run that is resumed, what was replayed is in its log, and nobody is notified of it.
  if (!isNew) show(run.log.length);
  const end = () => {
    if (session.info.isLive) session.info = { ...session.info, isLive: false };
  };
  // A run may also stop or break without a word in its log.
  run.result.catch(end);
  const stopped = run.actor.subscribe({
    complete: () => run.actor.getSnapshot().status === 'stopped' && end(),
    error: () => {}, // the run itself says so
  });
  const unsubscribe = run.subscribe((event) => {
    if (event.type === 'delta') session.addDelta(event);
    else show(event.seq);
  });
  return () => {
    stopped.unsubscribe();
    unsubscribe();
  };
}

function describe(run: InspectedRun, changed: EntryOf<'status.changed'> | undefined) {
  const [first] = run.log;
  const request = first?.type === 'request.received' ? first.data : undefined;
  const messages = request?.messages ?? [];
  const forked = request?.forkedFrom ? { forkOf: request.forkedFrom.run } : {};
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? 'a run';
  const status = changed?.data.status ?? 'pending';
  return { title: question, status, isLive: !isEnded(status), startedAt: first ? beganAt(first) : '', ...forked };
}
