import { childDone, childFailed, type ExploredState, edgesOf, explore } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import { planSchema } from '../../../src/agents/compositions/plan-execute-replan.ts';
import {
  type Agent,
  type AgentEnd,
  type AgentMove,
  type AgentStart,
  agent,
  branch,
  loop,
  parallel,
  planExecuteReplan,
  sequence,
  supervisor,
} from '../../../src/agents/index.ts';
import { modelOf } from '../agent-lives.ts';

const model = modelOf(() => ({ text: 'never asked' }));
const named = (name: string) => agent({ name, description: `Stands for ${name} in a chart.`, model });
const [a, b, c] = [named('a'), named('b'), named('c')];
const planner = agent({ name: 'p', description: 'Stands for a planner in a chart.', model, outputSchema: planSchema });

const start: AgentStart = { messages: [], history: [], runPath: ['root'], session: undefined, moves: [] };
const said = (content: string, rest: Partial<AgentEnd> = {}): AgentEnd => ({
  status: 'completed',
  message: { role: 'assistant', content },
  history: [],
  moves: [],
  ...rest,
});
const moved = (...moves: AgentMove[]) => said('', { moves });
const move = (name: string, input: AgentMove['arguments'] = {}): AgentMove => ({ name, arguments: input });
const failed: AgentEnd = { status: 'failed', error: { code: 'bug', message: 'broken' }, history: [], moves: [] };
const spent = said('partly', { limit: { name: 'tokens', max: 5 } });
const to = (name: string) => move('transfer_to_agent', { agent: name });

interface Row {
  readonly agent: Agent;
  /** What each agent may come to, beside breaking. */
  readonly ends: readonly AgentEnd[];
}

const plain = [said('words'), failed, spent];
const explode = () => {
  throw new Error('no');
};

const rows: Readonly<Record<string, Row>> = {
  sequence: {
    agent: sequence({ name: 's', description: 'One after the other.', agents: [a, b], mayExit: true }),
    ends: [...plain, moved(move('exit', { final_result: 'done' })), moved(move('other'))],
  },
  loop: {
    agent: loop({
      name: 'l',
      description: 'Again and again, twice.',
      agents: [a, b],
      max: 2,
      until: (end) => (end.message?.content === 'throw' ? explode() : end.message?.content === 'enough'),
    }),
    ends: [...plain, said('enough'), said('throw'), moved(move('exit'))],
  },
  parallel: {
    agent: parallel({
      name: 'p',
      description: 'Side by side, two of them.',
      agents: [a, b],
      until: (ends) => Object.values(ends).some(({ message }) => message?.content === 'enough'),
      join: (ends) => (Object.values(ends).some(({ message }) => message?.content === 'throw') ? explode() : 'joined'),
    }),
    ends: [...plain, said('enough'), said('throw')],
  },
  'parallel with an agent that joins': {
    agent: parallel({ name: 'p', description: 'Side by side, then joined.', agents: [a, b], join: c }),
    ends: plain,
  },
  'parallel that fails fast': {
    agent: parallel({
      name: 'p',
      description: 'Side by side, until one fails.',
      agents: [a, b],
      failFast: true,
      join: (ends) => (ends.a?.message?.content === 'throw' ? explode() : ''),
    }),
    ends: [said('words'), said('throw'), failed],
  },
  'branch with a router': {
    agent: branch({ name: 'either', description: 'One of two agents.', agents: { x: a, y: b }, router: c }),
    ends: [...plain, moved(move('choose', { branch: 'x' })), said('y'), moved(move('choose', { branch: 'z' }))],
  },
  supervisor: {
    agent: supervisor({
      name: 't',
      description: 'Hands work on, twice.',
      supervisor: c,
      agents: [a, b],
      max: 2,
      transfers: 'free',
    }),
    ends: [...plain, moved(to('a'), to('b')), moved(to('nobody')), moved(to('c')), moved(move('exit'))],
  },
  planExecuteReplan: {
    agent: planExecuteReplan({
      name: 'per',
      description: 'Plans and carries out.',
      planner,
      executor: a,
      replanner: b,
      max: 2,
    }),
    ends: [
      ...plain,
      said('', { output: { steps: ['one', 'two'] } }),
      said('', { output: { steps: [] } }),
      moved(move('plan', { steps: ['three'] })),
      moved(move('respond', { response: 'done' })),
    ],
  },
};

const eventsOf =
  ({ ends }: Row) =>
  ({ children, status }: SnapshotFrom<AnyStateMachine>) =>
    status === 'active'
      ? Object.keys(children).flatMap((id) => [
          ...ends.map((end) => childDone(id, end)),
          childFailed(id, new Error('broken')),
        ])
      : [];

const isFinal = (state: ExploredState<AnyStateMachine>) => state.snapshot.status !== 'active';
const pathOf = (state: ExploredState<AnyStateMachine>) => state.path.map((event) => event.type).join(' > ');

/** What counts for what comes next: not the texts. */
const keyOf = ({ value, status, context, children }: SnapshotFrom<AnyStateMachine>) => {
  const { entries: _, ...rest } = context;
  return JSON.stringify([status, value, rest, Object.keys(children).sort()]);
};

describe.each(Object.entries(rows))('%s', (name, row) => {
  const { machine } = row.agent;
  const { states, edges, taken, untaken, isComplete } = explore(machine, {
    input: start,
    events: eventsOf(row),
    key: keyOf,
    limit: 30_000,
  });

  it('takes every transition', () => {
    console.log(`${name}: ${taken.length} of ${edges.length} transitions, ${states.length} states`);
    expect(isComplete).toBe(true);
    expect(untaken).toEqual([]);
    expect(edges).toEqual(edgesOf(machine));
  });

  it('has a way on from every state that is not final', () => {
    const stuck = states.filter((state) => !isFinal(state) && state.next.every(({ to: next }) => next === state));
    expect(stuck.slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('never ends as an actor error, and has an end in every final state', () => {
    expect(states.filter(({ snapshot }) => snapshot.status === 'error').map(pathOf)).toEqual([]);
    const ends = states.filter(isFinal).map(({ snapshot }) => snapshot.output as AgentEnd);
    expect(ends.length).toBeGreaterThan(1);
    for (const end of ends) {
      expect(end.error === undefined).toBe(end.status === 'completed');
      expect(end.history).toBeInstanceOf(Array);
    }
  });

  it('has nobody at work when it has ended', () => {
    for (const { snapshot } of states.filter(isFinal)) expect(Object.keys(snapshot.children)).toEqual([]);
  });
});

describe('branch by a function', () => {
  const decide = (wanted: string) => ({
    name: 'either',
    description: 'One of two agents.',
    agents: { x: a, y: b },
    // A choice that the compiler would not let through.
    decide: () => (wanted === 'throw' ? explode() : wanted) as 'x',
  });
  const all = ['x', 'y', 'z', 'throw'].map((wanted) => {
    const { machine } = branch(decide(wanted));
    return explore(machine, { input: start, events: eventsOf({ agent: a, ends: plain }) });
  });

  it('takes every transition', () => {
    const [first] = all;
    const isTaken = (edge: object) =>
      all.some(({ taken }) => taken.some((each) => JSON.stringify(each) === JSON.stringify(edge)));
    expect(first?.edges.filter((edge) => !isTaken(edge))).toEqual([]);
  });
});
