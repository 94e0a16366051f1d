/**
 * The chart of a graph: a region for each node, side by side. What arrives where is in the context; the regions show how far each node is.
 *
 *   running ──▶ completed
 *   ║ a node: waiting ──▶ running ──▶ done
 *   ║            ▼        ▲     ▼
 *   ║         skipped   retrying  failed
 *   └─────────▶ failed
 *
 * A state is there only where it can be reached: `skipped` behind a branch, `retrying` with more than one attempt, `failed` without a fallback.
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, emit, enqueueActions, setup } from 'xstate';
import { type AgentEnd, type AgentProblem, endOf, toProblem } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { emptySlot } from '../empty-slot.ts';
import { agentStart, problemIn, replyIn } from './graph-agents.ts';
import type { GraphContext, GraphStart } from './graph-context.ts';
import { toEnd } from './graph-end.ts';
import { certainNodes, type GraphShape, leadsTo, type NodeShape, repeatedNodes } from './graph-shape.ts';
import { afterAttempt, afterFailure, afterNode, begin, type GraphReader } from './graph-work.ts';
import type { PerformInput, PerformOutput } from './perform-node.ts';

interface Named {
  readonly node: string;
}

const setupOf = (graph: GraphShape) =>
  setup({
    types: {
      input: {} as GraphStart,
      context: {} as GraphContext,
      events: {} as DoneActorEvent | ErrorActorEvent,
      emitted: {} as AgentNews,
      output: {} as AgentEnd,
    },
    actors: { perform: emptySlot<PerformOutput, PerformInput>('perform') },
    actions: {
      beginNode: assign({ ready: ({ context }, { node }: Named) => context.ready.filter((name) => name !== node) }),
      keepResult: enqueueActions(({ context, enqueue }, { node, output }: Named & { output: PerformOutput }) => {
        enqueue.assign(afterNode(graph, context, node, output.value));
        if (context.session && Object.keys(output.set).length > 0) {
          enqueue.sendTo(context.session, { type: 'session.set', values: output.set });
        }
      }),
      keepReply: assign(({ context }, { node, end }: { node: NodeShape; end: AgentEnd }) => {
        const entries = [...context.entries, ...end.history];
        return afterNode(graph, { ...context, entries }, node.name, replyIn(node, end));
      }),
      keepFailure: assign(({ context }, about: Named & { problem: AgentProblem; history?: AgentEnd['history'] }) => {
        const { node, problem, history = [] } = about;
        return afterFailure(graph, { ...context, entries: [...context.entries, ...history] }, node, problem);
      }),
      countAttempt: assign(({ context }, { node }: Named) => afterAttempt(context, node)),
      announce: emit(({ context }): AgentNews => {
        const { runPath } = context;
        const { message, error } = toEnd(graph, context);
        if (message) return { type: 'agent.said', runPath, message };
        return { type: 'agent.failed', runPath, error: error ?? { code: 'bug', message: 'There is no answer.' } };
      }),
    },
    guards: {
      isReady: ({ context }, { node }: Named) => context.ready.includes(node),
      isSkipped: ({ context }, { node }: Named) => context.skipped.includes(node),
      mayTryAgain: ({ context }, { name, attempts }: NodeShape) => (context.work[name]?.attempt ?? 1) < attempts,
      hasProblem: (_, problem: AgentProblem | undefined) => problem !== undefined,
      hasArrived: ({ context }) => context.outcome?.type === 'arrived',
      isSpent: ({ context }) => context.outcome?.type === 'spent',
      hasFailed: ({ context }) => context.outcome?.type === 'failed',
    },
  });

type GraphSetup = ReturnType<typeof setupOf>;

/** The chart of a graph; what its nodes do is provided under their names. */
export function graphMachine(graph: GraphShape, reader: GraphReader) {
  const made = setupOf(graph);
  const repeated = repeatedNodes(graph);
  const certain = certainNodes(graph);
  const regions = graph.nodes.map((node) => {
    // As long as any node at work leads to it, it is not skipped.
    const isLeft = graph.nodes.some(({ name }) => name !== node.name && !leadsTo(graph, name, node.name));
    const may = { repeat: repeated.has(node.name), skip: isLeft && !certain.has(node.name) };
    return [node.name, region(made, node, may)] as const;
  });
  return made.createMachine({
    id: 'graph',
    context: ({ input }) => begin(graph, reader, input),
    initial: 'running',
    states: {
      running: {
        type: 'parallel',
        tags: 'working',
        states: Object.fromEntries(regions),
        always: [
          { guard: 'hasArrived', target: 'completed' },
          ...(repeated.size > 0 ? [{ guard: 'isSpent', target: 'completed' } as const] : []),
          { guard: 'hasFailed', target: 'failed' },
        ],
      },
      completed: { type: 'final', entry: 'announce' },
      failed: { type: 'final', entry: 'announce' },
    },
    output: ({ context }) => toEnd(graph, context),
  });
}

