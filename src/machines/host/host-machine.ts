/**
 * The host takes a request through thinking, planning, doing and judging to an answer.
 *
 *                         lookingUp
 *                            ▲▼
 *   pending ▶ analyzing ▶ thinking ▶ judging ─┬▶ answering ─────────────────────────────────▶ completed
 *                 ▲                           ├▶ planning ▶ (reviewingPlan) ▶ executing ◀┐        ▲
 *                 └─────────── clarifying ◀───┘                                  ▼       │    finalizing
 *                                                          updatingPlan      collecting  │        ▲
 *                                                            ▲    └──────────────▼───────┘        │
 *                                                            └───────────── reflecting ───────────┘
 *
 * Beside the work stands the gate, open or closed: while it is closed no new effect begins. `run.cancelled` leads from everywhere
 * to cancelled, an actor's error to failed.
 */
import { raise, stopChild } from 'xstate';
import { toEffectError } from '../../domain/effect.ts';
import { requestProblem } from '../../domain/message.ts';
import type { SpecialistResult } from '../../domain/results.ts';
import type { HostOutput } from '../../log/run-result.ts';
import type { DeciderOutput } from '../decider-machine.ts';
import { answerStep } from './host-board.ts';
import { initialHostContext } from './host-context.ts';
import type { HostInput } from './host-events.ts';
import {
  actorError,
  address,
  adoptKey,
  answerKey,
  assembleKey,
  decisionOf,
  editNote,
  enter,
  errorOf,
  feedbackNote,
  finalizeInput,
  finalizeKey,
  hear,
  judgementOf,
  limitOf,
  lookupInput,
  noAnswer,
  note,
  noUpdate,
  outlineOf,
  plannerInput,
  questionId,
  reflectorInput,
  retryWait,
  reviewId,
  reviewNote,
  tell,
  tellChange,
  thinkInput,
  thinkKey,
  thoughtNote,
  unchecked,
  unwritten,
} from './host-inputs.ts';
import { closingNote, collectedNote, failureNote, toHostOutput } from './host-output.ts';
import { standingSteps } from './host-plan.ts';
import { hostSetup } from './host-setup.ts';

