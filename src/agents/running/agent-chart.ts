/**
 * A run of an agent: its session, and the agent that works.
 *
 *   beginning ──▶ running ──▶ completed
 *       ▼            ▲  └──────▶ failed
 *   remembering ─────┘
 *
 * Where there is a memory, it is asked before the agent begins, once for all that work in the run. Its time may be limited: then it is completed with what was said so far.
 */
import {
  type ActorRefFrom,
  type AnyActorRef,
  assign,
  type DoneActorEvent,
  type ErrorActorEvent,
  enqueueActions,
  setup,
} from 'xstate';
import type { MemoryRef } from '../../conversation/memory-use.ts';
import type { JsonValue } from '../../domain/json.ts';
import { type Limits, limitsSchema, type ReachedLimit } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import { definitionProblem } from '../../domain/schemas/config-problem.ts';
import { TroupeError } from '../../errors.ts';
import type { RunMetadata } from '../../log/entries/request-labels.ts';
import { type Chart, defineChart } from '../../run/define-chart.ts';
import { type Agent, type AgentEnd, type AgentStart, brokenEnd, endOf } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { limitedAnswer } from '../limited-answer.ts';
import { type SessionData, sessionMachine } from '../session-machine.ts';
import { AgentFold } from './agent-fold.ts';
import type { LoggedOptions } from './agent-options.ts';
import { type RememberOutput, remember } from './remember.ts';
import { saidSoFar } from './said-so-far.ts';

/** What a run of an agent begins with: all of it is in the log. */
export interface AgentRequest {
  readonly messages: readonly Message[];
  /** The values of the session at the beginning. */
  readonly values?: SessionData;
  /** What of the caller's context may be kept. */
  readonly context?: Readonly<Record<string, JsonValue>>;
  readonly limits?: AgentLimits;
  /** What is data of the options for agents of this run. */
  readonly agents?: Readonly<Record<string, LoggedOptions>>;
  /** Groups the runs of a conversation. */
  readonly sessionId?: string;
  readonly metadata?: RunMetadata;
  /** Whether the runner has a memory. */
  readonly memory?: true;
  /** Somebody else than the user wrote the messages: no memory learns from them. */
  readonly learns?: false;
}

/** What a run of an agent may use. A run that reaches one of these ends with what it has. */
export type AgentLimits = Partial<Pick<Limits, 'modelCalls' | 'tokens' | 'costUsd' | 'wallMs'>>;

const agentLimitsSchema = limitsSchema
  .pick({ modelCalls: true, tokens: true, costUsd: true, wallMs: true })
  .partial()
  .optional();

/** @throws TroupeError for limits that cannot be kept. */
export function checkLimits(limits: AgentLimits | undefined, code: 'usage' | 'bad-config'): void {
  const problem = definitionProblem(limits, agentLimitsSchema);
  if (problem) throw new TroupeError(code, `limits: ${problem}.`);
}

interface RootContext {
  readonly request: AgentRequest;
  readonly session: ActorRefFrom<typeof sessionMachine>;
  /** What was recalled, by reference. */
  readonly recalled: readonly MemoryRef[];
  readonly end: AgentEnd | undefined;
}

/** What was recalled for a run, by the root of its actors. */
export const recalledIn = (root: AnyActorRef): readonly MemoryRef[] =>
  (root.getSnapshot()?.context as Partial<RootContext> | undefined)?.recalled ?? []; // the chart below

const rootSetup = setup({
  types: {
    input: {} as AgentRequest,
    context: {} as RootContext,
    events: {} as DoneActorEvent | ErrorActorEvent,
    emitted: {} as AgentNews,
    output: {} as AgentEnd,
  },
  actors: { session: sessionMachine, agent: setup({}).createMachine({}), remember },
  delays: { wallTime: ({ context }) => context.request.limits?.wallMs ?? 0 },
  actions: {
    keepRecalled: assign({ recalled: (_, { memory }: RememberOutput) => memory.recalled }),
    keepEnd: assign({ end: (_, end: AgentEnd) => end }),
    keepLimit: enqueueActions(({ context, enqueue, self }, { agent }: { agent: string }) => {
      const { end, message } = outOfTime(context, agent, self);
      enqueue.assign({ end });
      enqueue.emit({ type: 'agent.said', runPath: [agent], message });
    }),
  },
  guards: {
    remembers: ({ context }) => context.request.memory !== undefined,
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
        recalled: [],
        end: undefined,
      }),
      initial: 'beginning',
      states: {
        beginning: { always: [{ guard: 'remembers', target: 'remembering' }, { target: 'running' }] },
        remembering: {
          tags: 'working',
          invoke: {
            id: 'remember',
            src: 'remember',
            input: ({ context: { request } }) => request,
            onDone: { target: 'running', actions: { type: 'keepRecalled', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'keepEnd', params: ({ event }) => brokenEnd(event.error) },
            },
          },
        },
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
            timed: {
              after: {
                wallTime: {
                  target: '#agentRun.completed',
                  actions: { type: 'keepLimit', params: { agent: agent.name } },
                },
              },
            },
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

/** The end of a run whose time is up before its agent has come to an end. */
function outOfTime({ request }: RootContext, agent: string, self: AnyActorRef) {
  const limit: ReachedLimit = { name: 'wallMs', max: request.limits?.wallMs ?? 0 };
  // The actors are as they were before this decision.
  const { history, words } = saidSoFar(self.getSnapshot()?.children[agent]);
  const message = limitedAnswer(words, limit);
  const end: AgentEnd = { status: 'completed', message, history: [...history, { agent, message }], moves: [], limit };
  return { end, message };
}
