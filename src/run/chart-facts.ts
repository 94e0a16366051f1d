/** What comes to a run from outside: each of these waits for its turn, is recorded, and is handed to the actors. */
import type { AnyActorRef, AnyEventObject } from 'xstate';
import type { Clock } from '../actors/clock.ts';
import { type Delivery, events, failActor, isStopped } from '../actors/xstate-internals.ts';
import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { EntryData } from '../log/entry-types.ts';
import type { Awaiting, ChartPort, EndStatus } from './chart-port.ts';
import { thrownMessage, toErrorData } from './data.ts';
import type { Standing } from './define-chart.ts';
import { type Timer, Timers } from './timers.ts';

/** How a source came out, as data; `isRefused`: it has not ended, but what it gave cannot be taken. */
export type SourceOutcome = { readonly output: unknown } | { readonly thrown: unknown; readonly isRefused?: true };

/** Something was sent while nobody decided: a fact. */
export function receive(core: ChartPort, { source, target, event }: Delivery): void {
  const live = source === target ? core.sources.of(target) : undefined;
  // Nobody waits any more for what a source gives that was stopped.
  if (source === target && !live) return;
  const to = core.pathOf(target);
  if (!live || event.type === events.next) {
    try {
      send(core, event, { to, ...(source ? { from: core.pathOf(source) } : {}) });
    } catch (error) {
      refuse(core, source, event, error);
    }
    return;
  }
  if (event.type === events.rejected || event.type === events.erred)
    settle(core, live.key, { thrown: toErrorData(event.data) }, target);
  else settle(core, live.key, outputOf(core, `The result of "${live.name}"`, event.data), target);
}

/** Something was sent that is no data: whoever sent it gets the error. An observable has nobody to whom it could be thrown, so it fails. */
function refuse(core: ChartPort, source: AnyActorRef | undefined, event: AnyEventObject, error: unknown): void {
  const live = source && core.sources.of(source);
  if (live?.source.form !== 'observable') throw error;
  const isValue = event.type === events.next;
  const outcome = isValue ? outputOf(core, `A value of "${live.name}"`, event.data) : { thrown: toErrorData(error) };
  if ('thrown' in outcome) settle(core, live.key, { ...outcome, isRefused: true }, live.ref);
}

/** What a source gave, as data; what is none is an error that the chart can handle. */
function outputOf(core: ChartPort, what: string, value: unknown): SourceOutcome {
  try {
    return { output: core.write(value, what) };
  } catch (error) {
    return { thrown: toErrorData(error) };
  }
}

/** Sends an event to an actor. @throws TroupeError `usage` for one that is no data. */
export function send(
  core: ChartPort,
  event: AnyEventObject,
  about: { readonly to: string; readonly from?: string; readonly id?: string },
  by: Awaiting = {},
): void {
  const { to, from, id } = about;
  const data = core.write(event, `The event "${event.type}"`);
  const hand = () => {
    if (id !== undefined && core.knows(id)) return;
    const target = core.paths.at(to);
    if (!target || isStopped(target)) {
      by.dropped?.();
      return;
    }
    const kept = core.append({ type: 'event.received', actor: to, data: { ...about, event: data } });
    const source = from === undefined ? undefined : core.paths.at(from);
    core.deliver({ source, target, event: core.read(kept.data, 'event') as AnyEventObject }); // what was sent
  };
  core.add({ to, event: event.type, hand, stored: by.stored, dropped: by.dropped });
}

/** The timers of a run, in the place of XState's. */
export const timersOf = (core: ChartPort, clock: Clock, at: () => number): Timers =>
  new Timers({
    clock,
    at,
    pathOf: (ref) => core.paths.below(core.pathOf(ref)),
    set(timer) {
      const { key, event, dueAt, source } = timer;
      const data = { key, event: event.type, dueAt: new Date(dueAt).toISOString() };
      core.note(core.pathOf(source), { type: 'timer.set', data });
      core.jobs.ask({ begin: () => core.timers.arm(timer), of: source });
    },
    cancelled: ({ key, source }) => core.note(core.pathOf(source), { type: 'timer.cancelled', data: { key } }),
    due: (timer) => fire(core, timer.key, timer),
  });

/** A timer is due; `which` of those that have its key one after the other, unless a log says so. */
export function fire(core: ChartPort, key: string, which?: Timer): void {
  const hand = () => {
    if (which && !core.timers.isSet(which)) return;
    const timer = core.timers.take(key);
    if (!timer) return;
    core.append({ type: 'timer.fired', actor: core.pathOf(timer.source), data: { key, kind: 'wait', output: {} } });
    core.deliver(timer);
  };
  core.add({ to: core.chart.name, event: `timer.fired ${key}`, hand });
}

/** A source has come to its end; `which` of those that have its key one after the other, unless a log says so. */
export function settle(core: ChartPort, key: string, outcome: SourceOutcome, which?: AnyActorRef): void {
  const hand = () => {
    if (which && !core.sources.of(which)) return;
    const live = core.sources.settle(key);
    if (!live) return;
    const { ref, source, name } = live;
    const actor = core.pathOf(ref);
    if ('isRefused' in outcome) core.sources.stopSoon(live, ref.getSnapshot());
    const about = { key, kind: 'source', source: name } as const;
    if ('output' in outcome) {
      const kept = core.append({ type: 'effect.completed', actor, data: { ...about, output: outcome.output } });
      const type = source.form === 'promise' ? events.resolved : events.completed;
      core.deliver({ source: ref, target: ref, event: { type, data: core.read(kept.data, 'output') } });
      return;
    }
    const error = { code: 'thrown', message: thrownMessage(outcome.thrown), retryable: false };
    const kept = core.append({ type: 'effect.failed', actor, data: { ...about, error, thrown: outcome.thrown } });
    failSource(core, ref, source.form, core.read(kept.data, 'thrown'));
  };
  core.add({ to: key, event: `effect ${key}`, hand });
}

