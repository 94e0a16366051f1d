import type { EffectError } from '../../domain/effect.ts';
import type { NotDone } from '../../domain/thinking.ts';
import { type HostOutput, outcomeOf } from '../../log/run-result.ts';
import type { HostContext } from './host-context.ts';
import { standingSteps } from './host-plan.ts';

/** True when the round finished no step. */
export const broughtNothing = (context: HostContext): boolean =>
  !context.board.outcomes.some(
    (outcome, place) => outcome?.round === context.round && context.board.status[place] === 'completed',
  );

/** Everything that was asked for and not done: what was said to be out of reach, and the steps without a result. */
export function allNotDone(context: HostContext): NotDone[] {
  const { outcomes } = context.board;
  // Steps of a draft that a direct answer took the place of are not missing.
  const isDropped = context.plan?.version === 0 && context.thought?.branch === 'direct';
  const unfinished = standingSteps(context).filter(
    (step, place) => !isDropped && step.status !== 'completed' && !outcomes[place]?.isUnmet,
  );
  const seen = new Set<string>();
  return [
    ...context.notDone,
    ...context.notes,
    ...(context.judgement?.notDone ?? []),
    ...unfinished.map((step) => ({ what: step.description, why: step.reason ?? 'The run ended before it was done.' })),
  ].filter(({ what, why }) => {
    const line = `${what}\n${why}`;
    return seen.has(line) ? false : seen.add(line);
  });
}

export function toHostOutput(context: HostContext, status: HostOutput['status']): HostOutput {
  const { plan, limit, error, structured, thought } = context;
  const notDone = allNotDone(context);
  const steps = plan && standingSteps(context);
  const planned = plan?.version === 0 ? undefined : steps;
  return {
    runId: context.run,
    status,
    ...(status === 'completed' ? { outcome: outcomeOf({ thought, steps: planned, notDone, limit }) } : {}),
    message: { role: 'assistant', content: context.answer ?? error?.message ?? '' },
    ...(structured ? { output: structured.value } : {}),
    complexity: thought?.complexity ?? 'simple',
    ...(plan && steps ? { plan: { version: plan.version, steps } } : {}),
    rounds: context.round,
    ...(limit ? { limit } : {}),
    notDone,
    ...(status === 'failed' && error ? { error } : {}),
  };
}

export const errorData = ({ code, message }: Pick<EffectError, 'code' | 'message'>) => ({ code, message });
