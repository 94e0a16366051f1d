/**
 * A planner writes a plan until it can be run or its attempts are spent.
 *
 *   choosing ──▶ parsing, when a draft is there already
 *      ▼
 *   drafting ──▶ parsing ──▶ validating ──▶ completed
 *    ▲    ▲         ▼            ▼ has problems
 *    │    └───── repairing ◀─────┤
 *    └── waiting (a call failed) └──▶ failed
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import {
  afterFailure,
  type EffectError,
  type Failure,
  hasAttemptsLeft,
  isWorthRetrying,
  type Settled,
  toFailure,
} from '../domain/effect.ts';
import type { DraftInput } from '../domain/effect-inputs.ts';
import type { SpecialistCard } from '../domain/specialist-card.ts';
import { bestSpecialist, withEstimate } from '../plan/best-specialist.ts';
import { withKnownNames } from '../plan/known-names.ts';
import { type PlanStep, planProblems } from '../plan/plan.ts';
import { type Draft, type PlanOutline, parsePlanMarkdown } from '../plan/plan-markdown.ts';
import { mergePlan } from '../plan/plan-update.ts';
import {
  type Attempts,
  attempts,
  type CallerInput,
  callAddress,
  firstAttempt,
  giveUp,
  scopedWait,
} from './attempts.ts';
import { growable } from './growable.ts';
import { slot } from './slot.ts';

export interface PlannerInput extends CallerInput {
  readonly specialists: readonly SpecialistCard[];
  readonly maxSteps: number;
  /** The steps of the plan to update; none for the first plan. */
  readonly previous: readonly PlanStep[];
  /** What a person said about the plan before. */
  readonly remark?: string;
  /** A plan that is there already: it is read first, and nobody is asked when it can be run. */
  readonly draft?: Draft;
}

export type PlannerOutput =
  | { readonly ok: true; readonly outline: PlanOutline; readonly at: number }
  | { readonly ok: false; readonly error: Failure };

export interface PlannerContext extends PlannerInput, Attempts {
  readonly outline: PlanOutline;
  readonly refused: DraftInput['refused'] | undefined;
  readonly error: Failure | undefined;
}

const draftKey = (context: PlannerContext) => `${context.scope}/draft#${context.attempt}`;
/** The call that wrote the plan at hand: the first one may have been there before. */
const writtenBy = (context: PlannerContext) =>
  context.draft && context.attempt === 1 ? context.draft.key : draftKey(context);
const read = ({ previous, specialists }: PlannerContext, plan: string): PlanOutline => {
  const outline = withKnownNames(parsePlanMarkdown(plan), specialists);
  return outline.steps.length === 0 ? outline : mergePlan(previous, outline);
};
const problemsOf = (context: PlannerContext) =>
  planProblems(context.outline, {
    specialists: context.specialists.map((card) => card.name),
    maxSteps: context.maxSteps,
  });

const plannerSetup = setup({
  types: {
    input: {} as PlannerInput,
    context: {} as PlannerContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as PlannerOutput,
  },
  actors: { draft: slot('draft'), wait: slot('wait') },
  actions: {
    keepDraft: assign(({ context }, { value, at }: Settled<string>) => ({ outline: read(context, value), at })),
    keepGiven: assign({ outline: ({ context }) => read(context, context.draft?.plan ?? '') }),
    chooseSpecialists: assign({
      outline: ({ context: { outline, specialists } }) => ({
        ...outline,
        steps: outline.steps.map((step) => {
          const assignedTo = step.assignedTo || bestSpecialist(step.description, specialists);
          return withEstimate({ ...step, assignedTo }, specialists);
        }),
      }),
    }),
    noteProblems: assign(({ context }) => {
      const problems = problemsOf(context);
      const drafts = context.attempt - context.turnedAway;
      const message = `No plan that can be run after ${drafts} ${drafts === 1 ? 'draft' : 'drafts'}: ${problems.join(' ')}`;
      const { steps } = context.outline;
      // A plan that is only too long has met a limit, and has nothing wrong with it.
      const isLong = steps.length > context.maxSteps && problems.length === 1;
      const limit = isLong ? { limit: { name: 'steps' as const, max: context.maxSteps } } : {};
      return { refused: { key: writtenBy(context), problems }, error: { code: 'bad-plan', message, ...limit } };
    }),
    noteFailure: assign(({ context }, error: EffectError) => ({
      ...afterFailure(context, error, context.retry),
      error: toFailure(error),
    })),
    tryAgain: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
  guards: {
    hasDraft: ({ context }) => context.draft !== undefined,
    canBeRead: ({ context }) => context.outline.steps.length > 0,
    isSound: ({ context }) => problemsOf(context).length === 0,
    hasAttemptsLeft: ({ context }) => hasAttemptsLeft(context, context.attempts),
    isWorthRetrying: ({ context }, error: EffectError) => isWorthRetrying(context, error, context),
  },
});

export const plannerMachine = plannerSetup.createMachine({
  id: 'planner',
  context: ({ input }) =>
    growable({
      ...input,
      ...firstAttempt,
      outline: { title: '', strategy: '', steps: [] },
      refused: undefined,
      error: undefined,
    }),
  initial: 'choosing',
  states: {
    choosing: { always: [{ guard: 'hasDraft', target: 'parsing', actions: 'keepGiven' }, { target: 'drafting' }] },
    ...attempts(
      'drafting',
      plannerSetup.createStateConfig({
        invoke: {
          id: 'draft',
          src: 'draft',
          input: ({ context }) => ({
            ...callAddress(context, draftKey(context)),
            isUpdate: context.previous.length > 0,
            ...(context.remark === undefined ? {} : { remark: context.remark }),
            ...(context.refused === undefined ? {} : { refused: context.refused }),
          }),
          onDone: { target: 'parsing', actions: { type: 'keepDraft', params: ({ event }) => event.output } },
          onError: giveUp,
        },
      }),
      scopedWait,
    ),
    parsing: {
      always: [{ guard: 'canBeRead', target: 'validating', actions: 'chooseSpecialists' }, { target: 'repairing' }],
    },
    validating: { always: [{ guard: 'isSound', target: 'completed' }, { target: 'repairing' }] },
    repairing: {
      entry: 'noteProblems',
      always: [{ guard: 'hasAttemptsLeft', target: 'drafting', actions: 'tryAgain' }, { target: 'failed' }],
    },
    completed: { type: 'final', output: ({ context }) => ({ ok: true, outline: context.outline, at: context.at }) },
    failed: { type: 'final', output: ({ context }) => ({ ok: false, error: context.error }) },
  },
  output: ({ event }) => event.output as PlannerOutput, // the final states above
});
