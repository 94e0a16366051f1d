/**
 * Answering: the answer that is there already is given; else it is written from the conversation or from the results.
 *
 *   replying ───▶ completed              (in the log, replying is `answering`)
 *      ▼ a limit
 *   finalizing ─▶ completed
 *      └▶ reflecting, analyzing: a message is judged or thought about first
 */

import type { Settled } from '../../domain/effect.ts';
import { attempts, failureOf } from '../attempts.ts';
import { adoptInput, answerInput, assembleInput, finalizeInput, waitFor } from './host-inputs.ts';
import { answerKey, finalizeKey } from './host-keys.ts';
import { hostSetup } from './host-setup.ts';
import { fail, finishAtLimit, missing, receive, working } from './host-states.ts';

const complete = {
  target: '#completed',
  actions: { type: 'keepAnswer', params: ({ event }: { event: { output: Settled<string> } }) => event.output },
} as const;

const answer = hostSetup.createStateConfig({
  invoke: {
    id: 'answer',
    src: 'answer',
    input: answerInput,
    onDone: complete,
    onError: [finishAtLimit('Answering', failureOf, []), fail],
  },
});

const finalize = hostSetup.createStateConfig({
  invoke: {
    id: 'finalize',
    src: 'finalize',
    input: finalizeInput,
    onDone: complete,
    onError: { target: 'assembling', actions: missing('Writing the final answer', failureOf) },
  },
});

export const answering = hostSetup.createStateConfig({
  initial: 'replying',
  states: {
    replying: {
      ...working('answering', 'executing', 'startAttempts'),
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: 'hasAnswer', target: '#completed' }, { target: 'calling' }] },
        ...attempts('calling', answer, waitFor(answerKey)),
      },
      on: {
        'message.added': [
          {
            guard: { type: 'doesHere', params: ['answering', 'restart'] },
            target: '#analyzing',
            actions: [...receive('answering', 'restart'), 'thinkAgain'],
          },
          { target: 'replying', reenter: true, actions: receive('answering', 'answer') },
        ],
      },
    },
    finalizing: {
      ...working('finalizing', 'executing', 'startAttempts'),
      initial: 'choosing',
      states: {
        // Steps may still be under way when a limit ends the planning: the answer waits for them.
        choosing: {
          always: [
            { guard: 'hasAnswer', target: '#completed' },
            { guard: 'needsNoJudging', target: 'adopting' },
            { guard: 'allStepsSettled', target: 'calling' },
          ],
        },
        adopting: { invoke: { id: 'adopt', src: 'finalize', input: adoptInput, onDone: complete, onError: fail } },
        ...attempts('calling', finalize, waitFor(finalizeKey)),
        assembling: {
          invoke: { id: 'assemble', src: 'finalize', input: assembleInput, onDone: complete, onError: fail },
        },
      },
      on: {
        'message.added': [
          {
            guard: 'mayJudgeAgain',
            target: '#reflecting',
            actions: [...receive('finalizing', 'judge'), 'judgeAgain'],
          },
          {
            guard: 'mayThinkAgain',
            target: '#analyzing',
            actions: [...receive('finalizing', 'judge'), 'dropAnswer', 'thinkAgain'],
          },
          {
            target: 'finalizing',
            reenter: true,
            actions: [...receive('finalizing', 'answer'), 'dropAnswer', 'queueMessage'],
          },
        ],
      },
    },
  },
});
