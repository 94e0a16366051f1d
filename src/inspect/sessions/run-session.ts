import type { AnyActorRef } from 'xstate';
import { findEffects } from '../../actors/bound-effects.ts';
import { TroupeError } from '../../errors.ts';
import { beganAt, type Entry, type EntryOf } from '../../log/entry.ts';
import { RunLog } from '../../log/run-log.ts';
import { waitingOf } from '../../log/to-run-result.ts';
import { asData } from '../../run/as-data.ts';
import type { Run } from '../../run/run.ts';
import type { ObservedBy } from '../../run/run-observer.ts';
import { Session, type SessionCommand } from './session.ts';
import { StepGate } from './step-gate.ts';
import { toTimeline } from './to-timeline.ts';

/** What a run session can ask for beyond itself. */
export interface RunSessionOptions {
  readonly forkOf?: string | undefined;
  /** Hears of a run that was forked from this one, before it starts. */
  readonly forking: (from: string) => void;
}

/** A live run as a session: its log, its actors, and everything that a person can do to it. */
export function runSession(
  actor: AnyActorRef,
  by: ObservedBy,
  { forkOf, forking }: RunSessionOptions,
): { session: Session; follow: (run: Run) => void } {
  const { runId } = by;
  let run: Run | undefined;
  const entries = (): readonly Entry[] => run?.log ?? findEffects(actor.system, runId)?.log.entries ?? [];
  const groups = groupReader(entries);
  const gate = new StepGate(actor.system, () => session.controlChanged());
  const running = (): Run => {
    if (!run) throw new TroupeError('usage', 'The run has not started yet.');
    return run;
  };
  const command = (given: SessionCommand): unknown => {
    switch (given.type) {
      case 'prompt':
        return promptOf(given.key);
      case 'pause':
        return running().pause();
      case 'resume':
        return running().resume();
      case 'cancel':
        return running().cancel('cancelled in the inspector');
      case 'answer':
        return running().answer(given.text);
      case 'approve':
        return running().approve();
      case 'revise':
        return running().revise(given.text);
      case 'steer':
        void running().steer(given.text);
        return undefined;
      case 'plan':
        return running().planMarkdown() ?? '';
      case 'editPlan':
        return running().editPlan(given.markdown);
      case 'send':
        return send(given.actor, given.event);
      case 'fork':
        return fork(given.at, given.edits ?? []);
      default:
        throw new TroupeError('usage', `A run cannot do "${given.type}".`);
    }
  };
  const send = (to: string, event: { type: string }) => {
    const target = session.trace.actor(to);
    if (!target) throw new TroupeError('usage', `There is no actor "${to}".`);
    // What is said to the host goes the way of all facts, so that the run can be replayed.
    if (target === actor) findEffects(actor.system, runId)?.submit(asData(event, 'The event'));
    else target.send(event);
  };
  const fork = async (at: number, edits: readonly { path: string; value: unknown }[]) => {
    forking(runId);
    const { run: forked, again } = await by.fork(at, edits);
    return { session: forked.id, again };
  };
  const promptOf = (key: string) => {
    const effect = session.trace.effect(key);
    const started = entries().find((entry) => entry.type === 'effect.started' && entry.data.key === key);
    if (!effect || !started) return undefined;
    const next = entries().find((entry) => entry.seq > started.seq && entry.kind === 'fact');
    return by.promptOf(entries().slice(0, (next?.seq ?? entries().length + 1) - 1), effect);
  };
  const session: Session = new Session(
    actor,
    {
      id: runId,
      title: 'a run',
      kind: 'run',
      status: 'pending',
      startedAt: new Date().toISOString(),
      isLive: true,
      ...(forkOf === undefined ? {} : { forkOf }),
    },
    {
      isToldEarly: true,
      seq: groups,
      entry: (seq) => entries()[seq - 1],
      log: () =>
        entries()
          .map((entry) => `${JSON.stringify(entry)}\n`)
          .join(''),
      command,
      waitingFor: () => {
        const waiting = waitingOf(new RunLog(runId, entries()));
        return waiting && { kind: waiting.kind, question: waiting.question };
      },
    },
    gate,
  );

  return {
    session,
    follow(started) {
      run = started;
      const effects = findEffects(actor.system, runId);
      if (effects) gate.feed(effects);
      // Of a run that goes on, what was played is in its log and told by nobody.
      const show = (until: number) => {
        const fresh = started.log.slice(session.entries.length, until);
        session.addEntries(fresh.map(toTimeline));
        const changed = fresh.findLast((entry) => entry.type === 'status.changed');
        const asked = fresh.find(({ type }) => type === 'request.received');
        if (changed || asked) session.info = { ...session.info, ...describe(started, changed) };
      };
      if (!by.isNew) show(started.log.length);
      started.subscribe((event) => {
        if (event.type === 'delta') session.tellDelta(event);
        else show(event.seq);
      });
    },
  };
}

const endings: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

function describe(run: Run, changed: EntryOf<'status.changed'> | undefined) {
  const [first] = run.log;
  const messages = first?.type === 'request.received' ? first.data.messages : [];
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? 'a run';
  const status = changed?.data.status ?? 'pending';
  return { title: question, status, isLive: !endings.has(status), startedAt: first ? beganAt(first) : '' };
}

/** Says to which group of a log what happens now belongs: that of the last fact. */
export function groupReader(entries: () => readonly Entry[]): () => number {
  let known = 0;
  let fact = 1;
  return () => {
    const all = entries();
    for (; known < all.length; known++) if (all[known]?.kind === 'fact') fact = known + 1;
    return fact;
  };
}
