import type { InspectionEvent, Observer } from 'xstate';
import { z } from 'zod';
import { isPromise } from '../domain/schemas/config-problem.ts';
import type { RunObserver } from './run/run-observer.ts';

/** Receives XState's own inspection events: what `createActor` takes as `inspect`, such as that of `@statelyai/inspect`. */
export type InspectionListener = Observer<InspectionEvent> | ((event: InspectionEvent) => void);

/** Watches every run: an inspector of `troupe/inspect`, or a listener for XState's inspection events. */
export type Inspection = RunObserver | InspectionListener;

/** Who watches, by kind. */
export interface Watchers {
  /** At most one: it may hold the deliveries of a run, and only one can. */
  readonly observer?: RunObserver;
  /** What XState's actor is given for those who listen; empty when nobody does. */
  readonly listening: { readonly inspect?: (event: InspectionEvent) => void };
}

const isObserver = (value: unknown): value is RunObserver =>
  typeof (value as Partial<RunObserver> | null | undefined)?.attach === 'function'; // any value may be asked for a key

const isListener = (value: unknown): value is InspectionListener =>
  typeof value === 'function' ||
  typeof (value as Partial<Observer<InspectionEvent>> | null | undefined)?.next === 'function'; // any value may be asked for a key

function problemOf(value: unknown): string {
  if (isPromise(value)) return 'await it, as in createOrchestrator({ inspect: await startInspector() })';
  return 'pass an inspector (await startInspector() of troupe/inspect), a function for inspection events, an observer with next(), or a list of these';
}

/** The option `inspect`: one watcher or a list of them. */
export const inspectSchema = z
  .custom<Inspection | readonly Inspection[]>(() => true)
  .superRefine((value, context) => {
    const refuse = (each: unknown, path: number[]) => {
      if (!isObserver(each) && !isListener(each)) context.addIssue({ code: 'custom', message: problemOf(each), path });
    };
    if (Array.isArray(value)) value.forEach((each, index) => void refuse(each, [index]));
    else if (value !== undefined) refuse(value, []);
  })
  .refine((value) => toList(value).filter(isObserver).length <= 1, {
    error: 'only one inspector can step through a run: pass one, with listeners beside it',
  })
  .optional()
  .transform((value) => toWatchers(toList(value)));

/** `Array.isArray` does not narrow lists that are read only. */
function toList<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T];
}

function toWatchers(all: readonly Inspection[]): Watchers {
  const observer = all.find(isObserver);
  const listeners = all.flatMap((each) => (isObserver(each) ? [] : [toFunction(each)]));
  const inspect = (event: InspectionEvent) => {
    for (const listener of listeners) listener(event);
  };
  return { ...(observer ? { observer } : {}), listening: listeners.length > 0 ? { inspect } : {} };
}

function toFunction(listener: InspectionListener): (event: InspectionEvent) => void {
  return typeof listener === 'function' ? listener : (event) => listener.next?.(event);
}
