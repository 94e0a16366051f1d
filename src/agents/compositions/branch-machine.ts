/**
 * One of several agents, chosen by a function or by a router.
 *
 *   routing ──▶ choosing ──▶ working ──▶ completed
 *                   └───────────┴──────▶ failed
 *
 * `working` has a state for each agent; without a router it begins in `choosing`.
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, emit, setup } from 'xstate';
import { type AgentEnd, type AgentStart, brokenEnd, endOf } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { partSlot } from '../empty-slot.ts';
import { type HistoryEntry, withoutTransfers } from '../history.ts';
import type { MoveSpec } from '../moves.ts';
import type { SessionData } from '../session-machine.ts';
import {
  afterPart,
  beginComposition,
  type CompositionContext,
  decided,
  entriesOf,
  failureNews,
  isFailed,
  partStart,
  problemOf,
  toEnd,
} from './composition.ts';

/** What a branch is decided by. */
export interface BranchView {
  readonly messages: AgentStart['messages'];
  readonly history: readonly HistoryEntry[];
  /** The values of the session. */
  readonly values: SessionData;
}

/** What is settled about a branch when it is made. */
export interface BranchSettings {
  readonly name: string;
  /** From what is chosen to the name of the agent. */
  readonly branches: Readonly<Record<string, string>>;
  readonly otherwise: string | undefined;
  readonly router: string | undefined;
  /** The move by which the router chooses. */
  readonly choose: MoveSpec;
}

export type Decide = ((view: BranchView) => string) | undefined;

interface BranchContext extends CompositionContext {
  readonly settings: BranchSettings;
  readonly choice: string | undefined;
}

interface Ended {
  readonly part: string;
  readonly end: AgentEnd;
}

/** What a router has chosen: by its move, or by writing the name and nothing else. */
function chosenBy({ settings }: BranchContext, end: AgentEnd): string | undefined {
  const said = end.moves.find(({ name }) => name === settings.choose.name)?.arguments.branch ?? end.message?.content;
  return typeof said === 'string' ? said.trim() : undefined;
}

/** The choice, if there is such a branch; if not, the one for that, or what is wrong. */
function settled(context: BranchContext, choice: string | undefined, why: string): Partial<BranchContext> {
  const { name, branches, otherwise } = context.settings;
  if (choice !== undefined && Object.hasOwn(branches, choice)) return { choice };
  if (otherwise !== undefined) return { choice: otherwise };
  const names = Object.keys(branches).join(', ');
  return { error: { code: 'unknown-branch', message: `"${name}" ${why}. Its branches are: ${names}.` } };
}

function afterDecision(context: BranchContext, decide: Decide): Partial<BranchContext> {
  const { messages, history, session } = context;
  const values = session?.getSnapshot().context.values ?? {};
  const verdict = decided(context, 'decide', () => decide?.({ messages, history, values }));
  if ('error' in verdict) return verdict;
  return settled(context, verdict.value, `chose "${verdict.value}", which it does not have`);
}

function afterRouter(context: BranchContext, { part, end }: Ended): Partial<BranchContext> {
  const entries = [...context.entries, ...entriesOf(part, end)];
  const choice = isFailed(end) ? undefined : chosenBy(context, end);
  const why = isFailed(end) ? `has no choice: ${problemOf(part, end).message}` : `got no choice from [${part}]`;
  return { entries, ...settled(context, choice, why) };
}

const branchSetup = setup({
  types: {
    input: {} as AgentStart,
    context: {} as BranchContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    emitted: {} as AgentNews,
    output: {} as AgentEnd,
  },
  actors: { part: partSlot },
  actions: {
    decideBranch: assign(({ context }, { decide }: { decide: Decide }) => afterDecision(context, decide)),
    keepRouting: assign(({ context }, ended: Ended) => afterRouter(context, ended)),
    keepEnd: assign(({ context }, { part, end }: Ended) => ({ ...afterPart(context, part, end), made: end.moves })),
    keepProblem: assign({ error: (_, { part, end }: Ended) => problemOf(part, end) }),
    announceFailure: emit(({ context }) => failureNews(context)),
  },
  guards: {
    isChosen: ({ context }, branch: string) => context.choice === branch,
    isFailed: (_, { end }: Ended) => isFailed(end),
  },
});

const endedAs = (part: string) => ({
  ended: ({ event }: { event: DoneActorEvent }) => ({ part, end: endOf(event) }),
  broken: ({ event }: { event: ErrorActorEvent }) => ({ part, end: brokenEnd(event.error) }),
});

const routing = (router: string) => {
  const { ended, broken } = endedAs(router);
  return branchSetup.createStateConfig({
    tags: 'working',
    invoke: {
      id: router,
      src: router as 'part', // its chart is provided under its name
      input: ({ context }) => ({ ...partStart({ ...context, moves: [] }, router, [context.settings.choose]) }),
      onDone: { target: 'choosing', actions: { type: 'keepRouting', params: ended } },
      onError: { target: 'choosing', actions: { type: 'keepRouting', params: broken } },
    },
  });
};

/** What the router said and did, for the one that it has chosen: without the choice itself. */
const toldOf = ({ entries, choice }: BranchContext): readonly HistoryEntry[] =>
  withoutTransfers(entries).filter(({ message }) => message.content.trim() !== choice);

const branchState = (part: string) => {
  const { ended, broken } = endedAs(part);
  const keepFailure = <Event>(params: (about: { event: Event }) => Ended) =>
    [
      { type: 'keepEnd', params },
      { type: 'keepProblem', params },
    ] as const;
  return branchSetup.createStateConfig({
    invoke: {
      id: part,
      src: part as 'part', // as above
      input: ({ context }) => partStart({ ...context, entries: toldOf(context) }, part),
      onDone: [
        { guard: { type: 'isFailed', params: ended }, target: '#branch.failed', actions: keepFailure(ended) },
        { target: '#branch.completed', actions: { type: 'keepEnd', params: ended } },
      ],
      onError: { target: '#branch.failed', actions: keepFailure(broken) },
    },
  });
};

/** The chart of a branch. The slots of its agents are filled by whoever makes it. */
export function branchMachine(settings: BranchSettings, decide: Decide) {
  const { name, branches, router } = settings;
  const keys = Object.keys(branches);
  return branchSetup.createMachine({
    id: 'branch',
    context: ({ input }) => ({ ...beginComposition(name, input), settings, choice: undefined }),
    initial: router === undefined ? 'deciding' : 'routing',
    states: {
      ...(router === undefined
        ? { deciding: { entry: { type: 'decideBranch', params: () => ({ decide }) }, always: 'choosing' } }
        : { routing: routing(router) }),
      choosing: {
        always: [
          ...keys.map((key) => ({
            guard: { type: 'isChosen' as const, params: key },
            target: `#branch.working.${key}`,
          })),
          { target: 'failed' },
        ],
      },
      working: {
        tags: 'working',
        initial: keys[0] ?? '',
        states: Object.fromEntries(Object.entries(branches).map(([key, part]) => [key, branchState(part)])),
      },
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
