/**
 * Executing: specialists work on the steps of the plan; what they brought is collected and judged, round after round.
 *
 *         ┌── again: steps once more ───────────┐
 *         ▼                                     │
 *   runningSteps ──▶ collecting ──▶ reflecting ─┼▶ updatingPlan      (in the log, runningSteps is `executing`)
 *         │               │                     └▶ finalizing
 *         │               └▶ finalizing, at a limit, when nothing needs judging or nothing is left to try
 *         └▶ updatingPlan, by a message
 */
import { type DoneActorEvent, stopChild } from 'xstate';
import type { SpecialistResult } from '../../domain/results.ts';
import type { Verdict } from '../../domain/verdict.ts';
import { reflectorInput } from './host-inputs.ts';
import { collectedNote, feedbackNote } from './host-notes.ts';
import { hostSetup } from './host-setup.ts';
import {
  afterChange,
  finishAtLimit,
  keepEdit,
  missing,
  problemOf,
  receive,
  recordNews,
  records,
  working,
} from './host-states.ts';

const editWhileRunning = { actions: [...keepEdit, 'startReadySteps', recordNews] } as const;
/** A person edits the plan before it is judged: its new steps are another round. */
const editBeforeJudged = {
  guard: 'hasRoundsLeft',
  target: '#executing',
  actions: ['startRound', ...keepEdit],
} as const;
/** Where each verdict leads. To continue where nothing can be done again is to update. */
const ways = {
  done: { guard: 'isJudgedDone', target: '#finalizing' },
  continue: { guard: 'continues', target: '#executing', actions: ['renewSteps', recordNews] },
  update: {
    guard: 'hasRoundsLeft',
    target: '#updatingPlan',
    description: 'next round',
    actions: ['tryOtherPlan', recordNews],
  },
} as const satisfies Readonly<Record<Verdict, unknown>>;
/** What a specialist brought: a guard looks at the actor's name before it looks at this. */
const resultOf = ({ event }: { event: DoneActorEvent }) => event.output as SpecialistResult;
const doneOf = ({ event }: { event: DoneActorEvent }) => ({ actorId: event.actorId, output: resultOf({ event }) });
const unchecked = missing('Checking the results', problemOf);

export const executing = hostSetup.createStateConfig({
  meta: { room: 'works the steps' },
  initial: 'runningSteps',
  states: {
    runningSteps: {
      ...working('executing', 'executing', 'startReadySteps', recordNews),
      meta: { hasSteps: true },
      on: {
        // A step that fails in the same way again and again; any other result is kept by the host's map.
        'xstate.done.actor.*': [
          {
            guard: { type: 'isReplaceable', params: doneOf },
            actions: [
              { type: 'replaceSpecialist', params: resultOf },
              stopChild(({ event }) => event.actorId),
              ...afterChange,
            ],
          },
          {
            guard: { type: 'isHopeless', params: doneOf },
            actions: [
              { type: 'giveUpStep', params: resultOf },
              stopChild(({ event }) => event.actorId),
              ...afterChange,
            ],
          },
        ],
        'plan.edited': editWhileRunning,
        'plan.restored': editWhileRunning,
        'message.added': [
          {
            guard: { type: 'mayUpdatePlan', params: 'executing' },
            target: '#updatingPlan',
            actions: [...receive('executing', 'plan'), 'noteUnplanned', 'dropDraft'],
          },
          { actions: [...receive('executing', 'queue'), 'queueMessage'] },
        ],
      },
      always: { guard: 'allStepsSettled', target: 'collecting' },
    },
    collecting: {
      ...working('collecting', 'collecting', records(collectedNote), 'closeRound'),
      always: [
        { guard: 'hasLimit', target: '#finalizing' },
        { guard: 'needsNoJudging', target: '#finalizing' },
        { guard: 'isExhausted', target: '#finalizing' },
        { target: 'reflecting' },
      ],
    },
    reflecting: {
      ...working('reflecting', 'collecting', 'seeMessages'),
      initial: 'calling',
      states: {
        calling: {
          invoke: {
            id: 'reflector',
            src: 'reflector',
            input: reflectorInput,
            onDone: [
              {
                guard: { type: 'isJudged', params: ({ event }) => event.output },
                target: 'deciding',
                actions: [{ type: 'keepJudgement', params: ({ event }) => event.output }, records(feedbackNote)],
              },
              finishAtLimit('Checking the results', problemOf, []),
              { target: '#finalizing', actions: unchecked },
            ],
          },
        },
        deciding: {
          always: [
            ways.done,
            {
              guard: 'isStalled',
              target: '#finalizing',
              actions: {
                type: 'noteNotDone',
                params: { what: 'Continuing', why: 'Two rounds in a row brought nothing new.' },
              },
            },
            ways.continue,
            ways.update,
            {
              target: '#finalizing',
              actions: [
                {
                  type: 'noteLimit',
                  params: ({ context }) => ({ limit: { name: 'rounds', max: context.options.limits.rounds } }),
                },
                recordNews,
              ],
            },
          ],
        },
      },
      on: {
        'plan.edited': editBeforeJudged,
        'plan.restored': editBeforeJudged,
        'message.added': [
          {
            guard: { type: 'doesHere', params: ['reflecting', 'judge'] },
            target: 'reflecting',
            reenter: true,
            actions: receive('reflecting', 'judge'),
          },
          { actions: [...receive('reflecting', 'queue'), 'queueMessage'] },
        ],
      },
    },
  },
});
