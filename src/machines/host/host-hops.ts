/** A question that is answered in hops: what rests on earlier results is recorded when it begins, and again with what it gave. */
import type { SpecialistResult } from '../../domain/results.ts';
import type { Note } from '../../log/entry-types.ts';
import type { PlanStep } from '../../plan/plan.ts';
import { planGraph } from '../../plan/plan-graph.ts';
import type { ToolCallsOutput } from '../tool-calls-machine.ts';
import type { HostArgs, HostContext } from './host-context.ts';
import { lookBefore, lookOf } from './host-keys.ts';

/** The hops whose results a step rests on. Logs from before hops were recorded do not ask for them. */
function needsOf({ plan, board, options }: Pick<HostContext, 'plan' | 'board' | 'options'>, step: PlanStep): string[] {
  if (!plan || !options.recordHops || step.dependencies.length === 0) return [];
  const { index } = planGraph(plan.steps);
  return step.dependencies.filter((need) => board.status[index.get(need) ?? -1] === 'completed').map(hopId);
}
const hopId = (step: string) => `step ${step}`;

/** A step begins that rests on others. */
export function stepHopTaken(context: Pick<HostContext, 'plan' | 'board' | 'options'>, step: PlanStep): Note[] {
  const restsOn = needsOf(context, step);
  return restsOn.length === 0
    ? []
    : [{ type: 'hop.taken', data: { id: hopId(step.id), question: step.description, restsOn } }];
}

/** It is done. */
export function stepHopCompleted(context: HostContext, { step, results }: Done): Note[] {
  if (needsOf(context, step).length === 0) return [];
  const found = results.flatMap(({ resultKey }) => resultKey ?? []);
  return [{ type: 'hop.completed', data: { id: hopId(step.id), found } }];
}
interface Done {
  readonly step: PlanStep;
  readonly results: readonly SpecialistResult[];
}

/** What the host looks up after it has looked something up rests on that. */
export function lookHopTaken({ context }: HostArgs): Note[] {
  const before = lookBefore(context);
  if (before === undefined || !context.options.recordHops) return [];
  const question = context.calls.map((call) => `${call.name} ${call.arguments}`.trim()).join('; ');
  return [{ type: 'hop.taken', data: { id: lookOf(context), question, restsOn: [before] } }];
}

export function lookHopCompleted({ context, event }: HostArgs<{ output: ToolCallsOutput }>): Note[] {
  if (context.looks === 0 || !context.options.recordHops) return [];
  return [{ type: 'hop.completed', data: { id: lookOf(context), found: event.output.keys } }];
}
