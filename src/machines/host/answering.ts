/**
 * Answering: the answer that is there already is given; else it is written from the conversation or from the results. Where a shape is wanted, it is
 * put into that first.
 *
 *   replying ───────┐                    (in the log, replying is `answering`)
 *      ▼ a limit    ▼
 *   finalizing ─▶ giving ─▶ completed
 *      │            ▼ a shape is wanted
 *      │        structuring ─▶ completed, with what is missing if it does not fit after a repair
 *      └▶ reflecting, analyzing: a message is judged or thought about first
 */
import { stopChild } from 'xstate';
import type { Failure, Settled } from '../../domain/effect.ts';
import { limitText, type ReachedLimit } from '../../domain/limit.ts';
import type { Structured } from '../../log/effect-outputs.ts';
import { attempts, failureOf } from '../attempts.ts';
import type { HostArgs } from './host-context.ts';
import {
  adoptInput,
  answerInput,
  assembleInput,
  finalizeInput,
  repairInput,
  structureInput,
  waitFor,
} from './host-inputs.ts';
import { answerKey, finalizeKey, repairKey, structureKey } from './host-keys.ts';
import { hostSetup } from './host-setup.ts';
import { fail, finishAtLimit, missing, receive, recordNews, working } from './host-states.ts';

const give = {
  target: '#giving',
  actions: { type: 'keepAnswer', params: ({ event }: { event: { output: Settled<string> } }) => event.output },
} as const;

const answer = hostSetup.createStateConfig({
  invoke: {
    id: 'answer',
    src: 'answer',
    input: answerInput,
    onDone: give,
    onError: [finishAtLimit('Answering', failureOf, []), fail],
  },
});

const finalize = hostSetup.createStateConfig({
  invoke: {
    id: 'finalize',
    src: 'finalize',
    input: finalizeInput,
    onDone: give,
    onError: { target: 'assembling', actions: missing('Writing the final answer', failureOf) },
  },
});

/** The answer stays text: what is missing is its shape. */
const shapeless = ({ context }: HostArgs, why: string) => ({ what: `The answer as "${context.shape}"`, why });
type Shaped = HostArgs<{ output: Settled<Structured> }>;
type Unshaped = HostArgs<{ error: unknown }>;

const fits = (keyOf: typeof structureKey) =>
  ({
    guard: { type: 'fitsShape', params: ({ event }: Shaped) => event.output.value },
    target: '#completed',
    actions: {
      type: 'keepStructured',
      params: ({ context, event: { output } }: Shaped) =>
        output.value.ok ? { key: keyOf(context), value: output.value.value } : undefined,
    },
  }) as const;

/** Without a shape, rather than without an answer. */
const giveAsText = [
  {
    guard: { type: 'isLimit', params: failureOf },
    target: '#completed',
    actions: [
      {
        type: 'noteLimit',
        params: (args: Unshaped) => {
          const { limit, message }: Failure = failureOf(args);
          return { limit: limit ?? outOfTime(args), missing: shapeless(args, message) };
        },
      },
      recordNews,
    ],
  },
  {
    target: '#completed',
    actions: { type: 'noteNotDone', params: (args: Unshaped) => shapeless(args, failureOf(args).message) },
  },
] as const;

const outOfTime = ({ context }: HostArgs): ReachedLimit => ({
  name: 'wallMs',
  max: context.options.limits.wallMs ?? 0,
});
const late = (args: HostArgs) => shapeless(args, `The limit of ${limitText(outOfTime(args))} was reached.`);

const structure = hostSetup.createStateConfig({
  invoke: {
    id: 'structure',
    src: 'structure',
    input: structureInput,
    onDone: [
      fits(structureKey),
      {
        target: '#repairing',
        actions: [{ type: 'keepUnfit', params: ({ context }) => structureKey(context) }, 'startAttempts'],
      },
    ],
    onError: giveAsText,
  },
});

const repair = hostSetup.createStateConfig({
  invoke: {
    id: 'repair',
    src: 'structure',
    input: repairInput,
    onDone: [
      fits(repairKey),
      {
        target: '#completed',
        actions: {
          type: 'noteNotDone',
          params: (args: Shaped) => {
            const { value } = args.event.output;
            return shapeless(args, value.ok ? '' : value.problem);
          },
        },
      },
    ],
    onError: giveAsText,
  },
});

/** What a message does while the final answer is written or put into its shape. */
const whenMessaged = (state: 'finalizing' | 'structuring') =>
  [
    { guard: 'mayJudgeAgain', target: '#reflecting', actions: [...receive(state, 'judge'), 'judgeAgain'] },
    {
      guard: 'mayThinkAgain',
      target: '#analyzing',
      actions: [...receive(state, 'judge'), 'dropAnswer', 'thinkAgain'],
    },
    {
      target: '#finalizing',
      reenter: true,
      actions: [...receive(state, 'answer'), 'dropAnswer', 'queueMessage'],
    },
  ] as const;

export const answering = hostSetup.createStateConfig({
  meta: { room: 'writes the answer' },
  initial: 'replying',
  states: {
    replying: {
      ...working('answering', 'executing', 'startAttempts'),
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: 'hasAnswer', target: '#giving' }, { target: 'calling' }] },
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
            { guard: 'hasAnswer', target: '#giving' },
            { guard: 'needsNoJudging', target: 'adopting' },
            { guard: 'allStepsSettled', target: 'calling' },
          ],
        },
        adopting: { invoke: { id: 'adopt', src: 'finalize', input: adoptInput, onDone: give, onError: fail } },
        ...attempts('calling', finalize, waitFor(finalizeKey)),
        assembling: {
          invoke: { id: 'assemble', src: 'finalize', input: assembleInput, onDone: give, onError: fail },
        },
      },
      on: { 'message.added': whenMessaged('finalizing') },
    },
    giving: {
      id: 'giving',
      tags: 'executing',
      always: [{ guard: 'wantsShape', target: 'structuring' }, { target: '#completed' }],
    },
    structuring: {
      ...working('structuring', 'executing', 'startAttempts'),
      initial: 'choosing',
      states: {
        choosing: {
          always: [
            { guard: 'isOutOfTime', target: '#completed', actions: { type: 'noteNotDone', params: late } },
            { target: 'writing' },
          ],
        },
        writing: { initial: 'calling', states: attempts('calling', structure, waitFor(structureKey)) },
        repairing: { id: 'repairing', initial: 'calling', states: attempts('calling', repair, waitFor(repairKey)) },
      },
      on: {
        'message.added': whenMessaged('structuring'),
        'xstate.done.actor.deadline': {
          target: '#completed',
          actions: [
            stopChild('deadline'),
            { type: 'noteLimit', params: (args) => ({ limit: outOfTime(args), missing: late(args) }) },
            recordNews,
          ],
        },
      },
    },
  },
});
