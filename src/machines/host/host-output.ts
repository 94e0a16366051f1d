import type { EffectError } from '../../domain/effect.ts';
import { collectResults, type SpecialistResult } from '../../domain/results.ts';
import type { NotDone } from '../../domain/thinking.ts';
import type { Note } from '../../log/entry-types.ts';
import type { HostOutput } from '../../log/run-result.ts';
import type { StepOutcome } from '../../plan/board.ts';
import type { HostContext } from './host-context.ts';
import { standingSteps } from './host-plan.ts';

const resultsOfRound = ({ board, round }: HostContext): SpecialistResult[] =>
  board.outcomes.flatMap((outcome: StepOutcome | null) => (outcome?.round === round ? outcome.results : []));

export function collectedNote(context: HostContext): Note {
  const results = collectResults(resultsOfRound(context));
  return { type: 'results.collected', data: { round: context.round, version: context.plan?.version ?? 0, results } };
}

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

/** The last change of status, with what only the context knows of how the run ended. */
export function closingNote(context: HostContext, status: HostOutput['status']): Note {
  const { round, limit } = context;
  const data = { status, state: status, rounds: round, notDone: allNotDone(context), ...(limit ? { limit } : {}) };
  return { type: 'status.changed', data };
}

/** Why the run failed. */
export const failureNote = ({ error }: HostContext): Note => ({
  type: 'run.failed',
  data: error ?? { code: 'bug', message: 'The run failed without a reason.' },
});

export function toHostOutput(context: HostContext, status: HostOutput['status']): HostOutput {
  const { plan, limit, error } = context;
  return {
    runId: context.run,
    status,
    message: { role: 'assistant', content: context.answer ?? error?.message ?? '' },
    complexity: context.thought?.complexity ?? 'simple',
    ...(plan ? { plan: { version: plan.version, steps: standingSteps(context) } } : {}),
    rounds: context.round,
    ...(limit ? { limit } : {}),
    notDone: allNotDone(context),
    ...(status === 'failed' && error ? { error } : {}),
  };
}

export const errorData = ({ code, message }: Pick<EffectError, 'code' | 'message'>) => ({ code, message });