export const hostMachine = hostSetup.createMachine({
  id: 'host',
  context: initialHostContext,
  // The journal opens the log when the host starts and closes it after everything else.
  invoke: {
    id: 'journal',
    src: 'journal',
    input: ({ event }) => {
      const { messages, knowledge, runId } = (event as { input?: Partial<HostInput> }).input ?? {}; // the start event carries the actor's input
      return { runId, messages: messages ?? [], knowledge: knowledge ?? [] };
    },
  },
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      on: {
        'run.cancelled': {
          target: 'cancelled',
          actions: {
            type: 'record',
            params: ({ event }) => ({ type: 'run.cancelled', data: { reason: event.reason ?? '' } }),
          },
        },
        'context.edited': {
          guard: { type: 'hasPlace', params: ({ event }) => event.path },
          actions: [
            {
              type: 'record',
              params: ({ event: { path, value } }) => ({ type: 'context.edited', data: { path, value } }),
            },
            { type: 'editContext', params: ({ event }) => event },
          ],
        },
        'xstate.error.actor.*': {
          target: 'failed',
          actions: { type: 'noteError', params: ({ event }) => actorError(event) },
        },
      },
      states: {
        clock: {
          initial: 'idle',
          states: {
            idle: {
              on: {
                'request.received': {
                  guard: { type: 'hasDeadline', params: ({ event }) => event },
                  target: 'ticking',
                },
              },
            },
            ticking: {
              invoke: {
                id: 'deadline',
                src: 'wait',
                input: ({ context }) => ({
                  ...address(context, 'deadline'),
                  until: context.at + (context.options.limits.wallMs ?? 0),
                }),
                onDone: { target: 'passed', actions: raise({ type: 'deadline.passed' }) },
              },
            },
            passed: {},
          },
        },
        gate: {
          initial: 'open',
          states: {
            open: { on: { 'run.paused': { target: 'closed', actions: note('run.paused') } } },
            closed: { tags: 'paused', on: { 'run.resumed': { target: 'open', actions: note('run.resumed') } } },
          },
        },
        work: {
          initial: 'pending',
          on: {
            'xstate.done.actor.*': [
              {
                guard: { type: 'isResult', params: ({ event }) => event.actorId },
                actions: [
                  { type: 'keepResult', params: ({ event }) => event.output as SpecialistResult }, // what specialists give
                  stopChild(({ event }) => event.actorId),
                  ...tellChange,
                ],
              },
              {
                guard: { type: 'isDecision', params: ({ event }) => event.actorId },
                actions: [
                  { type: 'keepDecision', params: ({ event }) => decisionOf(event.output as DeciderOutput) }, // what deciders give
                  stopChild(({ event }) => event.actorId),
                  ...tellChange,
                ],
              },
            ],
            'deadline.passed': {
              target: '.finalizing',
              actions: ['keepDrafted', ...tellChange, 'noteDeadline', ...tellChange],
            },
          },
          states: {
            pending: {
              tags: 'pending',
              on: {
                'request.received': [
                  {
                    guard: { type: 'isRequest', params: ({ event }) => event.messages },
                    target: 'analyzing',
                    actions: {
                      type: 'keepRequest',
                      params: ({ event: { run, options, at } }) => ({ run, options, at }),
                    },
                  },
                  {
                    target: '#host.failed',
                    actions: [
                      { type: 'keepRequest', params: ({ event: { run, options, at } }) => ({ run, options, at }) },
                      {
                        type: 'noteError',
                        params: ({ event }) => ({ code: 'bad-request', message: requestProblem(event.messages) ?? '' }),
                      },
                    ],
                  },
                ],
              },
            },
            analyzing: {
              tags: 'analyzing',
              entry: enter('analyzing', 'analyzing'),
              invoke: {
                id: 'analyze',
                src: 'analyze',
                input: ({ context }) => address(context, `t${context.turn}/analyze`),
                onDone: {
                  target: 'thinking',
                  actions: [
                    { type: 'keepContext', params: ({ event }) => event.output },
                    {
                      type: 'record',
                      params: ({ context }) => ({
                        type: 'context.analyzed',
                        data: { effect: `t${context.turn}/analyze` },
                      }),
                    },
                  ],
                },
                onError: {
                  target: '#host.failed',
                  actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
                },
              },
              on: {
                'message.added': {
                  target: 'analyzing',
                  reenter: true,
                  actions: [...hear('analyzing', 'think'), 'thinkAgain'],
                },
              },
            },
            thinking: {
              tags: 'analyzing',
              entry: [enter('thinking', 'analyzing'), 'startAttempts'],
              initial: 'calling',
              states: {
                calling: {
                  invoke: {
                    id: 'think',
                    src: 'think',
                    input: ({ context }) => thinkInput(context),
                    onDone: [
                      {
                        guard: { type: 'looksUp', params: ({ event }) => event.output.value },
                        target: '#host.running.work.lookingUp',
                        actions: { type: 'keepCalls', params: ({ event }) => event.output },
                      },
                      {
                        target: '#host.running.work.judging',
                        actions: [
                          { type: 'keepThought', params: ({ event }) => event.output },
                          { type: 'record', params: ({ context, event }) => thoughtNote(context, event.output.value) },
                        ],
                      },
                    ],
                    onError: [
                      {
                        guard: { type: 'isWorthRetrying', params: ({ event }) => toEffectError(event.error) },
                        target: 'waiting',
                        actions: { type: 'noteRetry', params: ({ event }) => toEffectError(event.error) },
                      },
                      {
                        guard: { type: 'isLimit', params: ({ event }) => toEffectError(event.error) },
                        target: '#host.running.work.finalizing',
                        actions: [
                          'keepDrafted',
                          ...tellChange,
                          { type: 'noteLimit', params: ({ event }) => limitOf(toEffectError(event.error)) },
                          { type: 'noteNotDone', params: ({ event }) => noAnswer(toEffectError(event.error)) },
                          tell,
                        ],
                      },
                      {
                        target: '#host.failed',
                        actions: [
                          'keepDrafted',
                          ...tellChange,
                          { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
                        ],
                      },
                    ],
                  },
                },
                waiting: {
                  invoke: {
                    id: 'wait',
                    src: 'wait',
                    input: ({ context }) => retryWait(context, thinkKey(context)),
                    onDone: { target: 'calling', actions: 'tryAgain' },
                  },
                },
              },
              on: {
                // A step whose draft is complete starts while the rest of the plan still arrives.
                'effect.progressed': {
                  guard: { type: 'isDraftedStep', params: ({ event }) => event.key },
                  actions: [{ type: 'keepDraftedStep', params: ({ event }) => event.value }, tell],
                },
                'message.added': [
                  { guard: 'hasDraftedSteps', actions: [...hear('thinking', 'think'), 'noteUnplanned'] },
                  { target: 'analyzing', actions: [...hear('thinking', 'think'), 'thinkAgain'] },
                ],
              },
            },
            lookingUp: {
              tags: 'analyzing',
              entry: enter('lookingUp', 'analyzing'),
              invoke: {
                id: 'toolCalls',
                src: 'toolCalls',
                input: ({ context }) => lookupInput(context),
                onDone: { target: 'thinking', actions: { type: 'keepFound', params: ({ event }) => event.output } },
              },
              on: {
                'message.added': { target: 'analyzing', actions: [...hear('lookingUp', 'think'), 'thinkAgain'] },
              },
            },
            judging: {
              tags: 'planning',
              entry: enter('judging', 'planning'),
              always: [
                { guard: 'needsClarification', target: 'clarifying' },
                { guard: 'isSimple', target: 'answering' },
                { target: 'planning' },
              ],
            },
            clarifying: {
              tags: 'waiting',
              entry: [
                enter('clarifying', 'waiting'),
                'countQuestion',
                {
                  type: 'record',
                  params: ({ context }) => ({
                    type: 'clarification.requested',
                    data: { id: questionId(context), question: context.thought?.question ?? '' },
                  }),
                },
              ],
              invoke: {
                id: 'wait',
                src: 'wait',
                input: ({ context }) => ({
                  ...address(context, `t${context.turn}/answer-deadline`),
                  until: context.at + context.options.timeouts.answerMs,
                }),
                onDone: {
                  target: 'finalizing',
                  actions: [
                    'noteUnanswered',
                    {
                      type: 'noteNotDone',
                      params: ({ context }) => ({
                        what: context.thought?.question ?? '',
                        why: 'Nobody answered this question in time; the answer is the best reading without it.',
                      }),
                    },
                  ],
                },
              },
              on: {
                'clarification.answered': {
                  target: 'analyzing',
                  actions: [
                    {
                      type: 'record',
                      params: ({ context, event }) => ({
                        type: 'clarification.answered',
                        data: { id: questionId(context), text: event.text },
                      }),
                    },
                    'thinkAgain',
                  ],
                },
                'message.added': { target: 'analyzing', actions: [...hear('clarifying', 'think'), 'thinkAgain'] },
              },
            },
            answering: {
              tags: 'executing',
              entry: [enter('answering', 'executing'), 'startAttempts'],
              initial: 'choosing',
              states: {
                choosing: { always: [{ guard: 'hasAnswer', target: '#host.completed' }, { target: 'calling' }] },
                calling: {
                  invoke: {
                    id: 'answer',
                    src: 'answer',
                    input: ({ context }) => ({
                      ...address(context, answerKey(context), context.options.timeouts.callMs),
                      turn: context.turn,
                      exchange: context.exchange,
                    }),
                    onDone: {
                      target: '#host.completed',
                      actions: { type: 'keepAnswer', params: ({ event }) => event.output },
                    },
                    onError: [
                      {
                        guard: { type: 'isWorthRetrying', params: ({ event }) => toEffectError(event.error) },
                        target: 'waiting',
                        actions: { type: 'noteRetry', params: ({ event }) => toEffectError(event.error) },
                      },
                      {
                        guard: { type: 'isLimit', params: ({ event }) => toEffectError(event.error) },
                        target: '#host.running.work.finalizing',
                        actions: [
                          { type: 'noteLimit', params: ({ event }) => limitOf(toEffectError(event.error)) },
                          { type: 'noteNotDone', params: ({ event }) => noAnswer(toEffectError(event.error)) },
                          tell,
                        ],
                      },
                      {
                        target: '#host.failed',
                        actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
                      },
                    ],
                  },
                },
                waiting: {
                  invoke: {
                    id: 'wait',
                    src: 'wait',
                    input: ({ context }) => retryWait(context, answerKey(context)),
                    onDone: { target: 'calling', actions: 'tryAgain' },
                  },
                },
              },
              on: {
                'message.added': [
                  {
                    guard: { type: 'doesHere', params: ['answering', 'restart'] },
                    target: 'analyzing',
                    actions: [...hear('answering', 'restart'), 'thinkAgain'],
                  },
                  { target: 'answering', reenter: true, actions: hear('answering', 'answer') },
                ],
              },
            },
            planning: {
              tags: 'planning',
              entry: [enter('planning', 'planning'), 'countPlanning'],
              invoke: {
                id: 'planner',
                src: 'planner',
                input: ({ context }) => plannerInput(context, []),
                onDone: [
                  {
                    guard: { type: 'isPlannedTooSoon', params: ({ event }) => event.output },
                    target: 'updatingPlan',
                    actions: [
                      { type: 'keepPlan', params: ({ event }) => outlineOf(event.output) },
                      'noteUnplanned',
                      ...tellChange,
                      'startRound',
                    ],
                  },
                  {
                    guard: { type: 'isPlannedForReview', params: ({ event }) => event.output },
                    target: 'reviewingPlan',
                    actions: [
                      { type: 'keepPlan', params: ({ event }) => outlineOf(event.output) },
                      'awaitApproval',
                      ...tellChange,
                    ],
                  },
                  {
                    guard: { type: 'isPlanned', params: ({ event }) => event.output },
                    target: 'executing',
                    actions: [
                      { type: 'keepPlan', params: ({ event }) => outlineOf(event.output) },
                      ...tellChange,
                      'startRound',
                    ],
                  },
                  {
                    guard: { type: 'isLimit', params: ({ event }) => errorOf(event.output) },
                    target: 'finalizing',
                    actions: [
                      'keepDrafted',
                      ...tellChange,
                      { type: 'noteLimit', params: ({ event }) => limitOf(errorOf(event.output)) },
                      {
                        type: 'noteNotDone',
                        params: ({ event }) => ({ what: 'Planning', why: errorOf(event.output).message }),
                      },
                      tell,
                    ],
                  },
                  {
                    // The person who sent the plan back decides about it again.
                    guard: { type: 'isUnapproved', params: ({ event }) => errorOf(event.output) },
                    target: 'reviewingPlan',
                    actions: { type: 'noteNotDone', params: ({ event }) => noUpdate(errorOf(event.output)) },
                  },
                  {
                    guard: { type: 'isUnplannable', params: ({ event }) => errorOf(event.output) },
                    target: 'answering',
                    actions: {
                      type: 'noteNotDone',
                      params: ({ event }) => ({ what: 'Planning', why: errorOf(event.output).message }),
                    },
                  },
                  {
                    // What was drafted is done; whoever judges it may plan the rest.
                    guard: { type: 'isBadPlan', params: ({ event }) => errorOf(event.output) },
                    target: 'executing',
                    actions: [
                      'keepDrafted',
                      ...tellChange,
                      {
                        type: 'noteNotDone',
                        params: ({ event }) => ({ what: 'Planning', why: errorOf(event.output).message }),
                      },
                      'planAsItIs',
                      'startRound',
                    ],
                  },
                  {
                    target: '#host.failed',
                    actions: [
                      'keepDrafted',
                      ...tellChange,
                      { type: 'noteError', params: ({ event }) => errorOf(event.output) },
                    ],
                  },
                ],
              },
              on: {
                // A step whose draft is complete starts while the rest of the plan still arrives.
                'effect.progressed': {
                  guard: { type: 'isDraftedStep', params: ({ event }) => event.key },
                  actions: [{ type: 'keepDraftedStep', params: ({ event }) => event.value }, tell],
                },
                'message.added': [
                  {
                    guard: 'mayPlanAgain',
                    target: 'planning',
                    reenter: true,
                    actions: [...hear('planning', 'plan'), 'dropDraft'],
                  },
                  {
                    guard: { type: 'doesHere', params: ['planning', 'plan'] },
                    actions: [...hear('planning', 'plan'), 'noteUnplanned'],
                  },
                  { actions: [...hear('planning', 'queue'), 'queueMessage'] },
                ],
              },
            },
            reviewingPlan: {
              tags: 'waiting',
              entry: [
                enter('reviewingPlan', 'waiting'),
                {
                  type: 'record',
                  params: ({ context }) => ({
                    type: 'approval.requested',
                    data: { id: reviewId(context), kind: 'plan-review', version: context.plan?.version ?? 0 },
                  }),
                },
              ],
              on: {
                'plan.reviewed': [
                  {
                    guard: { type: 'isApproved', params: ({ event }) => event.verdict },
                    target: 'executing',
                    actions: [
                      { type: 'record', params: ({ context, event }) => reviewNote(context, event) },
                      'approvePlan',
                      'startRound',
                    ],
                  },
                  {
                    guard: 'isUpdate',
                    target: 'updatingPlan',
                    actions: [
                      { type: 'record', params: ({ context, event }) => reviewNote(context, event) },
                      { type: 'keepReviewRemark', params: ({ event }) => event.remark },
                    ],
                  },
                  {
                    target: 'planning',
                    actions: [
                      { type: 'record', params: ({ context, event }) => reviewNote(context, event) },
                      { type: 'keepReviewRemark', params: ({ event }) => event.remark },
                    ],
                  },
                ],
                'plan.edited': {
                  target: 'executing',
                  actions: [
                    { type: 'record', params: ({ event }) => editNote(event) },
                    { type: 'keepEdit', params: ({ event }) => event },
                    ...tellChange,
                    'approvePlan',
                    'startRound',
                  ],
                },
                'message.added': [
                  {
                    guard: { type: 'changesReviewed', params: 'plan' },
                    target: 'updatingPlan',
                    actions: [
                      ...hear('reviewingPlan', 'plan'),
                      { type: 'keepReviewRemark', params: ({ event }) => event.text },
                    ],
                  },
                  {
                    guard: { type: 'doesHere', params: ['reviewingPlan', 'plan'] },
                    target: 'planning',
                    actions: [
                      ...hear('reviewingPlan', 'plan'),
                      { type: 'keepReviewRemark', params: ({ event }) => event.text },
                    ],
                  },
                  { actions: [...hear('reviewingPlan', 'queue'), 'queueMessage'] },
                ],
              },
            },
            executing: {
              tags: 'executing',
              entry: [enter('executing', 'executing'), 'startReadySteps', tell],
              on: {
                'plan.edited': {
                  actions: [
                    { type: 'record', params: ({ event }) => editNote(event) },
                    { type: 'keepEdit', params: ({ event }) => event },
                    ...tellChange,
                    'startReadySteps',
                    tell,
                  ],
                },
                'plan.restored': {
                  actions: [
                    { type: 'record', params: ({ event }) => editNote(event) },
                    { type: 'keepEdit', params: ({ event }) => event },
                    ...tellChange,
                    'startReadySteps',
                    tell,
                  ],
                },
                'message.added': [
                  {
                    guard: { type: 'mayUpdatePlan', params: 'executing' },
                    target: 'updatingPlan',
                    actions: [...hear('executing', 'plan'), 'noteUnplanned', 'dropDraft'],
                  },
                  { actions: [...hear('executing', 'queue'), 'queueMessage'] },
                ],
              },
              always: { guard: 'allStepsSettled', target: 'collecting' },
            },
            collecting: {
              tags: 'collecting',
              entry: [
                enter('collecting', 'collecting'),
                { type: 'record', params: ({ context }) => collectedNote(context) },
                'countStall',
                'closeRound',
              ],
              always: [
                { guard: 'hasLimit', target: 'finalizing' },
                { guard: 'needsNoJudging', target: 'finalizing' },
                { target: 'reflecting' },
              ],
            },
            reflecting: {
              tags: 'collecting',
              entry: [enter('reflecting', 'collecting'), 'seeMessages'],
              initial: 'calling',
              states: {
                calling: {
                  invoke: {
                    id: 'reflector',
                    src: 'reflector',
                    input: ({ context }) => reflectorInput(context),
                    onDone: [
                      {
                        guard: { type: 'isJudged', params: ({ event }) => event.output },
                        target: 'deciding',
                        actions: [
                          { type: 'keepJudgement', params: ({ event }) => judgementOf(event.output) },
                          {
                            type: 'record',
                            params: ({ context, event }) => feedbackNote(context, judgementOf(event.output)),
                          },
                        ],
                      },
                      {
                        guard: { type: 'isLimit', params: ({ event }) => errorOf(event.output) },
                        target: '#host.running.work.finalizing',
                        actions: [
                          { type: 'noteLimit', params: ({ event }) => limitOf(errorOf(event.output)) },
                          { type: 'noteNotDone', params: ({ event }) => unchecked(errorOf(event.output)) },
                          tell,
                        ],
                      },
                      {
                        target: '#host.running.work.finalizing',
                        actions: { type: 'noteNotDone', params: ({ event }) => unchecked(errorOf(event.output)) },
                      },
                    ],
                  },
                },
                deciding: {
                  always: [
                    { guard: 'isDone', target: '#host.running.work.finalizing' },
                    {
                      guard: 'isStalled',
                      target: '#host.running.work.finalizing',
                      actions: {
                        type: 'noteNotDone',
                        params: { what: 'Going on', why: 'Two rounds in a row brought nothing new.' },
                      },
                    },
                    {
                      guard: 'goesOn',
                      target: '#host.running.work.executing',
                      actions: ['startRound', 'renewSteps', tell],
                    },
                    { guard: 'hasRoundsLeft', target: '#host.running.work.updatingPlan' },
                    {
                      target: '#host.running.work.finalizing',
                      actions: [
                        {
                          type: 'noteLimit',
                          params: ({ context }) => ({ name: 'rounds', max: context.options.limits.rounds }),
                        },
                        tell,
                      ],
                    },
                  ],
                },
              },
              on: {
                'plan.edited': {
                  guard: 'hasRoundsLeft',
                  target: 'executing',
                  actions: [
                    { type: 'record', params: ({ event }) => editNote(event) },
                    'startRound',
                    { type: 'keepEdit', params: ({ event }) => event },
                    ...tellChange,
                  ],
                },
                'plan.restored': {
                  guard: 'hasRoundsLeft',
                  target: 'executing',
                  actions: [
                    { type: 'record', params: ({ event }) => editNote(event) },
                    'startRound',
                    { type: 'keepEdit', params: ({ event }) => event },
                    ...tellChange,
                  ],
                },
                'message.added': [
                  {
                    guard: { type: 'doesHere', params: ['reflecting', 'judge'] },
                    target: 'reflecting',
                    reenter: true,
                    actions: hear('reflecting', 'judge'),
                  },
                  { actions: [...hear('reflecting', 'queue'), 'queueMessage'] },
                ],
              },
            },
            updatingPlan: {
              tags: 'planning',
              entry: [enter('updatingPlan', 'planning'), 'countPlanning'],
              invoke: {
                id: 'planner',
                src: 'planner',
                input: ({ context }) => plannerInput(context, standingSteps(context)),
                onDone: [
                  {
                    guard: { type: 'isPlannedForReview', params: ({ event }) => event.output },
                    target: 'reviewingPlan',
                    actions: [
                      { type: 'keepPlan', params: ({ event }) => outlineOf(event.output) },
                      'awaitApproval',
                      ...tellChange,
                    ],
                  },
                  {
                    guard: { type: 'isPlanned', params: ({ event }) => event.output },
                    target: 'executing',
                    actions: [
                      { type: 'keepPlan', params: ({ event }) => outlineOf(event.output) },
                      ...tellChange,
                      'startRound',
                    ],
                  },
                  {
                    guard: { type: 'isLimit', params: ({ event }) => errorOf(event.output) },
                    target: 'finalizing',
                    actions: [
                      { type: 'noteLimit', params: ({ event }) => limitOf(errorOf(event.output)) },
                      { type: 'noteNotDone', params: ({ event }) => noUpdate(errorOf(event.output)) },
                      tell,
                    ],
                  },
                  {
                    // The person who sent the plan back decides about it again.
                    guard: { type: 'isUnapproved', params: ({ event }) => errorOf(event.output) },
                    target: 'reviewingPlan',
                    actions: { type: 'noteNotDone', params: ({ event }) => noUpdate(errorOf(event.output)) },
                  },
                  {
                    guard: 'isRoundOpen',
                    target: 'executing',
                    actions: [
                      { type: 'noteNotDone', params: ({ event }) => noUpdate(errorOf(event.output)) },
                      'planAsItIs',
                    ],
                  },
                  {
                    target: 'finalizing',
                    actions: { type: 'noteNotDone', params: ({ event }) => noUpdate(errorOf(event.output)) },
                  },
                ],
              },
              on: {
                'message.added': [
                  {
                    guard: { type: 'mayUpdatePlan', params: 'updatingPlan' },
                    target: 'updatingPlan',
                    reenter: true,
                    actions: [...hear('updatingPlan', 'plan'), 'dropDraft'],
                  },
                  { actions: [...hear('updatingPlan', 'queue'), 'queueMessage'] },
                ],
              },
            },
            finalizing: {
              tags: 'executing',
              entry: [enter('finalizing', 'executing'), 'startAttempts'],
              initial: 'choosing',
              states: {
                // Steps may still be under way when a limit ends the planning: the answer waits for them.
                choosing: {
                  always: [
                    { guard: 'hasAnswer', target: '#host.completed' },
                    { guard: 'needsNoJudging', target: 'adopting' },
                    { guard: 'allStepsSettled', target: 'calling' },
                  ],
                },
                // One result is the answer: it is not written a second time.
                adopting: {
                  invoke: {
                    id: 'adopt',
                    src: 'finalize',
                    input: ({ context }) => ({
                      ...finalizeInput(context),
                      ...address(context, adoptKey(context)),
                      adopts: answerStep(context) ?? '',
                    }),
                    onDone: {
                      target: '#host.completed',
                      actions: { type: 'keepAnswer', params: ({ event }) => event.output },
                    },
                    onError: {
                      target: '#host.failed',
                      actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
                    },
                  },
                },
                calling: {
                  invoke: {
                    id: 'finalize',
                    src: 'finalize',
                    input: ({ context }) => finalizeInput(context),
                    onDone: {
                      target: '#host.completed',
                      actions: { type: 'keepAnswer', params: ({ event }) => event.output },
                    },
                    onError: [
                      {
                        guard: { type: 'isWorthRetrying', params: ({ event }) => toEffectError(event.error) },
                        target: 'waiting',
                        actions: { type: 'noteRetry', params: ({ event }) => toEffectError(event.error) },
                      },
                      {
                        target: 'assembling',
                        actions: { type: 'noteNotDone', params: ({ event }) => unwritten(toEffectError(event.error)) },
                      },
                    ],
                  },
                },
                waiting: {
                  invoke: {
                    id: 'wait',
                    src: 'wait',
                    input: ({ context }) => retryWait(context, finalizeKey(context)),
                    onDone: { target: 'calling', actions: 'tryAgain' },
                  },
                },
                // No model writes the answer: the results are put together as they are, so that no work is lost.
                assembling: {
                  invoke: {
                    id: 'assemble',
                    src: 'finalize',
                    input: ({ context }) => ({
                      ...finalizeInput(context),
                      ...address(context, assembleKey(context)),
                      isPlain: true,
                    }),
                    onDone: {
                      target: '#host.completed',
                      actions: { type: 'keepAnswer', params: ({ event }) => event.output },
                    },
                    onError: {
                      target: '#host.failed',
                      actions: { type: 'noteError', params: ({ event }) => toEffectError(event.error) },
                    },
                  },
                },
              },
              on: {
                'message.added': [
                  {
                    guard: 'mayJudgeAgain',
                    target: 'reflecting',
                    actions: [...hear('finalizing', 'judge'), 'judgeAgain'],
                  },
                  {
                    guard: 'mayThinkAgain',
                    target: 'analyzing',
                    actions: [...hear('finalizing', 'judge'), 'dropAnswer', 'thinkAgain'],
                  },
                  {
                    target: 'finalizing',
                    reenter: true,
                    actions: [...hear('finalizing', 'answer'), 'dropAnswer', 'queueMessage'],
                  },
                ],
              },
            },
          },
        },
      },
    },
    completed: {
      type: 'final',
      tags: 'completed',
      entry: [
        {
          type: 'record',
          params: ({ context }) => ({ type: 'answer.given', data: { content: context.answer ?? '' } }),
        },
        { type: 'record', params: ({ context }) => closingNote(context, 'completed') },
        note('run.completed'),
      ],
      output: ({ context }) => toHostOutput(context, 'completed'),
    },
    failed: {
      type: 'final',
      tags: 'failed',
      entry: [
        { type: 'record', params: ({ context }) => closingNote(context, 'failed') },
        { type: 'record', params: ({ context }) => failureNote(context) },
      ],
      output: ({ context }) => toHostOutput(context, 'failed'),
    },
    cancelled: {
      type: 'final',
      tags: 'cancelled',
      entry: { type: 'record', params: ({ context }) => closingNote(context, 'cancelled') },
      output: ({ context }) => toHostOutput(context, 'cancelled'),
    },
  },
  output: ({ event }) => event.output as HostOutput, // the final states above
});
