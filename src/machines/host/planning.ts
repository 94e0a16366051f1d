/**
 * Planning: a plan is made, and updated by what came of it; a person looks at it, when that is wanted.
 *
 *   makingPlan ──┬▶ reviewingPlan ──▶ executing          (in the log, makingPlan is `planning`)
 *     ▲          │     │    ▲  ▼
 *     └──────────┼─────┘   updatingPlan ──▶ executing
 *                └▶ executing
 *
 * Without a plan the run answers, executes what was drafted, or ends: `answering`, `executing`, `finalizing`, `failed`.
 */
import type { PlannerOutput } from '../planner-machine.ts';
import { plannerInput } from './host-inputs.ts';
import { reviewNote, reviewRequestNote } from './host-notes.ts';
import { standingSteps } from './host-plan.ts';
import { hostSetup } from './host-setup.ts';
import {
  afterChange,
  finishAtLimit,
  keepDrafted,
  keepEdit,
  missing,
  problemOf,
  receive,
  records,
  startsDraftedSteps,
  working,
} from './host-states.ts';

interface Planned {
  event: { output: PlannerOutput };
}
const outputOf = ({ event }: Planned) => event.output;
const keepPlan = (next: 'review' | 'update' | 'run') =>
  [{ type: 'keepPlan', params: ({ event }: Planned) => [event.output, next] as const }, ...afterChange] as const;
const noPlan = missing('Planning', problemOf);
const noUpdate = missing('Updating the plan', problemOf);

// What comes of a planner, wherever it was asked.
const reviewFirst = {
  guard: { type: 'isPlannedForReview', params: outputOf },
  target: '#reviewingPlan',
  actions: keepPlan('review'),
} as const;
const execute = {
  guard: { type: 'isPlanned', params: outputOf },
  target: '#executing',
  actions: keepPlan('run'),
} as const;
// The person who sent the plan back decides about it again.
const reviewAgain = {
  guard: { type: 'isUnapproved', params: problemOf },
  target: '#reviewingPlan',
  actions: noUpdate,
} as const;

// A plan is made again by what a person says about it.
const sendBack = [
  records(reviewNote),
  { type: 'keepReviewRemark', params: ({ event }: { event: { remark?: string } }) => event.remark },
] as const;
const planByMessage = [
  ...receive('reviewingPlan', 'plan'),
  { type: 'keepReviewRemark', params: ({ event }: { event: { text: string } }) => event.text },
] as const;

export const planning = hostSetup.createStateConfig({
  meta: { room: 'draws up the plan' },
  initial: 'makingPlan',
  states: {
    makingPlan: {
      ...working('planning', 'planning', 'countPlanning'),
      invoke: {
        id: 'planner',
        src: 'planner',
        input: ({ context }) => plannerInput(context, []),
        onDone: [
          {
            guard: { type: 'isPlannedTooSoon', params: outputOf },
            target: 'updatingPlan',
            actions: keepPlan('update'),
          },
          reviewFirst,
          execute,
          finishAtLimit('Planning', problemOf, keepDrafted),
          reviewAgain,
          { guard: { type: 'isUnplannable', params: problemOf }, target: '#answering', actions: noPlan },
          {
            // What was drafted is done; the judgement of it may plan the rest.
            guard: { type: 'isBadPlan', params: problemOf },
            target: '#executing',
            actions: [...keepDrafted, noPlan, 'planAsItIs', 'startRound'],
          },
          { target: '#failed', actions: [...keepDrafted, { type: 'noteError', params: problemOf }] },
        ],
      },
      on: {
        'effect.progressed': startsDraftedSteps,
        'message.added': [
          {
            guard: 'mayPlanAgain',
            target: 'makingPlan',
            reenter: true,
            actions: [...receive('planning', 'plan'), 'dropDraft'],
          },
          {
            guard: { type: 'doesHere', params: ['planning', 'plan'] },
            actions: [...receive('planning', 'plan'), 'noteUnplanned'],
          },
          { actions: [...receive('planning', 'queue'), 'queueMessage'] },
        ],
      },
    },
    reviewingPlan: {
      ...working('reviewingPlan', 'waiting', records(reviewRequestNote)),
      on: {
        'plan.reviewed': [
          {
            guard: { type: 'isApproved', params: ({ event }) => event.verdict },
            target: '#executing',
            actions: [records(reviewNote), 'approvePlan'],
          },
          {
            guard: 'isUpdate',
            target: 'updatingPlan',
            actions: sendBack,
          },
          {
            target: 'makingPlan',
            actions: sendBack,
          },
        ],
        'plan.edited': {
          target: '#executing',
          actions: [...keepEdit, 'approvePlan'],
        },
        'message.added': [
          {
            guard: { type: 'changesReviewed', params: 'plan' },
            target: 'updatingPlan',
            actions: planByMessage,
          },
          {
            guard: { type: 'doesHere', params: ['reviewingPlan', 'plan'] },
            target: 'makingPlan',
            actions: planByMessage,
          },
          { actions: [...receive('reviewingPlan', 'queue'), 'queueMessage'] },
        ],
      },
    },
    updatingPlan: {
      ...working('updatingPlan', 'planning', 'countPlanning'),
      invoke: {
        id: 'planner',
        src: 'planner',
        input: ({ context }) => plannerInput(context, standingSteps(context)),
        onDone: [
          reviewFirst,
          execute,
          finishAtLimit('Updating the plan', problemOf, []),
          reviewAgain,
          { guard: 'isRoundOpen', target: '#executing', actions: [noUpdate, 'planAsItIs'] },
          { target: '#finalizing', actions: noUpdate },
        ],
      },
      on: {
        'message.added': [
          {
            guard: { type: 'mayUpdatePlan', params: 'updatingPlan' },
            target: 'updatingPlan',
            reenter: true,
            actions: [...receive('updatingPlan', 'plan'), 'dropDraft'],
          },
          { actions: [...receive('updatingPlan', 'queue'), 'queueMessage'] },
        ],
      },
    },
  },
});