function failSource(core: ChartPort, ref: AnyActorRef, form: string, data: unknown): void {
  const type = form === 'promise' ? events.rejected : form === 'observable' ? events.erred : undefined;
  if (type) core.deliver({ source: ref, target: ref, event: { type, data } });
  else core.inside(() => failActor(ref, data));
}

/** An action threw when the state that called it was stored already. */
export function failAction(core: ChartPort, path: string, action: string, thrown: unknown): void {
  const hand = () => {
    const ref = core.paths.at(path);
    if (!ref || isStopped(ref)) return;
    const kept = core.append({ type: 'action.failed', actor: path, data: { action, error: thrown } });
    core.inside(() => failActor(ref, core.read(kept.data, 'error')));
  };
  core.add({ to: path, event: `action.failed ${action}`, hand });
}

/** Somebody's own code records an entry. One that has an id is recorded once. */
export function note(core: ChartPort, data: EntryData['entry.recorded'], by: Awaiting = {}): void {
  const hand = () => {
    if (data.id !== undefined && core.log.latest('entry.recorded', data.id)) return;
    core.append({ type: 'entry.recorded', actor: core.chart.name, data });
  };
  core.add({ ...by, to: core.chart.name, event: data.name, hand, isControl: true });
}

/** While a run is paused nothing begins that the chart asks for; what was under way goes on, and its answers are taken. */
export function pause(core: ChartPort, by: Awaiting = {}): void {
  const hand = () => {
    if (core.jobs.isHeld) return;
    core.append({ type: 'run.paused', actor: core.chart.name, data: {} });
    core.jobs.hold();
  };
  core.add({ ...by, to: core.chart.name, event: 'run.paused', hand, isControl: true });
}

export function unpause(core: ChartPort, by: Awaiting = {}): void {
  const hand = () => {
    if (!core.jobs.isHeld) return;
    core.append({ type: 'run.resumed', actor: core.chart.name, data: {} });
    core.jobs.release();
  };
  core.add({ ...by, to: core.chart.name, event: 'run.resumed', hand, isControl: true });
}

export function cancel(core: ChartPort, reason: string | undefined, by: Awaiting = {}): void {
  const hand = () => {
    core.append({ type: 'run.cancelled', actor: core.chart.name, data: reason === undefined ? {} : { reason } });
    core.inside(() => void core.root?.stop());
    core.end('cancelled');
  };
  core.add({ ...by, to: core.chart.name, event: 'run.cancelled', hand });
}

/** The run continues in another process: everything that was under way begins again. */
export function restore(core: ChartPort): void {
  const hand = () => {
    core.append({ type: 'run.restored', actor: core.chart.name, data: {} });
    if (!core.jobs.isLive) return;
    for (const live of core.sources.all) core.jobs.ask({ begin: () => core.sources.begin(live) });
    for (const timer of core.timers.all) core.jobs.ask({ begin: () => core.timers.arm(timer) });
    core.jobs.repeat();
  };
  core.add({ to: core.chart.name, event: 'run.restored', hand, isControl: true });
}

/** Hands a stored fact to a run again. */
export function handFact(core: ChartPort, { type, actor, data }: Entry): void {
  switch (type) {
    case 'event.received': {
      const { to, from, id } = data;
      const event = core.read(data, 'event') as AnyEventObject; // what was sent
      send(core, event, { to, ...(from === undefined ? {} : { from }), ...(id === undefined ? {} : { id }) });
      return;
    }
    case 'effect.completed':
      settle(core, data.key, { output: data.output });
      return;
    case 'effect.failed':
      settle(core, data.key, { thrown: data.thrown });
      return;
    case 'timer.fired':
      fire(core, data.key);
      return;
    case 'action.failed':
      failAction(core, actor, data.action, data.error);
      return;
    case 'run.paused':
      pause(core);
      return;
    case 'run.resumed':
      unpause(core);
      return;
    case 'run.cancelled':
      cancel(core, data.reason);
      return;
    case 'run.restored':
      restore(core);
      return;
    case 'entry.recorded':
      note(core, data);
      return;
    default:
      throw new TroupeError('bad-log', `A run of a chart has no fact of the type "${type}".`);
  }
}

/** Enters into the log that a run waits for people alone, or that it does so no longer. */
export function noteWait(core: ChartPort, { isWaiting, status: noted }: Standing): void {
  if (isWaiting === (noted === 'waiting')) return;
  const status = isWaiting ? 'waiting' : 'executing';
  core.note(core.chart.name, { type: 'status.changed', data: { status, state: status } });
}

/** Writes how a run has ended. */
export function noteEnd(core: ChartPort, status: EndStatus, error: unknown): void {
  const { name } = core.chart;
  core.note(name, { type: 'status.changed', data: { status, state: status } });
  if (status === 'completed') core.note(name, { type: 'run.completed', data: {} });
  if (status === 'failed') {
    core.note(name, { type: 'run.failed', data: { code: 'thrown', message: thrownMessage(toErrorData(error)) } });
  }
}