/** How far one node is. */
function region(made: GraphSetup, node: NodeShape, may: { readonly repeat: boolean; readonly skip: boolean }) {
  const about = { node: node.name };
  const begins = {
    guard: { type: 'isReady', params: about },
    target: 'running',
    actions: { type: 'beginNode', params: about },
  } as const;
  const skips = { guard: { type: 'isSkipped', params: about }, target: 'skipped' } as const;
  return made.createStateConfig({
    initial: 'waiting',
    states: {
      waiting: { always: may.skip ? [begins, skips] : [begins] },
      running: node.agent ? asking(made, node) : performing(made, node),
      ...(node.attempts > 1 ? { retrying: { tags: 'waiting', after: { [node.retryMs]: 'running' } } } : {}),
      done: may.repeat ? { always: begins } : {},
      ...(may.skip ? { skipped: {} } : {}),
      ...(node.onError ? {} : { failed: {} }),
    },
  });
}

const given = (node: NodeShape) => (node.onError ? 'done' : 'failed');

/** The function of a node is at work. */
const performing = (made: GraphSetup, node: NodeShape) =>
  made.createStateConfig({
    tags: 'working',
    invoke: {
      id: node.name,
      src: node.name as 'perform', // provided under the name of the node
      input: ({ context: { work, runPath, session } }) => ({ input: work[node.name]?.input, runPath, session }),
      onDone: {
        target: 'done',
        actions: { type: 'keepResult', params: ({ event }) => ({ node: node.name, output: event.output }) },
      },
      onError: [
        ...(node.attempts > 1
          ? [
              {
                guard: { type: 'mayTryAgain', params: node },
                target: 'retrying',
                actions: { type: 'countAttempt', params: { node: node.name } },
              } as const,
            ]
          : []),
        {
          target: given(node),
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({ node: node.name, problem: toProblem(event.error) }),
          },
        },
      ],
    },
  });

/** The agent of a node is at work. */
const asking = (made: GraphSetup, node: NodeShape) =>
  made.createStateConfig({
    tags: 'working',
    invoke: {
      id: node.name,
      src: node.name as 'perform', // the same
      input: ({ context }) => agentStart(context, node) as never, // an agent's chart takes it
      onDone: [
        {
          guard: { type: 'hasProblem', params: ({ event }) => problemIn(node, endOf(event)) },
          target: given(node),
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({
              node: node.name,
              problem: problemIn(node, endOf(event)) ?? toProblem(undefined),
              history: endOf(event).history,
            }),
          },
        },
        {
          target: 'done',
          actions: { type: 'keepReply', params: ({ event }) => ({ node, end: endOf(event) }) },
        },
      ],
      onError: {
        target: given(node),
        actions: { type: 'keepFailure', params: ({ event }) => ({ node: node.name, problem: toProblem(event.error) }) },
      },
    },
  });
