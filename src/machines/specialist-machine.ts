/**
 * A specialist works on one step until the result is accepted or its attempts are spent.
 *
 *   asking ──▶ completed
 *    ▲  ▲▼  └▶ assessing, refused ──▶ failed
 *    │ usingTools  ▼         ▲
 *    │ consulting  ▼         ▲
 *    └───────── waiting ─────┘ the call failed
 *
 * A function that asks a person is called again with the answer, after `consulting`.
 * A tool whose output is the answer is followed by no other call of the model: what it gave is taken as it is.
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import {
  afterFailure,
  type EffectError,
  hasAttemptsLeft,
  isWorthRetrying,
  retryDelayMs,
  type Settled,
} from '../domain/effect.ts';
import type { AskInput } from '../domain/effect-inputs.ts';
import { maxAsks } from '../domain/person-ask.ts';
import type { SpecialistResult } from '../domain/results.ts';
import type { AskOutput } from '../log/effect-outputs.ts';
import type { Note } from '../log/entry-types.ts';
import { attempts, callAddress, giveUp, scopedWait } from './attempts.ts';
import { failingToolNotes, failingTools, withToolFailures } from './failing-tools.ts';
import { type QuestionOutput, questionMachine } from './question-machine.ts';
import { slot } from './slot.ts';
import {
  adopted,
  askKey,
  deadlineOf,
  isStuck,
  refusalOf,
  type SpecialistContext,
  type SpecialistInput,
  specialistContext,
  timeLeft,
  timesOf,
  toResult,
  withFailure,
} from './specialist-context.ts';
import { type ToolCallsOutput, toolCallsMachine } from './tool-calls-machine.ts';

const specialistSetup = setup({
  types: {
    input: {} as SpecialistInput,
    context: {} as SpecialistContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as SpecialistResult,
  },
  actors: {
    ask: slot('ask'),
    toolCalls: toolCallsMachine,
    question: questionMachine,
    wait: slot('wait'),
  },
  actions: {
    record: (_, _notes: readonly Note[]) => {},
    keepTurn: assign(({ context }, { value, at, ...times }: Settled<AskOutput>) => ({
      ...timesOf(context, times),
      calls: value.toolCalls,
      answers: value.answers ?? [],
      adopts: [],
      assessment: value.assessment,
      metadata: value.metadata,
      deadlineMs: value.ask?.deadlineMs ?? 0,
      at,
      waitMs: 0,
    })),
    keepTools: assign(({ context }, tools: ToolCallsOutput) => ({
      exchange: [...context.exchange, askKey(context), ...tools.keys],
      adopts: adopted(context, tools),
      failures: withToolFailures(context, tools),
      turn: context.turn + 1,
      queuedMs: context.queuedMs + (tools.waitedMs ?? 0),
      at: Math.max(context.at, tools.at),
    })),
    keepAnswered: assign(({ context }, { at, waitedMs }: QuestionOutput) => ({
      resumes: askKey(context),
      turn: context.turn + 1,
      queuedMs: context.queuedMs + waitedMs,
      at: Math.max(context.at, at),
    })),
    noteFailure: assign(({ context }, error: EffectError) => ({
      ...afterFailure(context, error, context.retry),
      ...timesOf(context, error),
      error: error.message,
      failures: withFailure(context, error.code),
      remarks: error.code === 'bad-output' ? [...context.remarks, error.message] : context.remarks,
      limit: error.limit,
    })),
    noteRefusal: assign(({ context }) => {
      const remark = context.assessment?.remark ?? 'The result was refused.';
      const again = { turn: 1, exchange: [], adopts: [], resumes: undefined };
      const failures = withFailure(context, refusalOf(context));
      return { error: remark, remarks: [...context.remarks, remark], failures, waitMs: 0, ...again };
    }),
    tryAgain: assign({
      attempt: ({ context }) => context.attempt + 1,
      assessment: undefined,
      metadata: undefined,
    }),
  },
  guards: {
    mayUseTools: ({ context }, turn: AskOutput) => turn.toolCalls.length > 0 && context.turn < context.turns,
    asksPerson: ({ context }, { ask }: AskOutput) => ask !== undefined && context.turn <= maxAsks,
    isAccepted: (_, { assessment }: AskOutput) => assessment.accepted,
    isWorthAnotherTry: ({ context }) =>
      hasAttemptsLeft(context, context.attempts) &&
      context.assessment?.final !== true &&
      !isStuck(context, refusalOf(context)) &&
      context.at < deadlineOf(context),
    isWorthRetrying: ({ context }, error: EffectError) =>
      isWorthRetrying(context, error, context) &&
      !isStuck(context, error.code) &&
      error.at + retryDelayMs(context.attempt, error, context.retry) <
        deadlineOf({ ...context, ...timesOf(context, error) }),
  },
});

/** What one turn is asked with. */
function askInput(context: SpecialistContext): AskInput {
  const failing = failingTools(context);
  return {
    stepId: context.stepId,
    specialist: context.specialist,
    exchange: context.exchange,
    remarks: context.remarks,
    isLast: context.turn >= context.turns,
    ...(context.adopts.length > 0 ? { adopts: context.adopts } : {}),
    ...(context.resumes === undefined ? {} : { resumes: context.resumes }),
    ...(failing.length > 0 ? { failing } : {}),
  };
}

