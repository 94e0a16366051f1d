/**
 * The conversation engine takes an input through its phases. Each state invokes the actor that does its work; what becomes of the actor leads to the next
 * state.
 *
 *   idle ▶ receiving ▶ contextFetching ▶ decomposing ▶ scheduling ▶ executing ▶ completed ▶ idle
 *          (receive)   (fetchContext)    (decompose)   (schedule)   (execute)
 *              │              │               │          │  ▲ │       │  ▲ │
 *              │              │               │          ▼  │ │       ▼  │ │
 *              │              │               │         paused│      paused│      (one state, `hold`: it goes back where it was)
 *              └──────────────┴───────────────┴───────────────┴────────────┴──▶ error ▶ idle
 *                                                                            (cancel)
 *
 * Decomposing, scheduling and executing are each `working`, or `waiting` while the run has asked a person something:
 *
 *   working ◀──▶ waiting
 *
 * There is nothing else: an event that a state does not list is refused there. How far the engine is in the log of its run is in the context (`seen`), with
 * what it has told: an actor that is stopped, by a pause or with its process, loses nothing, and the next one continues from there.
 */
import { failureOf } from './attempts.ts';
import {
  atRest,
  conversationSetup,
  type EngineContext,
  type EngineNews,
  type FollowInput,
} from './conversation-setup.ts';
import type { EnginePhase, EngineState } from './engine-event.ts';

const change = (from: EngineState, to: EngineState) => ({ type: 'tellChange', params: { from, to } }) as const;
const keepFailure = { type: 'keepFailure', params: failureOf } as const;

/** Out of a phase, for whatever reason it cannot go on. */
const toError = (phase: EnginePhase) =>
  ({ target: 'error', actions: [change(phase, 'error'), { type: 'tellFailure', params: phase }] }) as const;
const fail = (phase: EnginePhase) => ({ target: 'error', actions: [keepFailure, ...toError(phase).actions] }) as const;

/** What an actor that follows the run is given. */
const followInput = ({
  context: { seen, tasks, isReviewed },
  self,
}: {
  context: EngineContext;
  self: { send: (news: EngineNews) => void };
}): FollowInput => ({ seen, tasks, isReviewed, tell: (news) => self.send(news) });

const keepSeen = { type: 'keepSeen', params: ({ event }: { event: EngineNews }) => event.seen } as const;

/** A phase works, or waits for a person; a pause and a restore find the question still open. */
const answerable = conversationSetup.createStateConfig({
  initial: 'working',
  on: {
    'question.asked': {
      actions: [{ type: 'keepQuestion', params: ({ event }) => event.question }, keepSeen, 'tellQuestion'],
    },
  },
  states: {
    working: { always: { guard: 'isAsked', target: 'waiting' } },
    waiting: {
      tags: 'waiting',
      on: {
        'question.closed': { target: 'working', actions: [keepSeen, 'tellContinued', 'forgetQuestion'] },
        'engine.continued': { actions: 'tellQuestion' },
      },
    },
  },
});

const planUpdated = conversationSetup.createStateConfig({
  on: {
    'plan.updated': {
      actions: [
        { type: 'keepTasks', params: ({ event: { tasks, seen } }) => ({ tasks, seen }) },
        'tellTasks',
        'tellSchedule',
      ],
    },
  },
}).on;

/** A phase that can stand still. What stops it while it does leads through it to `error`. */
const pausable = (phase: 'scheduling' | 'executing') =>
  ({
    always: { guard: 'isStopped', ...toError(phase) },
    pause: {
      target: 'paused',
      actions: [{ type: 'markPlace', params: phase }, change(phase, 'paused'), 'tellPause'],
    },
  }) as const;

const decomposing = conversationSetup.createStateConfig({
  ...answerable,
  tags: 'decomposing',
  invoke: {
    id: 'decompose',
    src: 'decompose',
    input: followInput,
    onDone: {
      target: 'scheduling',
      actions: [
        { type: 'keepTasks', params: ({ event }) => event.output },
        'tellTasks',
        change('decomposing', 'scheduling'),
        'tellSchedule',
      ],
    },
    onError: fail('decomposing'),
  },
  on: { ...answerable.on, 'engine.stopped': fail('decomposing') },
});

