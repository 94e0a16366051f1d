import { z } from 'zod';
import { isSettledStatus, stepStatusSchema } from '../domain/status.ts';
import { conditionSteps } from './condition.ts';

export const stepIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** A plan may ask for more, but a step is not tried again more often than this. */
export const maxStepRetries = 5;

/** So often somebody else takes over a step that fails in the same way again and again. */
export const maxReplacements = 2;

export const planStepSchema = z.object({
  id: z.string().regex(stepIdPattern),
  description: z.string(),
  status: stepStatusSchema,
  /** The specialist that does it; empty until one is chosen. */
  assignedTo: z.string(),
  /** Others who work on the same step, each on their own. */
  alongside: z.array(z.string()).optional(),
  /** A condition on earlier results: without it being true the step is skipped. */
  when: z.string().optional(),
  /** The form that the result has to have, such as `number`, `table` or `json`. */
  format: z.string().optional(),
  dependencies: z.array(z.string()),
  priority: z.int(),
  maxRetries: z.int().min(0),
  retryCount: z.int().min(0),
  estimatedMs: z.number().min(0).optional(),
  actualMs: z.number().min(0).optional(),
  /** The text of the result; filled in views, the log holds it. */
  result: z.string().optional(),
  /** What the last judgement that speaks of the step says of its result; filled in views. */
  feedback: z.string().optional(),
  /** Why it failed, was skipped or is blocked. */
  reason: z.string().optional(),
  /** The keys of the effects whose outputs are the result, one for each specialist. */
  resultKeys: z.array(z.string()).optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
/** One step of a plan. */
export type PlanStep = z.infer<typeof planStepSchema>;

/** Who works on a step: a name for each worker, empty where nobody is named. */
export const workersOf = ({ assignedTo, alongside = [] }: Pick<PlanStep, 'assignedTo' | 'alongside'>): string[] => [
  assignedTo,
  ...alongside,
];

export const planUpdateSchema = z.object({
  version: z.int().min(1),
  updateType: z.enum(['add_step', 'modify_step', 'remove_step', 'reorder_steps', 'change_strategy']),
  description: z.string(),
  timestamp: z.string(),
  changes: z.record(z.string(), z.unknown()),
});
/** One change between two versions of a plan. */
export type PlanUpdate = z.infer<typeof planUpdateSchema>;

export const taskPlanSchema = z.object({
  version: z.int().min(1),
  title: z.string(),
  strategy: z.string(),
  /** The plan as Markdown. */
  content: z.string(),
  steps: z.array(planStepSchema),
  /** How far it is, by the ids of its steps. Plans that were written before these fields were there have none. */
  currentSteps: z.array(z.string()).optional(),
  totalSteps: z.int().min(0).optional(),
  completedSteps: z.array(z.string()).optional(),
  /** Whether the run may still come to another version: while it works and has a round left. */
  allowDynamicUpdate: z.boolean().optional(),
  updateHistory: z.array(planUpdateSchema),
  createdAt: z.string(),
  updatedAt: z.string(),
});
/** A plan: its steps and what it was before. */
export type TaskPlan = z.infer<typeof taskPlanSchema>;

/** True when nothing more will happen to the step in this round. */
export function isSettled(step: Pick<PlanStep, 'status'>): boolean {
  return isSettledStatus(step.status);
}

/** What the check of a plan reads of a step. */
type CheckedStep = Pick<PlanStep, 'id' | 'assignedTo' | 'alongside' | 'when' | 'dependencies'>;

/** Something that keeps a plan from being run, in words that tell its author what to fix, and where it is. */
export interface PlanFault {
  readonly text: string;
  /** The place of the step in the plan; absent for what is wrong with the plan as a whole. */
  readonly place?: number;
  readonly field?: 'id' | 'specialist' | 'after' | 'when';
}

interface PlanBounds {
  readonly specialists: readonly string[];
  readonly maxSteps: number;
}

/** Everything that keeps a plan from being run, in words that tell its author what to fix. */
export const planProblems = (plan: { steps: readonly CheckedStep[] }, bounds: PlanBounds): string[] =>
  planFaults(plan, bounds).map(({ text }) => text);

/** The same, each with the place of the mistake. */
export function planFaults({ steps }: { steps: readonly CheckedStep[] }, bounds: PlanBounds): PlanFault[] {
  if (steps.length === 0) return [{ text: 'The plan has no steps.' }];
  const faults: PlanFault[] = [];
  if (steps.length > bounds.maxSteps) {
    faults.push({ text: `The plan has ${steps.length} steps; at most ${bounds.maxSteps} are allowed.` });
  }
  const ids = new Set<string>();
  for (const [place, { id }] of steps.entries()) {
    if (ids.has(id)) faults.push({ text: `Two steps have the id ${id}.`, place, field: 'id' });
    ids.add(id);
  }
  for (const [place, step] of steps.entries()) {
    for (const fault of stepFaults(step, ids, bounds.specialists)) faults.push({ ...fault, place });
  }
  const cycle = findCycle(steps);
  if (cycle) {
    const place = steps.findIndex(({ id }) => id === cycle[0]);
    faults.push({ text: `Steps need each other in a circle: ${cycle.join(' needs ')}.`, place, field: 'after' });
  }
  return faults;
}

function stepFaults(step: CheckedStep, ids: ReadonlySet<string>, specialists: readonly string[]): PlanFault[] {
  const names = workersOf(step);
  const unknown = names.filter((name) => name !== '' && !specialists.includes(name));
  // Decided too early, a condition would depend on which step is faster.
  const early = conditionSteps(step.when ?? '').filter((asked) => !step.dependencies.includes(asked));
  const all = (field: NonNullable<PlanFault['field']>, texts: readonly string[]) =>
    texts.map((text) => ({ text, field }));
  return [
    ...all(
      'after',
      step.dependencies
        .filter((need) => !ids.has(need))
        .map((need) => `Plan step ${step.id} needs step ${need}, which is not in the plan.`),
    ),
    ...all('specialist', new Set(names).size < names.length ? [`Plan step ${step.id} names a specialist twice.`] : []),
    ...all(
      'specialist',
      unknown.map(
        (name) => `Plan step ${step.id} is for "${name}", but the specialists are: ${specialists.join(', ')}.`,
      ),
    ),
    ...all(
      'when',
      early.map(
        (asked) => `The condition of plan step ${step.id} asks about step ${asked}, so it has to be "after: ${asked}".`,
      ),
    ),
  ];
}

/** Steps that need each other in a circle, the first of them again at the end; nothing when there are none. */
export function findCycle(steps: readonly Pick<PlanStep, 'id' | 'dependencies'>[]): string[] | undefined {
  const needs = new Map(steps.map((step) => [step.id, step.dependencies]));
  const finished = new Set<string>();
  for (const start of needs.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    const stack = [{ id: start, next: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as { id: string; next: number }; // the loop's condition
      if (top.next === 0) {
        path.push(top.id);
        onPath.add(top.id);
      }
      const need = finished.has(top.id) ? undefined : needs.get(top.id)?.[top.next++];
      if (need === undefined) {
        finished.add(top.id);
        onPath.delete(top.id);
        path.pop();
        stack.pop();
      } else if (onPath.has(need)) {
        return [...path.slice(path.indexOf(need)), need];
      } else if (!finished.has(need)) {
        stack.push({ id: need, next: 0 });
      }
    }
  }
  return undefined;
}
