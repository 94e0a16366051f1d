import { ownValue } from '../../domain/own-value.ts';
import type { SpecialistResult } from '../../domain/results.ts';
import type { Note } from '../../log/entry-types.ts';
import { settleStep } from '../../plan/board.ts';
import { failureCounts, withFailures } from '../../plan/error-pattern.ts';
import { type PlanStep, workersOf } from '../../plan/plan.ts';
import { planGraph } from '../../plan/plan-graph.ts';
import { withLimit } from './host-board.ts';
import { type HostContext, type Plan, roundOf, stepActor, type Trouble } from './host-context.ts';
import { stepHopCompleted } from './host-hops.ts';
import { boardNotes } from './host-plan.ts';

/** A step that has come to its end, and what it brought. */
export interface Settled {
  readonly plan: Plan;
  readonly place: number;
  readonly step: PlanStep;
  readonly results: readonly SpecialistResult[];
  readonly status: 'completed' | 'failed';
  /** What went wrong. */
  readonly reason: string;
}

/** A step that is not done again as it is: why, what else is recorded, and what is kept of it. */
export interface Lost {
  readonly why: string;
  readonly notes: readonly Note[];
  readonly trouble: Trouble;
}

/** What somebody said, so that something can follow it. */
export const sentence = (text: string) => text.trim().replace(/([^.!?。！？])$/, '$1.');

/** The step under way that a result is for. */
function stepOf({ plan, board }: HostContext, { stepId }: SpecialistResult) {
  const place = plan ? planGraph(plan.steps).index.get(stepId) : undefined;
  const step = place === undefined ? undefined : plan?.steps[place];
  return plan && place !== undefined && step && board.status[place] === 'executing' ? { plan, place, step } : undefined;
}

/** The step that a result settles: of a step on which several work, the last of them does. */
export function settledBy(context: HostContext, result: SpecialistResult): Settled | undefined {
  const found = stepOf(context, result);
  const results = [...(ownValue(context.partial, result.stepId) ?? []), result];
  if (!found || results.length < workersOf(found.step).length) return undefined;
  const status = results.some((each) => each.status !== 'failed') ? 'completed' : 'failed';
  return { ...found, results, status, reason: results.flatMap((each) => each.error ?? []).join(' ') };
}

/** How a step came out, as it goes into the log. */
export function settledNote({ board }: HostContext, { step, place, results, status, reason }: Settled): Note {
  const actor = `host/${stepActor(step, board.starts[place] ?? 0, 0)}`;
  return {
    type: status === 'failed' ? 'step.failed' : 'step.completed',
    data: { id: step.id, actor, results, ...(reason ? { reason } : {}) },
  };
}

/** A result has come: of a step on which several work, the last of them settles it. */
export function withResult(context: HostContext, result: SpecialistResult, lost?: Lost): Partial<HostContext> {
  const found = stepOf(context, result);
  if (!found) return { news: [] };
  const come = settledBy(context, result);
  const { partial: before } = context;
  const { id } = found.step;
  if (!come) return { partial: { ...before, [id]: [...(ownValue(before, id) ?? []), result] }, news: [] };
  const { plan, place, results, status } = come;
  const reason = lost ? `${sentence(come.reason)} ${lost.why}` : come.reason;
  const { [id]: _, ...partial } = before;
  const outcome = { round: roundOf(context), results, ...(status === 'failed' ? { reason } : {}) };
  const settled = settleStep(context.board, plan.steps, place, status, outcome);
  const own = settledNote(context, { ...come, reason });
  const hop = status === 'completed' ? stepHopCompleted(context, come) : [];
  const next = {
    board: settled.board,
    news: [own, ...hop, ...(lost?.notes ?? []), ...boardNotes(plan, settled.news)],
    troubles: troublesAfter(context, come, lost),
  };
  const limit = results.find((each) => each.limit)?.limit ?? context.limit;
  return { partial, ...next, ...(limit ? withLimit({ ...context, ...next }, limit) : {}) };
}

/** Who failed at which step, and how often. */
function troublesAfter({ troubles }: HostContext, { step, status, results }: Settled, lost: Lost | undefined) {
  if (lost) return { ...troubles, [step.id]: lost.trouble };
  const failures = status === 'failed' ? failureCounts(results) : [];
  if (failures.length === 0) return troubles;
  const known = ownValue(troubles, step.id) ?? noTrouble;
  return { ...troubles, [step.id]: { ...known, failures: withFailures(known.failures, failures) } };
}

const noTrouble: Trouble = {
  failures: [],
  trigger: '',
  remark: undefined,
  replaced: 0,
  isFinal: false,
  isPrompted: false,
};
