import type { AnyActorRef } from 'xstate';
import { TroupeError } from '../errors.ts';
import type { Effects } from './effects.ts';

type AnyActorSystem = AnyActorRef['system'];

const runs = new WeakMap<AnyActorSystem, Map<string, Effects>>();

/** Lets the actors of a system find the effects of a run by its id. */
export function bindEffects(system: AnyActorSystem, run: string, effects: Effects): void {
  const bound = runs.get(system) ?? new Map<string, Effects>();
  runs.set(system, bound.set(run, effects));
}

export function unbindEffects(system: AnyActorSystem, run: string): void {
  runs.get(system)?.delete(run);
}

/** The effects of a run that may have ended already. */
export function findEffects(system: AnyActorSystem, run: string): Effects | undefined {
  return runs.get(system)?.get(run);
}

export function effectsOf(system: AnyActorSystem, run: string): Effects {
  const effects = findEffects(system, run);
  if (!effects) throw new TroupeError('bug', `No run "${run}" is open in this actor system.`);
  return effects;
}