export const specialistMachine = specialistSetup.createMachine({
  id: 'specialist',
  context: ({ input }) => specialistContext(input),
  initial: 'asking',
  states: {
    ...attempts(
      'asking',
      specialistSetup.createStateConfig({
        tags: 'working',
        invoke: {
          id: 'ask',
          src: 'ask',
          input: ({ context }) => ({
            ...callAddress(context, askKey(context), timeLeft(context)),
            ...askInput(context),
          }),
          onDone: [
            {
              guard: { type: 'asksPerson', params: ({ event }) => event.output.value },
              target: 'consulting',
              actions: { type: 'keepTurn', params: ({ event }) => event.output },
            },
            {
              guard: { type: 'mayUseTools', params: ({ event }) => event.output.value },
              target: 'usingTools',
              actions: { type: 'keepTurn', params: ({ event }) => event.output },
            },
            {
              guard: { type: 'isAccepted', params: ({ event }) => event.output.value },
              target: 'completed',
              actions: { type: 'keepTurn', params: ({ event }) => event.output },
            },
            { target: 'assessing', actions: { type: 'keepTurn', params: ({ event }) => event.output } },
          ],
          onError: giveUp,
        },
      }),
      scopedWait,
    ),
    usingTools: {
      tags: 'working',
      invoke: {
        id: 'toolCalls',
        src: 'toolCalls',
        input: ({ context }) => ({
          run: context.run,
          actor: context.actor,
          scope: `${context.scope}/tool#${context.attempt}.${context.turn}`,
          timeoutMs: timeLeft(context),
          specialist: context.specialist,
          stepId: context.stepId,
          calls: context.calls,
        }),
        onDone: {
          target: 'asking',
          actions: [
            { type: 'record', params: ({ context, event }) => failingToolNotes(context, event.output) },
            { type: 'keepTools', params: ({ event }) => event.output },
          ],
        },
      },
    },
    consulting: {
      tags: 'waiting',
      invoke: {
        id: 'question',
        src: 'question',
        input: ({ context }) => {
          const { run, actor, stepId, specialist, deadlineMs, at } = context;
          return { run, actor, id: askKey(context), stepId, specialist, deadlineMs, at };
        },
        onDone: { target: 'asking', actions: { type: 'keepAnswered', params: ({ event }) => event.output } },
      },
    },
    assessing: {
      tags: 'working',
      always: [
        { guard: 'isWorthAnotherTry', target: 'waiting', actions: 'noteRefusal' },
        { target: 'failed', actions: 'noteRefusal' },
      ],
    },
    completed: { type: 'final' },
    failed: { type: 'final' },
  },
  output: ({ context }) => toResult(context),
});
