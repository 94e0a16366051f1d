/**
 * An agent that is a language model with tools: it is asked until it writes an answer, makes a move, or its turns are spent.
 *
 *                 ┌──▶ summarizing ─┐ what is old makes room
 *                 │  ┌──────────────┘
 *                 ▲  ▼
 *   preparing ──▶ fitting ──▶ asking ──▶ completed ◀── a move
 *       │          ▲    ▲       ▼                      │
 *       │          │    └─── usingTools ───────────────┘
 *       │       waiting ◀───────┤ a call failed
 *       └──────────────────▶ failed
 *
 * Delays are those of XState: each of these charts is in a run that has its timers in the log.
 */
import { and, stopChild } from 'xstate';
import type { AgentEnd } from '../agent.ts';
import { toEnd } from './model-agent-end.ts';
import type { ModelAgentSettings } from './model-agent-settings.ts';
import { agentSetup, failure, limitOf, reply, thrown } from './model-agent-setup.ts';
import { messagesOf, summarizeInput } from './model-agent-window.ts';
import { begin, callInput } from './model-agent-work.ts';
import type { ToolEnd } from './use-tool.ts';

/** What becomes of a call that failed, whatever it was for. */
const failing = [
  {
    guard: { type: 'isLimit', params: failure },
    target: 'completed',
    actions: [{ type: 'noteLimit', params: limitOf }, 'announceAnswer'],
  },
  {
    guard: { type: 'isWorthRetrying', params: failure },
    target: 'waiting',
    actions: { type: 'noteFailure', params: failure },
  },
  {
    guard: 'hasOtherModel',
    target: 'fitting',
    actions: { type: 'failOver', params: failure },
  },
  { target: 'failed', actions: { type: 'noteProblem', params: thrown } },
] as const;

/** What is old is cleared when there is too much; what is still too much is summarised. */
const fitting = agentSetup.createStateConfig({
  entry: 'clearOldest',
  always: [
    { guard: 'fitsWindow', target: 'asking' },
    { guard: 'maySummarize', target: 'summarizing' },
    { target: 'failed', actions: 'noteTooLarge' },
  ],
});

const summarizing = agentSetup.createStateConfig({
  tags: 'working',
  invoke: {
    id: 'summarize',
    src: 'summarize',
    input: ({ context }) => summarizeInput(context),
    onDone: { target: 'fitting', actions: { type: 'keepSummary', params: ({ event }) => event.output } },
    onError: failing,
  },
});

const asking = agentSetup.createStateConfig({
  tags: 'working',
  invoke: {
    id: 'callModel',
    src: 'callModel',
    input: ({ context }) => callInput(context, messagesOf(context)),
    onDone: [
      {
        guard: { type: 'mayUseTools', params: reply },
        target: 'usingTools',
        actions: { type: 'keepReply', params: reply },
      },
      {
        guard: { type: 'makesMove', params: reply },
        target: 'completed',
        actions: { type: 'keepReply', params: reply },
      },
      {
        guard: { type: 'mayRepair', params: reply },
        target: 'fitting',
        actions: [
          { type: 'keepReply', params: reply },
          { type: 'noteUnfit', params: reply },
        ],
      },
      {
        guard: { type: 'isUnfit', params: reply },
        target: 'failed',
        actions: [
          { type: 'keepReply', params: reply },
          { type: 'noteUnfit', params: reply },
        ],
      },
      { guard: { type: 'isSilent', params: reply }, target: 'failed', actions: 'noteSilence' },
      { target: 'completed', actions: { type: 'keepReply', params: reply } },
    ],
    onError: failing,
  },
});

const usingTools = agentSetup.createStateConfig({
  tags: 'working',
  entry: 'startTools',
  on: {
    'xstate.done.actor.*': {
      actions: [
        {
          type: 'keepTool',
          params: ({ event }) => ({ actorId: event.actorId, end: event.output as ToolEnd }), // what a call of a tool comes to
        },
        stopChild(({ event }) => event.actorId),
      ],
    },
  },
  always: [
    { guard: and(['hasResults', 'hasMoved']), target: 'completed', actions: 'keepResults' },
    { guard: 'hasResults', target: 'fitting', actions: 'keepResults' },
  ],
});

/** The chart of an agent with these settings; its slots are filled by whoever makes the agent. */
export const modelAgentMachine = (settings: ModelAgentSettings) =>
  agentSetup.createMachine({
    id: 'agent',
    context: ({ input }) => begin(input, settings),
    initial: 'preparing',
    states: {
      preparing: {
        tags: 'working',
        invoke: {
          id: 'prepare',
          src: 'prepare',
          input: ({ context: { messages, history, runPath, session } }) => ({ messages, history, runPath, session }),
          onDone: { target: 'fitting', actions: { type: 'keepInput', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'noteProblem', params: thrown } },
        },
      },
      fitting,
      summarizing,
      asking,
      waiting: { tags: 'waiting', after: { backoff: 'fitting' } },
      usingTools,
      completed: { type: 'final', output: ({ context }) => toEnd(context, 'completed') },
      failed: { type: 'final', entry: 'announceFailure', output: ({ context }) => toEnd(context, 'failed') },
    },
    output: ({ event }) => event.output as AgentEnd, // the final states above
  });
