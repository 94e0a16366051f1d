import { type AnyStateMachine, assign, type ErrorActorEvent, emit, setup } from 'xstate';
import { TroupeError } from '../errors.ts';
import { isMachine } from '../run/define-chart.ts';
import { type Agent, type AgentEnd, type AgentStart, brokenEnd } from './agent.ts';
import type { AgentNews } from './agent-event.ts';
import { checkAgent } from './check-agent.ts';
import { type FunctionAgentDefinition, functionAgent } from './function-agent.ts';
import { endWith, messageIn } from './message-in.ts';

export { endWith, messageIn };

/** What `defineAgent` takes for a machine. */
export interface MachineAgentDefinition<Machine extends AnyStateMachine> {
  readonly name: string;
  readonly description: string;
  /** @default '1' */
  readonly version?: string;
  /** Any machine of XState 5. Its input is `{ messages, history, runPath }`; its output is a text, a message, or an object with a `message`. */
  readonly machine: Machine;
}

/** Makes an agent of a function or of any machine. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function defineAgent<Output>(definition: FunctionAgentDefinition<Output>): Agent<Output>;
export function defineAgent<Machine extends AnyStateMachine>(definition: MachineAgentDefinition<Machine>): Agent;
export function defineAgent(
  definition: FunctionAgentDefinition<unknown> | MachineAgentDefinition<AnyStateMachine>,
): Agent {
  if ('run' in definition) return functionAgent(definition);
  const { name, description, version = '1', machine } = definition;
  if (!isMachine(machine)) {
    throw new TroupeError(
      'bad-config',
      `The agent "${name}" needs a function \`run\`, or a machine of XState 5: what createMachine returns.`,
    );
  }
  checkAgent({ name, description, parts: [] });
  return {
    name,
    description,
    version,
    parts: [],
    machine: wrapped(name).provide({ actors: { inner: machine as never } }),
  }; // any machine
}

/** What somebody's own machine came to. */
function endIn(name: string, output: unknown): AgentEnd {
  try {
    return endWith(name, messageIn(output, name));
  } catch (error) {
    return brokenEnd(error);
  }
}

/**
 * The chart around somebody's own machine, which makes a message of what that comes to.
 *
 *   working ──▶ completed
 *      └──────▶ failed
 */
const wrapped = (name: string) =>
  setup({
    types: {
      input: {} as AgentStart,
      context: {} as AgentStart & { readonly end: AgentEnd },
      events: {} as ErrorActorEvent,
      emitted: {} as AgentNews,
      output: {} as AgentEnd,
    },
    actors: { inner: setup({}).createMachine({}) },
    actions: {
      keepEnd: assign({ end: (_, end: AgentEnd) => end }),
      announce: emit(
        ({ context: { runPath, end } }): AgentNews =>
          end.message
            ? { type: 'agent.said', runPath, message: end.message }
            : { type: 'agent.failed', runPath, error: end.error ?? { code: 'bug', message: 'There is no answer.' } },
      ),
    },
    guards: { isAnswer: (_, { status }: AgentEnd) => status === 'completed' },
  }).createMachine({
    id: 'agent',
    context: ({ input }) => ({ ...input, end: brokenEnd(new Error('It has not ended.')) }),
    initial: 'working',
    states: {
      working: {
        tags: 'working',
        invoke: {
          id: 'inner',
          src: 'inner',
          input: ({ context: { messages, history, runPath } }) => ({ messages, history, runPath }) as never, // somebody's own machine takes it
          onDone: [
            {
              guard: { type: 'isAnswer', params: ({ event }) => endIn(name, event.output) },
              target: 'completed',
              actions: { type: 'keepEnd', params: ({ event }) => endIn(name, event.output) },
            },
            { target: 'failed', actions: { type: 'keepEnd', params: ({ event }) => endIn(name, event.output) } },
          ],
          onError: {
            target: 'failed',
            actions: { type: 'keepEnd', params: ({ event }) => brokenEnd(event.error) },
          },
        },
      },
      completed: { type: 'final', entry: 'announce' },
      failed: { type: 'final', entry: 'announce' },
    },
    output: ({ context }) => context.end,
  });
