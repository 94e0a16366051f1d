/**
 * Agents side by side, each with the same start. What they said is joined by a function, or by an agent that reads it.
 *
 *   working ──▶ settling ──▶ joining ──▶ completed
 *                   └───────────┴──────▶ failed
 *
 * `working` has a region for each agent. It is left when all have ended, or when it is decided: then the others are stopped.
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, emit, enqueueActions, setup } from 'xstate';
import { type AgentEnd, type AgentProblem, type AgentStart, brokenEnd, endOf } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { partSlot } from '../empty-slot.ts';
import {
  afterOwnWords,
  afterPart,
  beginComposition,
  type CompositionContext,
  decided,
  entriesOf,
  failureNews,
  isFailed,
  isOutOfMeans,
  ownWordsNews,
  partStart,
  problemOf,
  toEnd,
} from './composition.ts';

/** What the agents came to, by their names; one that was stopped is not there. */
export type Ends = Readonly<Record<string, AgentEnd>>;

/** What is settled about agents side by side when they are put together. */
export interface ParallelSettings {
  readonly name: string;
  readonly parts: readonly string[];
  readonly failFast: boolean;
  /** The agent that joins what the others said. */
  readonly joiner: string | undefined;
}

/** Somebody's own functions: pure, they are called in a decision. */
export interface ParallelFunctions {
  readonly join: (ends: Ends) => string;
  readonly until: ((ends: Ends) => boolean) | undefined;
}

interface ParallelContext extends CompositionContext {
  readonly settings: ParallelSettings;
  readonly ends: Ends;
  readonly isDecided: boolean;
}

interface Ended {
  readonly part: string;
  readonly end: AgentEnd;
}

/** The default: the answers one below the other, each under its name; whoever failed is named. */
export const joinAnswers = (ends: Ends): string =>
  Object.entries(ends)
    .map(([name, end]) =>
      isFailed(end) ? problemOf(name, end).message : `[${name}]\n${end.message?.content ?? ''}`.trimEnd(),
    )
    .join('\n\n');

/** In the order in which the agents were given, whoever ended first. */
const ordered = ({ settings, ends }: ParallelContext): readonly (readonly [string, AgentEnd])[] =>
  settings.parts.flatMap((part) => (ends[part] ? [[part, ends[part]] as const] : []));

function afterOne(context: ParallelContext, { part, end }: Ended, until: ParallelFunctions['until']) {
  const ends = { ...context.ends, [part]: end };
  if (context.settings.failFast && isFailed(end)) return { ends, error: problemOf(part, end) };
  const inOrder = Object.fromEntries(ordered({ ...context, ends }));
  const verdict = until ? decided(context, 'until', () => until(inOrder)) : { value: false };
  return 'error' in verdict ? { ends, ...verdict } : { ends, isDecided: verdict.value };
}

/** All that counts has ended: their histories come in the order of the agents. */
function settle(context: ParallelContext): Partial<ParallelContext> {
  const ends = ordered(context);
  const failures = ends.filter(([, end]) => isFailed(end));
  const limit = ends.find(([, end]) => isOutOfMeans(end))?.[1].limit;
  return {
    entries: ends.flatMap(([part, end]) => entriesOf(part, end)),
    made: ends.flatMap(([, { moves }]) => moves),
    ...(limit ? { limit } : {}),
    ...(failures.length === ends.length && !context.error ? { error: allFailed(failures) } : {}),
  };
}

const allFailed = (failures: readonly (readonly [string, AgentEnd])[]): AgentProblem => ({
  code: failures[0]?.[1].error?.code ?? 'bug',
  message: failures.map(([part, end]) => problemOf(part, end).message).join(' '),
});

function joined(context: ParallelContext, join: ParallelFunctions['join']) {
  return decided(context, 'join', () => String(join(Object.fromEntries(ordered(context)))));
}