const scheduling = conversationSetup.createStateConfig({
  ...answerable,
  tags: 'scheduling',
  always: pausable('scheduling').always,
  invoke: {
    id: 'schedule',
    src: 'schedule',
    input: followInput,
    onDone: { target: 'executing', actions: change('scheduling', 'executing') },
    onError: fail('scheduling'),
  },
  on: {
    ...answerable.on,
    ...planUpdated,
    'engine.paused': pausable('scheduling').pause,
    'engine.stopped': fail('scheduling'),
  },
});

const executing = conversationSetup.createStateConfig({
  ...answerable,
  tags: 'executing',
  always: pausable('executing').always,
  invoke: {
    id: 'execute',
    src: 'execute',
    input: followInput,
    onDone: {
      target: 'completed',
      actions: [change('executing', 'completed'), { type: 'tellEnd', params: ({ event }) => event.output }],
    },
    onError: fail('executing'),
  },
  on: {
    ...answerable.on,
    'task.started': {
      actions: [
        { type: 'changeTask', params: ({ event }) => ({ id: event.id, status: 'executing' }) },
        keepSeen,
        { type: 'tellStart', params: ({ event }) => event.id },
      ],
    },
    'task.completed': {
      actions: [
        { type: 'changeTask', params: ({ event }) => ({ id: event.id, status: 'completed' }) },
        keepSeen,
        { type: 'tellResult', params: ({ event }) => event },
      ],
    },
    'task.failed': {
      actions: [
        { type: 'changeTask', params: ({ event }) => ({ id: event.id, status: 'failed' }) },
        keepSeen,
        { type: 'tellFailedTask', params: ({ event }) => event },
      ],
    },
    'task.changed': {
      actions: [{ type: 'changeTask', params: ({ event: { id, status } }) => ({ id, status }) }, keepSeen],
    },
    ...planUpdated,
    'engine.paused': pausable('executing').pause,
    'engine.stopped': fail('executing'),
  },
});

const paused = conversationSetup.createStateConfig({
  tags: 'paused',
  invoke: { id: 'hold', src: 'hold' },
  on: {
    'engine.resumed': [
      { guard: 'wasScheduling', target: 'scheduling', actions: [change('paused', 'scheduling'), 'tellResume'] },
      { target: 'executing', actions: [change('paused', 'executing'), 'tellResume'] },
    ],
    'engine.stopped': [
      { guard: 'wasScheduling', target: 'scheduling', actions: [keepFailure, change('paused', 'scheduling')] },
      { target: 'executing', actions: [keepFailure, change('paused', 'executing')] },
    ],
  },
});

const reset = (from: 'completed' | 'error') =>
  ({ target: 'idle', actions: ['forgetAll', change(from, 'idle')] }) as const;

const states = {
  idle: conversationSetup.createStateConfig({
    tags: 'idle',
    on: { 'input.received': { target: 'receiving', actions: change('idle', 'receiving') } },
  }),
  receiving: conversationSetup.createStateConfig({
    tags: 'receiving',
    invoke: {
      id: 'receive',
      src: 'receive',
      onDone: { target: 'contextFetching', actions: change('receiving', 'context_fetching') },
      onError: fail('receiving'),
    },
    on: { 'engine.stopped': fail('receiving') },
  }),
  contextFetching: conversationSetup.createStateConfig({
    tags: 'context_fetching',
    invoke: {
      id: 'fetchContext',
      src: 'fetchContext',
      onDone: {
        target: 'decomposing',
        actions: [
          { type: 'tellContext', params: ({ event }) => event.output },
          change('context_fetching', 'decomposing'),
        ],
      },
      onError: fail('context_fetching'),
    },
    on: { 'engine.stopped': fail('context_fetching') },
  }),
  decomposing,
  scheduling,
  executing,
  paused,
  completed: conversationSetup.createStateConfig({
    tags: 'completed',
    on: { 'engine.reset': reset('completed') },
  }),
  error: conversationSetup.createStateConfig({
    tags: 'error',
    invoke: { id: 'cancel', src: 'cancel', input: ({ context }) => context.failure?.message ?? '' },
    on: { 'engine.reset': reset('error') },
  }),
};

/** The chart of an engine that stands somewhere already: its actor begins with the work of that state. */
export const conversationAt = (state: EngineState, context: EngineContext) =>
  conversationSetup.createMachine({
    id: 'conversation',
    context,
    initial: state === 'context_fetching' ? 'contextFetching' : state,
    states,
  });

export const conversationMachine = conversationAt('idle', atRest);
