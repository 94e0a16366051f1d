import { childDone, childFailed, type Exploration, edgesOf, explore } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { CallModelOutput } from '../../src/agents/model/call-model.ts';
import { modelAgentMachine } from '../../src/agents/model/model-agent-machine.ts';
import type { ModelAgentSettings } from '../../src/agents/model/model-agent-settings.ts';
import { toolCallMachine } from '../../src/agents/model/tool-call-machine.ts';
import type { ToolEnd } from '../../src/agents/model/use-tool.ts';
import { toMermaid } from '../../src/machines/to-mermaid.ts';
import { codeBlocks, read } from '../project/pages.ts';

const settings: ModelAgentSettings = {
  name: 'bot',
  turns: 4,
  attempts: 2,
  retry: { baseMs: 1, maxMs: 1 },
  models: ['one', 'two'],
  delegates: {},
  offer: { tools: [{ name: 'look_up', tokens: 20 }], shown: 24, always: [], besides: 0 },
  windowTokens: 2_000,
  approvalMs: undefined,
  isShaped: true,
};
const start = {
  messages: [{ role: 'user', content: 'Go.' }],
  history: [],
  runPath: ['bot'],
  session: undefined,
  moves: [{ name: 'exit', description: 'Ends the work.', parameters: {}, reply: 'Over.' }],
} as const;
const usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1 };
const reply = (parts: Partial<CallModelOutput>): CallModelOutput => ({
  text: '',
  toolCalls: [],
  usage,
  model: 'one',
  rulings: [],
  ...parts,
});
const call = (name: string) => ({ id: 'c', name, arguments: '{}' });
const long = 'word '.repeat(400);
const replies: readonly CallModelOutput[] = [
  reply({ text: 'The answer.' }),
  reply({ toolCalls: [call('look_up')] }),
  reply({ text: long, toolCalls: [call('look_up')] }),
  reply({ toolCalls: [call('exit')] }),
  reply({ toolCalls: [call('look_up'), call('exit')] }),
  reply({ unfit: 'It does not fit.' }),
  reply({}),
];
const failures = [
  { code: 'limit', message: 'spent', limit: { name: 'modelCalls', max: 1 } },
  { code: 'server', message: 'down', retryable: true },
  { code: 'auth', message: 'no key' },
];
const toolEnd: ToolEnd = { callId: 'c', tool: 'look_up', text: long, isError: false, set: {} };

type Machine = ReturnType<typeof modelAgentMachine>;
type State = Parameters<Parameters<typeof explore<Machine>>[1]['events']>[0];

/** Everything the world can do to an agent. */
function agentEvents({ children, value }: State) {
  const events: unknown[] = value === 'waiting' ? [{ type: 'xstate.after.backoff.agent.waiting' }] : [];
  for (const id of Object.keys(children)) {
    if (id === 'prepare') {
      const huge = [{ role: 'user', content: 'word '.repeat(5_000) }];
      const prepared = (messages: readonly object[]) => childDone(id, { messages, settings: {} });
      events.push(prepared(start.messages), prepared(huge), childFailed(id, new Error('no')));
    } else if (id === 'callModel') {
      events.push(...replies.map((each) => childDone(id, each)), ...failures.map((each) => childFailed(id, each)));
    } else if (id === 'summarize') {
      events.push(
        childDone(id, { text: 'Notes.', usage, model: 'one' }),
        ...failures.map((each) => childFailed(id, each)),
      );
    } else events.push(childDone(id, toolEnd));
  }
  return events as never; // events of XState's own, which no machine names
}

const agentMachine = modelAgentMachine(settings);
const bot = explore(agentMachine, { input: start, events: agentEvents, limit: 60_000 });

const ask = { by: 'code', kind: 'question', question: 'Which?', deadlineMs: 5 } as const;
const toolInput = { agent: 'bot', runPath: ['bot'], session: undefined, call: call('look_up') };
const answers = [{ given: 'answered', value: 'this' }, { given: 'approved' }, { given: 'refused' }] as const;
type CallState = Parameters<Parameters<typeof explore<typeof toolCallMachine>>[1]['events']>[0];

function callEvents({ children, value, context }: CallState) {
  const events: unknown[] = [];
  if (typeof value === 'object' && context.asks < 3) {
    events.push(...answers.map((answer) => ({ type: 'person.answered', ask: context.asks, answer })));
    if (value.awaitingPerson === 'limited')
      events.push({ type: 'xstate.after.personDeadline.toolCall.awaitingPerson.limited' });
  } else if (typeof value === 'object') {
    events.push({ type: 'person.answered', ask: context.asks, answer: { given: 'refused' } });
    if (value.awaitingPerson === 'limited')
      events.push({ type: 'xstate.after.personDeadline.toolCall.awaitingPerson.limited' });
  }
  for (const id of Object.keys(children)) {
    if (id === 'useTool') events.push(childDone(id, { end: toolEnd }), childFailed(id, new Error('no')));
    if (id === 'useTool' && context.asks < 3)
      events.push(childDone(id, { ask }), childDone(id, { ask: { ...ask, by: 'policy', kind: 'approval' } }));
    if (id === 'delegate')
      events.push(childDone(id, { status: 'completed', history: [], moves: [] }), childFailed(id, new Error('no')));
  }
  return events as never; // events of XState's own, which no machine names
}

const callMachine = toolCallMachine.provide({ actors: { 'agent other': toolCallMachine } as never }); // somebody who is called by name
const calls = [
  { ...toolInput, ruling: { verdict: 'allow' } },
  { ...toolInput, ruling: { verdict: 'refuse' } },
  { ...toolInput, ruling: { verdict: 'ask' }, deadlineMs: 5 },
  { ...toolInput, ruling: { verdict: 'ask' }, delegate: 'other', task: 'x' },
  { ...toolInput, ruling: { verdict: 'allow' }, delegate: 'other', task: 'x' },
] as const;
const explored = calls.map((input) => explore(callMachine, { input, events: callEvents, limit: 20_000 }));

const charts: readonly (readonly [string, AnyStateMachine, readonly Exploration<AnyStateMachine>[]])[] = [
  ['agent', agentMachine, [bot]],
  ['toolCall', callMachine, explored],
];

describe.each(charts)('%s', (name, machine, explorations) => {
  const states = explorations.flatMap((each) => each.states);
  const isFinal = (state: (typeof states)[number]) => state.snapshot.status !== 'active';

  it('takes every transition', () => {
    const untaken = (explorations[0]?.untaken ?? []).filter((edge) =>
      explorations.every((each) =>
        each.untaken.some(
          (other) => other.source === edge.source && other.event === edge.event && other.index === edge.index,
        ),
      ),
    );
    console.log(
      `${name}: ${edgesOf(machine).length - untaken.length} of ${edgesOf(machine).length} transitions, ${states.length} states`,
    );
    expect(explorations.every(({ isComplete }) => isComplete)).toBe(true);
    expect(untaken).toEqual([]);
  });

  it('has a way on from every state that is not final, and an output in every final one', () => {
    expect(states.filter((state) => !isFinal(state) && state.next.every(({ to }) => to === state))).toEqual([]);
    expect(states.filter((state) => isFinal(state) && state.snapshot.output === undefined)).toEqual([]);
    expect(states.filter((state) => state.snapshot.status === 'error')).toEqual([]);
  });
});

it('the page on long work shows the chart as it is', () => {
  const [drawing] = codeBlocks(read('docs/long-work.md')).filter(({ language }) => language === 'mermaid');
  expect(drawing?.code.trim()).toBe(toMermaid(agentMachine).trim());
});
