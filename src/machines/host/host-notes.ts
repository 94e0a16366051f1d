/** What the host writes into the log, as functions of what an action sees: its context and the event. */
import { collectResults, type SpecialistResult } from '../../domain/results.ts';
import type { SteeredState, Steering } from '../../domain/steering.ts';
import type { ThinkingResult } from '../../domain/thinking.ts';
import type { Note } from '../../log/entry-types.ts';
import type { HostOutput } from '../../log/run-result.ts';
import type { StepOutcome } from '../../plan/board.ts';
import type { PlanStep } from '../../plan/plan.ts';
import type { ReflectorOutput } from '../reflector-machine.ts';
import { type HostArgs, type HostContext, roundOf, stepActor } from './host-context.ts';
import type { HostEvent } from './host-events.ts';
import { analyzeKey, questionId, reviewId, thinkKey } from './host-keys.ts';
import { allNotDone } from './host-output.ts';

type EventOf<Type extends HostEvent['type']> = HostArgs<Extract<HostEvent, { type: Type }>>;
type DoneOf<Output> = HostArgs<{ output: Output }>;

export const cancelledNote = ({ event }: EventOf<'run.cancelled'>): Note => ({
  type: 'run.cancelled',
  data: { reason: event.reason ?? '' },
});

export const contextEditNote = ({ event: { path, value } }: EventOf<'context.edited'>): Note => ({
  type: 'context.edited',
  data: { path, value },
});

export const analyzedNote = ({ context }: HostArgs): Note => ({
  type: 'context.analyzed',
  data: { effect: analyzeKey(context) },
});

export const thoughtNote = ({ context, event }: DoneOf<{ value: ThinkingResult }>): Note => {
  const { complexity, responseStrategy: strategy, confidence, isRefusal } = event.output.value;
  const branch = context.thought?.branch ?? 'direct';
  const data = { effect: thinkKey(context), complexity, strategy, confidence, isRefusal, branch };
  return { type: 'thought.formed', data };
};

export const questionNote = ({ context }: HostArgs): Note => ({
  type: 'clarification.requested',
  data: { id: questionId(context), question: context.thought?.question ?? '' },
});

export const answeredNote = ({ context, event }: EventOf<'clarification.answered'>): Note => ({
  type: 'clarification.answered',
  data: { id: questionId(context), text: event.text },
});

/** A message has come while the run worked. */
export const addedNote =
  (state: SteeredState | 'structuring', does: Steering) =>
  ({ context, event }: EventOf<'message.added'>): Note => {
    const answers = state === 'clarifying' ? { answers: questionId(context) } : {};
    return {
      type: 'message.added',
      data: { id: `message-${context.added + 1}`, text: event.text, state, does, ...answers },
    };
  };

export const reviewRequestNote = ({ context }: HostArgs): Note => ({
  type: 'approval.requested',
  data: { id: reviewId(context), kind: 'plan-review', version: context.plan?.version ?? 0 },
});

export const reviewNote = ({ context, event: { verdict, remark = '' } }: EventOf<'plan.reviewed'>): Note => ({
  type: 'plan.reviewed',
  data: { id: reviewId(context), verdict, remark },
});

export const editNote = ({ event }: EventOf<'plan.edited' | 'plan.restored'>): Note => {
  const { outline } = event;
  if (event.type === 'plan.edited') return { type: 'plan.edited', data: { outline } };
  const { version, results } = event;
  return { type: 'plan.restored', data: { version, outline, results } };
};

/** What the start of a step writes into the log. */
export function startedNote(context: Pick<HostContext, 'plan' | 'round'>, step: PlanStep, start: number): Note {
  const { id, description, assignedTo: specialist, alongside, when, format, dependencies } = step;
  const actor = `host/${stepActor(step, start, 0)}`;
  const data = {
    id,
    description,
    specialist,
    ...(alongside === undefined ? {} : { alongside }),
    ...(when === undefined ? {} : { when }),
    ...(format === undefined ? {} : { format }),
    dependencies,
    round: roundOf(context),
    version: context.plan?.version ?? 0,
    actor,
  };
  return { type: 'step.started', data };
}

const resultsOfRound = ({ board, round }: HostContext): SpecialistResult[] =>
  board.outcomes.flatMap((outcome: StepOutcome | null) => (outcome?.round === round ? outcome.results : []));

export const collectedNote = ({ context }: HostArgs): Note => ({
  type: 'results.collected',
  data: { round: context.round, version: context.plan?.version ?? 0, results: collectResults(resultsOfRound(context)) },
});

export const feedbackNote = ({ context, event: { output } }: DoneOf<ReflectorOutput>): Note => ({
  type: 'feedback.given',
  // A guard has looked at `ok`; the other side keeps the function total.
  data: output.ok
    ? { effect: output.judgement.key, round: context.round, branch: output.judgement.branch }
    : { effect: '', round: context.round, branch: 'done' },
});

export const answerNote = ({ context }: HostArgs): Note => ({
  type: 'answer.given',
  data: {
    content: context.answer ?? '',
    ...(context.structured ? { structured: context.structured.key } : {}),
  },
});

export const failureNote = ({ context }: HostArgs): Note => ({
  type: 'run.failed',
  data: context.error ?? { code: 'bug', message: 'The run failed without a reason.' },
});

/** The last change of status, with what only the context knows of how the run ended. */
export const closingNote =
  (status: HostOutput['status']) =>
  ({ context }: HostArgs): Note => {
    const { round, limit } = context;
    const data = { status, state: status, rounds: round, notDone: allNotDone(context), ...(limit ? { limit } : {}) };
    return { type: 'status.changed', data };
  };
