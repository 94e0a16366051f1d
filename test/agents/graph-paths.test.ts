import { childDone, childFailed, edgesOf, explore } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';
import { type AgentEnd, agent, graph } from '../../src/agents/index.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';

const about = { name: 'report', description: 'Writes a report on topics.' };
const writer = agent({ name: 'writer', description: 'Writes short texts.', model: scriptedModel([]) });
const echo = (text: string) => text;
const start = {
  messages: [{ role: 'user', content: 'x' }],
  history: [],
  runPath: ['report'],
  session: undefined,
  moves: [],
};

/** What the nodes at work can come to: functions give `yes` or `no`, agents say so; each can fail. */
function nodeEvents({ children }: SnapshotFrom<AnyStateMachine>): readonly EventFrom<AnyStateMachine>[] {
  const said = (content: string): AgentEnd => ({
    status: 'completed',
    message: { role: 'assistant', content },
    history: [],
    moves: [],
  });
  const failed: AgentEnd = { status: 'failed', error: { code: 'auth', message: 'no key' }, history: [], moves: [] };
  return Object.keys(children).flatMap((id) => {
    const isAgent = id.startsWith('agent');
    const results = isAgent ? [said('yes'), said('no'), failed] : ['yes', 'no'].map((value) => ({ value, set: {} }));
    return [...results.map((output) => childDone(id, output)), childFailed(id, new Error('broken'))];
  });
}

/** What can happen beside: the time before the next attempt is over. */
function timerEvents({ _nodes: nodes }: SnapshotFrom<AnyStateMachine>): readonly EventFrom<AnyStateMachine>[] {
  return nodes.flatMap((node) => node.after.map(({ eventType }) => ({ type: eventType })));
}

const graphs = {
  'two nodes in a row': graph(about)
    .node('a', echo)
    .agent('agent-b', writer)
    .edge('start', 'a')
    .edge('a', 'agent-b')
    .edge('agent-b', 'end')
    .build(),
  'a fan-out with a join, fallbacks and attempts': graph(about)
    .node('a', echo, { attempts: 2, retryMs: 100 })
    .agent('agent-b', writer, { onError: () => 'no' })
    .node('c', ({ a, 'agent-b': b }: { a: string; 'agent-b': string }) => a + b, { onError: () => 'no' })
    .edge('start', 'a')
    .edge('start', 'agent-b')
    .join(['a', 'agent-b'], 'c')
    .edge('c', 'end')
    .build(),
  'a branch with a join of what is there': graph(about)
    .agent('agent-judge', writer)
    .node('extra', echo, { attempts: 2, onError: () => 'no' })
    .node('write', (all: { 'agent-judge': string; extra?: string }) => all['agent-judge'])
    .edge('start', 'agent-judge')
    .branch('agent-judge', (text) => (text === 'yes' ? 'extra' : []), ['extra'])
    .join(['agent-judge', 'extra?'], 'write')
    .edge('write', 'end')
    .build(),
  'a way round with the first of several': graph({ ...about, visits: 2 })
    .node('draft', echo)
    .agent('agent-judge', writer)
    .node('extra', echo, { attempts: 2, onError: () => 'no' })
    .node('write', echo)
    .edge('start', 'draft')
    .edge('draft', 'agent-judge')
    .branch('agent-judge', (text) => (text === 'yes' ? 'extra' : 'draft'), ['extra', 'draft'])
    .first(['draft', 'extra'], 'write')
    .branch('write', (text) => (text === 'yes' ? 'end' : 'draft'), ['end', 'draft'])
    .build(),
};

describe.each(Object.entries(graphs))('the chart of %s', (name, { machine }) => {
  const { states, edges, taken, untaken, isComplete } = explore(machine, {
    input: start,
    events: (snapshot) => [...nodeEvents(snapshot), ...timerEvents(snapshot)],
    limit: 20_000,
  });
  const ends = states.filter(({ snapshot }) => snapshot.status !== 'active');

  it('takes every transition', () => {
    console.log(`${name}: ${taken.length} of ${edges.length} transitions, ${states.length} states`);
    expect(isComplete).toBe(true);
    expect(untaken).toEqual([]);
    expect(edges).toEqual(edgesOf(machine));
  });

  it('comes to an end from every state, with an output, and never as an actor error', () => {
    expect(ends.length).toBeGreaterThan(0);
    expect(ends.filter(({ snapshot }) => snapshot.output === undefined || snapshot.status === 'error')).toEqual([]);
    const stuck = states.filter(({ snapshot, next }) => snapshot.status === 'active' && next.length === 0);
    expect(stuck.map(({ snapshot }) => snapshot.value)).toEqual([]);
  });

  it('shows in its regions what its context says: who is at work, and who was skipped', () => {
    const working = states.filter(({ snapshot }) => snapshot.status === 'active');
    for (const { snapshot } of working) {
      const regions = (snapshot.value as { running: Record<string, string> }).running;
      const at = (...names: string[]) => Object.keys(regions).filter((node) => names.includes(regions[node] ?? ''));
      expect(at('running', 'retrying').sort()).toEqual(Object.keys(snapshot.context.work).sort());
      expect(at('skipped').sort()).toEqual([...snapshot.context.skipped].sort());
      expect(snapshot.context.ready).toEqual([]);
    }
  });
});
