import type { PlanStep } from '../../../src/plan/plan.ts';
import { planGraph } from '../../../src/plan/plan-graph.ts';

/** When a step that has not started will be at work, as far as the plan says how long its steps take. */
export interface Estimate {
  readonly id: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The steps of a plan one after the other, each when what it needs is done; nothing where the plan estimates no step. */
export function estimatesOf(steps: readonly PlanStep[]): Estimate[] {
  if (!steps.some(({ estimatedMs }) => estimatedMs !== undefined)) return [];
  const { needs, index } = planGraph(steps);
  const known = new Map<number, Estimate>();
  const estimate = (place: number): number => {
    const before = known.get(place);
    if (before) return before.toMs;
    const step = steps[place];
    if (!step) return 0;
    known.set(place, { id: step.id, fromMs: 0, toMs: 0 });
    const fromMs = Math.max(0, ...(needs[place] ?? []).map(estimate));
    const found = { id: step.id, fromMs, toMs: fromMs + (step.estimatedMs ?? 0) };
    known.set(place, found);
    return found.toMs;
  };
  for (const place of index.values()) estimate(place);
  return [...known.values()].filter(({ fromMs, toMs }) => toMs > fromMs);
}
