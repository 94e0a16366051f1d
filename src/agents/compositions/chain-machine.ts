/**
 * Agents one after the other. Each sees what the ones before it said; whoever makes a move ends the chain.
 *
 *   a ──▶ b ──▶ … ──▶ completed        a ──▶ b ──▶ … ──▶ judging ──▶ completed
 *   └─────┴───▶ failed                 ▲ once more          ▼
 *                                      └────────────────────┘        failed
 *
 * The left one is a sequence; the right one a loop, in which every agent has a way to both ends too.
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, emit, enqueueActions, setup } from 'xstate';
import { type AgentEnd, type AgentStart, brokenEnd, endOf } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { partSlot } from '../empty-slot.ts';
import type { MoveSpec } from '../moves.ts';
import {
  afterOwnWords,
  afterPart,
  beginComposition,
  type CompositionContext,
  decided,
  exitWords,
  failureNews,
  isFailed,
  isOutOfMeans,
  otherMoves,
  ownWordsNews,
  partStart,
  problemOf,
  toEnd,
} from './composition.ts';

/** What is settled about a chain when it is made. */
export interface ChainSettings {
  readonly name: string;
  /** The names of its agents, in their order. */
  readonly parts: readonly string[];
  /** The moves that it offers and acts on itself. */
  readonly own: readonly MoveSpec[];
  /** Of a loop. */
  readonly max?: number;
}

/** Says whether a round of a loop was the last one. */
export type Until = (end: AgentEnd, round: number) => boolean;

interface ChainContext extends CompositionContext {
  readonly settings: ChainSettings;
  readonly round: number;
  /** What the last agent came to. */
  readonly last: AgentEnd | undefined;
  readonly isEnough: boolean;
}

interface Ended {
  readonly part: string;
  readonly end: AgentEnd;
}

const ownNames = ({ settings }: ChainContext) => settings.own.map(({ name }) => name);
const rounds = ({ settings }: ChainContext) => ({ name: 'rounds' as const, max: settings.max ?? 1 });

function judge(context: ChainContext, until: Until | undefined): Partial<ChainContext> {
  const { last, round } = context;
  if (!until || !last) return { isEnough: false };
  const verdict = decided(context, 'until', () => until(last, round));
  return 'error' in verdict ? verdict : { isEnough: verdict.value };
}

const chainSetup = setup({
  types: {
    input: {} as AgentStart,
    context: {} as ChainContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    emitted: {} as AgentNews,
    output: {} as AgentEnd,
  },
  actors: { part: partSlot },
  actions: {
    keepEnd: assign(({ context }, { part, end }: Ended) => ({ ...afterPart(context, part, end), last: end })),
    keepProblem: assign({ error: (_, { part, end }: Ended) => problemOf(part, end) }),
    keepMoves: enqueueActions(({ context, enqueue }, { end }: Ended) => {
      enqueue.assign({ made: otherMoves(end, ownNames(context)) });
      const words = ownNames(context).length > 0 ? exitWords(end) : undefined;
      if (words === undefined) return;
      enqueue.assign(afterOwnWords(context, words));
      enqueue.emit(ownWordsNews(context, words));
    }),
    judgeRound: assign(({ context }, { until }: { until: Until | undefined }) => judge(context, until)),
    beginRound: assign({ round: ({ context }) => context.round + 1 }),
    noteLimit: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ limit: rounds(context) });
      enqueue.emit({ type: 'agent.limited', runPath: context.runPath, limit: rounds(context) });
    }),
    announceFailure: emit(({ context }) => failureNews(context)),
  },
  guards: {
    isFailed: (_, { end }: Ended) => isFailed(end),
    isOver: (_, { end }: Ended) => end.moves.length > 0 || isOutOfMeans(end),
    isBroken: ({ context }) => context.error !== undefined,
    isEnough: ({ context }) => context.isEnough,
    isSpent: ({ context }) => context.round >= rounds(context).max,
  },
});

const idOf = (max: number | undefined) => (max === undefined ? 'sequence' : 'loop');

/** One agent of a chain, and where its end leads. */
function partState({ own, max }: ChainSettings, part: string, next: string) {
  const ended = ({ event }: { event: DoneActorEvent }) => ({ part, end: endOf(event) });
  const broken = ({ event }: { event: ErrorActorEvent }) => ({ part, end: brokenEnd(event.error) });
  const [failed, completed] = [`#${idOf(max)}.failed`, `#${idOf(max)}.completed`];
  return chainSetup.createStateConfig({
    invoke: {
      id: part,
      src: part as 'part', // its chart is provided under its name
      input: ({ context }) => partStart(context, part, own),
      onDone: [
        {
          guard: { type: 'isFailed', params: ended },
          target: failed,
          actions: [
            { type: 'keepEnd', params: ended },
            { type: 'keepProblem', params: ended },
          ],
        },
        {
          guard: { type: 'isOver', params: ended },
          target: completed,
          actions: [
            { type: 'keepEnd', params: ended },
            { type: 'keepMoves', params: ended },
          ],
        },
        { target: next, actions: { type: 'keepEnd', params: ended } },
      ],
      onError: {
        target: failed,
        actions: [
          { type: 'keepEnd', params: broken },
          { type: 'keepProblem', params: broken },
        ],
      },
    },
  });
}

const judging = (until: Until | undefined) =>
  chainSetup.createStateConfig({
    entry: { type: 'judgeRound', params: () => ({ until }) },
    always: [
      { guard: 'isBroken', target: 'failed' },
      { guard: 'isEnough', target: 'completed' },
      { guard: 'isSpent', target: 'completed', actions: 'noteLimit' },
      { target: 'working', actions: 'beginRound' },
    ],
  });

/** The chart of a sequence, or of a loop. The slots of its agents are filled by whoever makes it. */
export function chainMachine(settings: ChainSettings, until?: Until) {
  const { name, parts, max } = settings;
  const id = idOf(max);
  const after = max === undefined ? `#${id}.completed` : `#${id}.judging`;
  return chainSetup.createMachine({
    id,
    context: ({ input }) => ({
      ...beginComposition(name, input),
      settings,
      round: 1,
      last: undefined,
      isEnough: false,
    }),
    initial: 'working',
    states: {
      working: {
        tags: 'working',
        initial: parts[0] ?? '',
        states: Object.fromEntries(
          parts.map((part, index) => [part, partState(settings, part, parts[index + 1] ?? after)]),
        ),
      },
      ...(max === undefined ? {} : { judging: judging(until) }),
      completed: { type: 'final', output: ({ context }) => toEnd(context, 'completed') },
      failed: { type: 'final', entry: 'announceFailure', output: ({ context }) => toEnd(context, 'failed') },
    },
    output: ({ event }) => event.output as AgentEnd, // the final states above
  });
}
