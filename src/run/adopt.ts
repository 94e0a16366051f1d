import type { AnyActorRef, AnyEventObject } from 'xstate';
import {
  callObservers,
  deliveriesOf,
  type ExecutedAction,
  emitFrom,
  isOwnAction,
  isStopped,
  keepListeners,
  logicOf,
  outwardActions,
  replaceExecutor,
  replaceLogic,
} from '../actors/xstate-internals.ts';
import { failAction } from './chart-facts.ts';
import type { ChartPort } from './chart-port.ts';
import { toData, toErrorData } from './data.ts';
import { isMachine } from './define-chart.ts';
import { aside } from './determinism.ts';

/** Takes an actor into its run, before its first state: what it does outside is asked for, and done when that is stored. */
export function adopt(core: ChartPort, ref: AnyActorRef): void {
  core.paths.add(ref);
  callObservers(ref, (observe) => deliveriesOf(ref.system).aside(() => aside(observe)));
  const logic = logicOf(ref);
  if (!isMachine(logic)) {
    if (logic.start) replaceLogic(ref, core.sources.logicOf(logic));
    return;
  }
  keepListeners(ref);
  replaceExecutor(ref, (action, original) => {
    const exec = toExecuted(core, ref, action);
    original(exec ? { ...action, exec } : action);
  });
}

/** What is done in the place of an action while the chart decides; nothing for one that is part of the decision. */
function toExecuted(core: ChartPort, ref: AnyActorRef, action: ExecutedAction): (() => void) | undefined {
  const { type, params, info, exec } = action;
  if (type === outwardActions.emit) return () => emit(core, ref, (params as { event: AnyEventObject }).event); // as XState calls it
  if (type === outwardActions.log)
    return () => core.jobs.ask({ begin: () => void exec?.(info, params), of: ref, isAction: true });
  if (isOwnAction(action)) return undefined;
  const path = core.pathOf(ref);
  if (core.chart.notes.has(type)) {
    const data = params === undefined ? { note: type } : { note: type, params: toData(params, `What "${type}" notes`) };
    return () => core.note(path, { type: 'note.taken', data });
  }
  return () => {
    core.note(path, { type: 'action.called', data: { action: type } });
    core.jobs.ask({ begin: () => execute(core, ref, action), of: ref, isAction: true });
  };
}

function execute(core: ChartPort, ref: AnyActorRef, { type, exec, info, params }: ExecutedAction): void {
  try {
    exec?.(info, params);
  } catch (error) {
    core.jobs.threw(ref);
    const path = core.pathOf(ref);
    if (isStopped(ref)) console.error(`The action "${type}" of "${path}" threw when its actor had ended.`, error);
    else failAction(core, path, type, toErrorData(error));
  }
}

function emit(core: ChartPort, ref: AnyActorRef, event: AnyEventObject): void {
  const data = core.write(event, `The emitted event "${event.type}"`);
  core.note(core.pathOf(ref), { type: 'event.emitted', data: { event: data } });
  core.jobs.ask({ begin: () => emitFrom(ref, event), of: ref, isAction: true });
}
