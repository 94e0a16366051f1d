import { ownValue } from '../../domain/own-value.ts';
import { byPriority, startSteps } from '../../plan/board.ts';
import { maxStepRetries, type PlanStep, workersOf } from '../../plan/plan.ts';
import type { DeciderInput } from '../decider-machine.ts';
import type { SpecialistInput } from '../specialist-context.ts';
import { decisionActor, type HostContext, stepActor, type Trouble } from './host-context.ts';
import { stepHopTaken } from './host-hops.ts';
import { stepScope } from './host-keys.ts';
import { startedNote } from './host-notes.ts';

interface Spawn {
  (src: 'specialist', options: { id: string; input: SpecialistInput }): unknown;
  (src: 'decider', options: { id: string; input: DeciderInput }): unknown;
}

/** What a start depends on: to copy all that the host keeps, for each result, would cost more than the rest of a start. */
type Standing = ReturnType<typeof standingOf>;
const standingOf = (host: HostContext) => ({
  run: host.run,
  options: host.options,
  plan: host.plan,
  board: host.board,
  round: host.round,
  limit: host.limit,
  judgement: host.judgement,
  troubles: host.troubles,
  deciding: host.deciding,
  news: host.news,
  isUnplanned: host.isUnplanned,
  isUnapproved: host.isUnapproved,
});

/** Starts what can start on the board after a change: specialists for steps with room, deciders for steps with a condition. */
export function startReadySteps(before: HostContext, change: Partial<HostContext>, spawn: Spawn): Partial<HostContext> {
  const context: Standing = { ...standingOf(before), ...change };
  const { plan, options } = context;
  if (!plan || context.limit || context.isUnplanned || context.isUnapproved) return change;
  const order = options.stepOrder === 'priority' ? byPriority(plan.steps) : undefined;
  const { board, started } = startSteps(context.board, options.concurrency, order);
  const stepAt = (place: number) => plan.steps[place] as PlanStep; // the board has a place for each step
  const said = new Map(context.judgement?.retries.map(({ step, why }) => [step, why]));
  const notes = started.flatMap((place) => {
    const step = stepAt(place);
    const start = board.starts[place] ?? 0;
    const inputs = specialistInputs(context, step, start, said.get(step.id));
    for (const { id, input } of inputs) spawn('specialist', { id, input });
    return [startedNote(context, step, start), ...stepHopTaken(context, step)];
  });
  for (const place of board.undecided) {
    if (context.deciding.includes(place)) continue;
    const id = decisionActor(context, stepAt(place));
    spawn('decider', { id, input: deciderInput(context, stepAt(place), id) });
  }
  return { ...change, board, deciding: board.undecided, news: [...context.news, ...notes] };
}

/** What each of those gets who work on a step, and its name; `why` says why it is done again. */
function specialistInputs(
  { run, options, troubles }: Standing,
  step: PlanStep,
  start: number,
  why: string | undefined,
) {
  const { failures = [], remark }: Partial<Trouble> = ownValue(troubles, step.id) ?? {};
  const remarks = [why, remark].flatMap((each) => each ?? []);
  return workersOf(step).map((specialist, worker) => {
    const id = stepActor(step, start, worker);
    const input: SpecialistInput = {
      run,
      actor: `host/${id}`,
      scope: stepScope(step.id, start, worker),
      stepId: step.id,
      specialist,
      attempts: Math.min(step.maxRetries, maxStepRetries) + 1,
      turns: options.turns,
      callMs: options.timeouts.callMs,
      stepMs: options.timeouts.stepMs,
      retry: options.retry,
      ...(remarks.length > 0 ? { remarks } : {}),
      // Logs from before there were such settings do not have them.
      ...(options.correctAfter ? { correctAfter: options.correctAfter } : {}),
      ...(options.correctToolsAfter ? { correctToolsAfter: options.correctToolsAfter } : {}),
      failedBefore: failures.filter((each) => each.specialist === specialist),
    };
    return { id, input };
  });
}

const deciderInput = ({ run, options }: Standing, step: PlanStep, id: string): DeciderInput => ({
  run,
  actor: `host/${id}`,
  scope: id,
  stepId: step.id,
  condition: step.when ?? '',
  attempts: options.attempts,
  callMs: options.timeouts.callMs,
  retry: options.retry,
});
