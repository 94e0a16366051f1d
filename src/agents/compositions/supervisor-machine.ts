/**
 * A supervisor that hands work to agents. Those that get work in one reply work side by side; when they have ended, the supervisor is asked again.
 *
 *   supervising ──▶ delegating ──▶ collecting ──▶ supervising …
 *        │ ▼             ▲          │ ▼
 *        │ closing ◀─────┼──────────┘ the rounds are spent
 *        │    │          └── handed on by the agents themselves
 *        ▼    ▼
 *     completed, failed
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, emit, enqueueActions, setup, stopChild } from 'xstate';
import { type AgentEnd, type AgentStart, brokenEnd, endOf } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { partSlot } from '../empty-slot.ts';
import {
  afterOwnWords,
  exitWords,
  failureNews,
  isFailed,
  isOutOfMeans,
  ownWordsNews,
  problemOf,
  toEnd,
} from './composition.ts';
import {
  afterOne,
  afterSupervisor,
  beginSupervision,
  collect,
  handOn,
  haveAllEnded,
  isOver,
  lostNews,
  noteSpent,
  type SupervisorContext,
  type SupervisorSettings,
  supervisorStart,
  type Transfer,
  transferStart,
  transfersIn,
  wantedOnward,
} from './supervisor-work.ts';

const workId = ({ round }: SupervisorContext, to: string, place: number) => `${to}-${round}-${place + 1}`;
const placeOf = (actorId: string) => Number(actorId.slice(actorId.lastIndexOf('-') + 1)) - 1;

const supervisorSetup = setup({
  types: {
    input: {} as AgentStart,
    context: {} as SupervisorContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    emitted: {} as AgentNews,
    output: {} as AgentEnd,
  },
  actors: { part: partSlot },
  actions: {
    keepEnd: assign(({ context }, end: AgentEnd) => afterSupervisor(context, end)),
    keepProblem: assign({ error: ({ context }, end: AgentEnd) => problemOf(context.settings.supervisor, end) }),
    sayResult: enqueueActions(({ context, enqueue }, end: AgentEnd) => {
      const words = exitWords(end);
      if (words === undefined) return;
      enqueue.assign(afterOwnWords(context, words));
      enqueue.emit(ownWordsNews(context, words));
    }),
    handOn: enqueueActions(({ context, enqueue }, wanted: readonly Transfer[]) => {
      enqueue.assign(handOn(context, wanted));
      for (const news of lostNews(context, wanted)) enqueue.emit(news);
    }),
    passOn: enqueueActions(({ context, enqueue }) => {
      const wanted = wantedOnward(context);
      const next = { ...context, ...collect(context) };
      enqueue.assign({ ...next, ...handOn(next, wanted) });
      for (const news of lostNews(context, wanted)) enqueue.emit(news);
    }),
    startWork: assign(({ context, spawn }) => {
      for (const [place, transfer] of context.transfers.entries()) {
        const { to } = transfer;
        // Its chart is provided under its name.
        spawn(to as 'part', { id: workId(context, to, place), input: transferStart(context, transfer) });
      }
      return {};
    }),
    keepWork: assign(({ context }, { actorId, end }: { actorId: string; end: AgentEnd }) =>
      afterOne(context, placeOf(actorId), end),
    ),
    collectWork: assign(({ context }) => collect(context)),
    noteLimit: enqueueActions(({ context, enqueue }) => {
      const spent = noteSpent(context);
      enqueue.assign(spent);
      if (spent.limit) enqueue.emit({ type: 'agent.limited', runPath: context.runPath, limit: spent.limit });
    }),
    announceFailure: emit(({ context }) => failureNews(context)),
  },
  guards: {
    isFailed: (_, end: AgentEnd) => isFailed(end),
    isFailedWithWords: ({ context }, end: AgentEnd) => isFailed(end) && context.answer !== undefined,
    isOver: (_, end: AgentEnd) => isOver(end),
    isSpent: ({ context }) => context.round >= context.settings.max,
    haveAllEnded: ({ context }) => haveAllEnded(context),
    isOutOfMeans: ({ context }) => context.ends.some((end) => end !== undefined && isOutOfMeans(end)),
    isHandedOnTooOften: ({ context }) => wantedOnward(context).length > 0 && context.round >= context.settings.max,
    isHandedOn: ({ context }) => wantedOnward(context).length > 0,
    hasWords: ({ context }) => context.answer !== undefined,
  },
});

const ended = ({ event }: { event: DoneActorEvent }) => endOf(event);
const broken = ({ event }: { event: ErrorActorEvent }) => brokenEnd(event.error);
const wanted = ({ event }: { event: DoneActorEvent }) => transfersIn(endOf(event));
const keepEnd = { type: 'keepEnd', params: ended } as const;
const keepAnswer = [keepEnd, { type: 'sayResult', params: ended }] as const;
const keepFailure = [keepEnd, { type: 'keepProblem', params: ended }] as const;
const keepBroken = [
  { type: 'keepEnd', params: broken },
  { type: 'keepProblem', params: broken },
] as const;

const supervising = (supervisor: string) =>
  supervisorSetup.createStateConfig({
    tags: 'working',
    invoke: {
      id: supervisor,
      src: supervisor as 'part', // its chart is provided under its name
      input: ({ context }) => supervisorStart(context, false),
      onDone: [
        { guard: { type: 'isFailed', params: ended }, target: 'failed', actions: keepFailure },
        { guard: { type: 'isOver', params: ended }, target: 'completed', actions: keepAnswer },
        { guard: 'isSpent', target: 'closing', actions: [keepEnd, 'noteLimit'] },
        { target: 'delegating', actions: [keepEnd, { type: 'handOn', params: wanted }] },
      ],
      onError: { target: 'failed', actions: keepBroken },
    },
  });

const delegating = supervisorSetup.createStateConfig({
  tags: 'working',
  entry: 'startWork',
  on: {
    'xstate.done.actor.*': {
      actions: [
        { type: 'keepWork', params: ({ event }) => ({ actorId: event.actorId, end: endOf(event) }) },
        stopChild(({ event }) => event.actorId),
      ],
    },
    'xstate.error.actor.*': {
      actions: [
        { type: 'keepWork', params: ({ event }) => ({ actorId: event.actorId, end: brokenEnd(event.error) }) },
        stopChild(({ event }) => event.actorId),
      ],
    },
  },
  always: { guard: 'haveAllEnded', target: 'collecting' },
});

const collecting = supervisorSetup.createStateConfig({
  always: [
    { guard: 'isOutOfMeans', target: 'completed', actions: 'collectWork' },
    { guard: 'isHandedOnTooOften', target: 'closing', actions: ['collectWork', 'noteLimit'] },
    { guard: 'isHandedOn', target: 'delegating', actions: 'passOn' },
    { target: 'supervising', actions: 'collectWork' },
  ],
});

/** The supervisor is asked for the last time. Whatever comes of it, there is an end. */
const closing = (supervisor: string) =>
  supervisorSetup.createStateConfig({
    tags: 'working',
    invoke: {
      id: `${supervisor}-closing`,
      src: supervisor as 'part', // as above
      input: ({ context }) => supervisorStart(context, true),
      onDone: [
        { guard: { type: 'isFailedWithWords', params: ended }, target: 'completed', actions: keepEnd },
        { guard: { type: 'isFailed', params: ended }, target: 'failed', actions: keepFailure },
        { target: 'completed', actions: keepAnswer },
      ],
      onError: [
        { guard: 'hasWords', target: 'completed', actions: { type: 'keepEnd', params: broken } },
        { target: 'failed', actions: keepBroken },
      ],
    },
  });

/** The chart of a supervisor and its agents. Their slots are filled by whoever makes it. */
export const supervisorMachine = (settings: SupervisorSettings) =>
  supervisorSetup.createMachine({
    id: 'supervisor',
    context: ({ input }) => beginSupervision(settings, input),
    initial: 'supervising',
    states: {
      supervising: supervising(settings.supervisor),
      delegating,
      collecting,
      closing: closing(settings.supervisor),
      completed: { type: 'final', output: ({ context }) => toEnd(context, 'completed') },
      failed: { type: 'final', entry: 'announceFailure', output: ({ context }) => toEnd(context, 'failed') },
    },
    output: ({ event }) => event.output as AgentEnd, // the final states above
  });
