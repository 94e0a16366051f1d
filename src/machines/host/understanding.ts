/**
 * Understanding: what was asked, what is known of it, and which way leads to an answer.
 *
 *                         lookingUp
 *                            ▲▼
 *   pending ▶ analyzing ▶ thinking ▶ judging ─┬▶ answering
 *                 ▲                           ├▶ planning
 *                 └─────────── clarifying ◀───┘
 *                                  └▶ finalizing, when nobody answers in time
 */
import { requestProblem } from '../../domain/message.ts';
import { attempts, failureOf } from '../attempts.ts';
import { lookHopCompleted, lookHopTaken } from './host-hops.ts';
import { analyzeInput, answerDeadlineInput, lookupInput, thinkInput, waitFor } from './host-inputs.ts';
import { thinkKey } from './host-keys.ts';
import { analyzedNote, answeredNote, questionNote, thoughtNote } from './host-notes.ts';
import { hostSetup } from './host-setup.ts';
import { fail, finishAtLimit, keepDrafted, receive, records, startsDraftedSteps, working } from './host-states.ts';

const think = hostSetup.createStateConfig({
  invoke: {
    id: 'think',
    src: 'think',
    input: thinkInput,
    onDone: [
      {
        guard: { type: 'looksUp', params: ({ event }) => event.output.value },
        target: '#lookingUp',
        actions: { type: 'keepCalls', params: ({ event }) => event.output },
      },
      {
        target: '#judging',
        actions: [{ type: 'keepThought', params: ({ event }) => event.output }, records(thoughtNote)],
      },
    ],
    onError: [
      finishAtLimit('Answering', failureOf, keepDrafted),
      { target: '#failed', actions: [...keepDrafted, { type: 'noteError', params: failureOf }] },
    ],
  },
});

export const understanding = hostSetup.createStateConfig({
  meta: { room: 'reads the question' },
  initial: 'pending',
  states: {
    pending: {
      id: 'pending',
      tags: 'pending',
      on: {
        'request.received': [
          {
            guard: { type: 'isRequest', params: ({ event }) => event.messages },
            target: 'analyzing',
            actions: [{ type: 'keepRequest', params: ({ event }) => event }, 'startClock'],
          },
          {
            target: '#failed',
            actions: [
              { type: 'keepRequest', params: ({ event }) => event },
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
      ...working('analyzing', 'analyzing'),
      invoke: {
        id: 'analyze',
        src: 'analyze',
        input: analyzeInput,
        onDone: {
          target: 'thinking',
          actions: [{ type: 'keepContext', params: ({ event }) => event.output }, records(analyzedNote)],
        },
        onError: fail,
      },
      on: {
        'message.added': {
          target: 'analyzing',
          reenter: true,
          actions: [...receive('analyzing', 'think'), 'thinkAgain'],
        },
      },
    },
    thinking: {
      ...working('thinking', 'analyzing', 'startAttempts'),
      initial: 'calling',
      states: attempts('calling', think, waitFor(thinkKey)),
      on: {
        'effect.progressed': startsDraftedSteps,
        'message.added': [
          { guard: 'hasDraftedSteps', actions: [...receive('thinking', 'think'), 'noteUnplanned'] },
          { target: 'analyzing', actions: [...receive('thinking', 'think'), 'thinkAgain'] },
        ],
      },
    },
    lookingUp: {
      ...working('lookingUp', 'analyzing', records(lookHopTaken)),
      invoke: {
        id: 'toolCalls',
        src: 'toolCalls',
        input: lookupInput,
        onDone: {
          target: 'thinking',
          actions: [records(lookHopCompleted), { type: 'keepFound', params: ({ event }) => event.output }],
        },
      },
      on: {
        'message.added': { target: 'analyzing', actions: [...receive('lookingUp', 'think'), 'thinkAgain'] },
      },
    },
    judging: {
      ...working('judging', 'planning'),
      always: [
        { guard: 'needsClarification', target: 'clarifying' },
        { guard: 'isSimple', target: '#answering', description: 'simple question' },
        { target: '#planning' },
      ],
    },
    clarifying: {
      ...working('clarifying', 'waiting', 'countQuestion', records(questionNote)),
      invoke: {
        id: 'wait',
        src: 'wait',
        input: answerDeadlineInput,
        onDone: { target: '#finalizing', actions: 'noteUnanswered' },
      },
      on: {
        'clarification.answered': { target: 'analyzing', actions: [records(answeredNote), 'thinkAgain'] },
        'message.added': { target: 'analyzing', actions: [...receive('clarifying', 'think'), 'thinkAgain'] },
      },
    },
  },
});
