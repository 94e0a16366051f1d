import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { advance, type Folded, noPlan, stepsAt } from '../../../src/log/plan-fold.ts';
import type { PlanStep } from '../../../src/plan/plan.ts';
import { KeptStates } from './kept-states.ts';

/** A step of the plan as it is drawn. */
export type StepView = PlanStep;

export interface PlanView {
  readonly version: number;
  readonly title: string;
  readonly steps: readonly StepView[];
}

/** The plan at every entry that changes it: what stays the same is shared, so that all of them take little more room than one. */
export class PlanHistory {
  readonly #kept = new KeptStates(noPlan);

  push(entry: TimelineEntry): void {
    if (isFolded(entry)) this.#kept.push(entry.seq, advance(this.#kept.last, entry));
  }

  /** The plan as it stands at an entry; nothing before there is one. */
  at(seq: number): PlanView | undefined {
    const state = this.#kept.at(seq);
    if (state.version === 0) return undefined;
    return { version: state.version, title: state.plan.title, steps: stepsAt(state) };
  }
}

/**
 * Whether an entry is one of a log that the fold reads: the server sends those whole. An actor of somebody's own may have events of the same names
 * with other data.
 */
function isFolded(entry: TimelineEntry): entry is TimelineEntry & Folded {
  const { type, data } = entry;
  if (type === 'plan.created' || type === 'plan.updated') return isObject(data.plan) && Array.isArray(data.plan.steps);
  if (type === 'step.completed' || type === 'step.failed') return Array.isArray(data.results);
  if (type === 'step.drafted') return isObject(data.step);
  if (type === 'step.started') return Array.isArray(data.dependencies);
  return type.startsWith('step.') || type === 'results.collected' || type === 'feedback.given';
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
