/**
 * A run of an agent: its session, and the agent that works.
 *
 *   running ──▶ completed
 *      └──────▶ failed
 */
import { type ActorRefFrom, assign, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import type { JsonValue } from '../../domain/json.ts';
import type { Limits, ReachedLimit } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import type { RunMetadata } from '../../log/entries/request-labels.ts';
import { type Chart, defineChart } from '../../run/define-chart.ts';
import { type Agent, type AgentEnd, type AgentStart, brokenEnd, endOf } from '../agent.ts';
import { type SessionData, sessionMachine } from '../session-machine.ts';
import { AgentFold } from './agent-fold.ts';

/** What a run of an agent begins with: all of it is in the log. */
export interface AgentRequest {
  readonly messages: readonly Message[];
  /** The values of the session at the beginning. */
  readonly values?: SessionData;
  /** What of the caller's context may be kept. */
  readonly context?: Readonly<Record<string, JsonValue>>;
  readonly limits?: AgentLimits;
  /** Groups the runs of a conversation. */
  readonly sessionId?: string;
  readonly metadata?: RunMetadata;
}

/** What a run of an agent may use. A run that reaches one of these ends with what it has. */
export type AgentLimits = Partial<Pick<Limits, 'modelCalls' | 'tokens' | 'costUsd' | 'wallMs'>>;

interface RootContext {
  readonly request: AgentRequest;
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly end: AgentEnd | undefined;
}

const rootSetup = setup({
  types: {
    input: {} as AgentRequest,
    context: {} as RootContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    output: {} as AgentEnd,
  },
  actors: { session: sessionMachine, agent: setup({}).createMachine({}) },
  delays: { wallTime: ({ context }) => context.request.limits?.wallMs ?? 0 },
  actions: {
    keepEnd: assign({ end: (_, end: AgentEnd) => end }),
    keepLimit: assign({ end: ({ context }) => outOfTime(context) }),
  },
  guards: {
    hasWallTime: ({ context }) => context.request.limits?.wallMs !== undefined,
    isCompleted: (_, { status }: AgentEnd) => status === 'completed',
  },
});

/** The chart of an agent's runs. */
export function agentChart(agent: Agent): Chart {
  const machine = rootSetup
    .createMachine({
      id: 'agentRun',
      context: ({ input, spawn }) => ({
        request: input,
        session: spawn('session', { id: 'session', input: input.values ? { values: input.values } : {} }),
        end: undefined,
      }),
      initial: 'running',
      states: {
        running: {
          tags: 'working',
          invoke: {
            id: agent.name,
            src: 'agent',
            input: ({ context: { request, session } }) =>
              ({
                messages: request.messages,
                history: [],
                runPath: [agent.name],
                session,
                moves: [],
              }) satisfies AgentStart as never, // the agent's chart takes it
            onDone: [
              {
                guard: { type: 'isCompleted', params: ({ event }) => endOf(event) },
                target: 'completed',
                actions: { type: 'keepEnd', params: ({ event }) => endOf(event) },
              },
              { target: 'failed', actions: { type: 'keepEnd', params: ({ event }) => endOf(event) } },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'keepEnd', params: ({ event }) => brokenEnd(event.error) },
            },
          },
          initial: 'free',
          states: {
            free: { always: { guard: 'hasWallTime', target: 'timed' } },
            timed: { after: { wallTime: { target: '#agentRun.completed', actions: 'keepLimit' } } },
          },
        },
        completed: { type: 'final' },
        failed: { type: 'final' },
      },
      output: ({ context }) => context.end ?? brokenEnd(new Error('It has no end.')),
    })
    .provide({ actors: { agent: agent.machine as never } }); // any agent's chart
  return {
    ...defineChart({ name: agent.name, version: agent.version, machine }),
    kind: 'agent',
    standing: () => new AgentFold(),
  };
}

function outOfTime({ request }: RootContext): AgentEnd {
  const limit: ReachedLimit = { name: 'wallMs', max: request.limits?.wallMs ?? 0 };
  const message: Message = {
    role: 'assistant',
    content: `[The limit of ${limit.max} milliseconds ended the work before there was an answer.]`,
  };
  return { status: 'completed', message, history: [], moves: [], limit };
}