const parallelSetup = setup({
  types: {
    input: {} as AgentStart,
    context: {} as ParallelContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    emitted: {} as AgentNews,
    output: {} as AgentEnd,
  },
  actors: { part: partSlot },
  actions: {
    keepOne: assign(({ context }, { until, ...ended }: Ended & Pick<ParallelFunctions, 'until'>) =>
      afterOne(context, ended, until),
    ),
    keepAll: assign(({ context }) => settle(context)),
    keepJoin: assign(({ context }, { part, end }: Ended) => afterPart(context, part, end)),
    keepProblem: assign({ error: (_, { part, end }: Ended) => problemOf(part, end) }),
    joinAnswers: enqueueActions(({ context, enqueue }, { join }: Pick<ParallelFunctions, 'join'>) => {
      const answer = joined(context, join);
      if ('error' in answer) return enqueue.assign(answer);
      const said = afterOwnWords(context, answer.value);
      // The answers one below the other are in the history already, each under its name.
      enqueue.assign(join === joinAnswers ? { ...said, entries: context.entries } : said);
      enqueue.emit(ownWordsNews(context, answer.value));
    }),
    announceFailure: emit(({ context }) => failureNews(context)),
  },
  guards: {
    isDecided: ({ context }) => context.isDecided || context.error !== undefined,
    isBroken: ({ context }) => context.error !== undefined,
    isFailed: (_, { end }: Ended) => isFailed(end),
    hasJoiner: ({ context }) => context.settings.joiner !== undefined && context.limit === undefined,
  },
});

/** The region of one agent. */
const region = (part: string, until: ParallelFunctions['until']) =>
  parallelSetup.createStateConfig({
    initial: 'working',
    states: {
      working: {
        invoke: {
          id: part,
          src: part as 'part', // its chart is provided under its name
          input: ({ context }) => partStart(context, part),
          onDone: {
            target: 'ended',
            actions: { type: 'keepOne', params: ({ event }) => ({ part, end: endOf(event), until }) },
          },
          onError: {
            target: 'ended',
            actions: { type: 'keepOne', params: ({ event }) => ({ part, end: brokenEnd(event.error), until }) },
          },
        },
      },
      ended: { type: 'final' },
    },
  });

/** The agent that joins. It decides alone what the answer is, so it is offered no moves of others. */
const joining = (part: string) => {
  const ended = ({ event }: { event: DoneActorEvent }) => ({ part, end: endOf(event) });
  const broken = ({ event }: { event: ErrorActorEvent }) => ({ part, end: brokenEnd(event.error) });
  const keepFailure = <Event>(params: (about: { event: Event }) => Ended) =>
    [
      { type: 'keepJoin', params },
      { type: 'keepProblem', params },
    ] as const;
  return parallelSetup.createStateConfig({
    tags: 'working',
    invoke: {
      id: part,
      src: part as 'part', // as above
      input: ({ context }) => ({ ...partStart(context, part), moves: [] }),
      onDone: [
        { guard: { type: 'isFailed', params: ended }, target: 'failed', actions: keepFailure(ended) },
        { target: 'completed', actions: { type: 'keepJoin', params: ended } },
      ],
      onError: { target: 'failed', actions: keepFailure(broken) },
    },
  });
};

const settling = (joiner: string | undefined, join: ParallelFunctions['join']) =>
  parallelSetup.createStateConfig({
    entry: 'keepAll',
    initial: 'choosing',
    states: {
      choosing: {
        always: [
          { guard: 'isBroken', target: '#parallel.failed' },
          ...(joiner === undefined ? [] : [{ guard: 'hasJoiner' as const, target: '#parallel.joining' }]),
          { target: 'wording' },
        ],
      },
      wording: {
        entry: { type: 'joinAnswers', params: () => ({ join }) },
        always: [
          // Only somebody's own function can throw.
          ...(joiner === undefined ? [{ guard: 'isBroken' as const, target: '#parallel.failed' }] : []),
          { target: '#parallel.completed' },
        ],
      },
    },
  });

/** The chart of agents side by side. The slots of its agents are filled by whoever makes it. */
export function parallelMachine(settings: ParallelSettings, { join, until }: ParallelFunctions) {
  const { name, parts, joiner, failFast } = settings;
  return parallelSetup.createMachine({
    id: 'parallel',
    context: ({ input }) => ({ ...beginComposition(name, input), settings, ends: {}, isDecided: false }),
    initial: 'working',
    states: {
      working: {
        tags: 'working',
        type: 'parallel',
        states: Object.fromEntries(parts.map((part) => [part, region(part, until)])),
        ...(failFast || until ? { always: { guard: 'isDecided' as const, target: 'settling' } } : {}),
        onDone: 'settling',
      },
      settling: settling(joiner, join),
      ...(joiner === undefined ? {} : { joining: joining(joiner) }),
      completed: { type: 'final', output: ({ context }) => toEnd(context, 'completed') },
      failed: {
        type: 'final',
        entry: 'announceFailure',
        output: ({ context }) => toEnd(context, 'failed'),
      },
    },
    output: ({ event }) => event.output as AgentEnd, // the final states above
  });
}
