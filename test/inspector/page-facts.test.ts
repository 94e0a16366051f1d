import { describe, expect, it } from 'vitest';
import { PhaseList } from '../../inspector/src/run/phase-list.ts';
import { FactsHistory } from '../../inspector/src/run/run-facts.ts';
import { actorStats } from '../../inspector/src/state/actor-stats.ts';
import { callsOf, totalsOf } from '../../inspector/src/state/calls-of.ts';
import { duration, leafWords, stateWords } from '../../inspector/src/state/format.ts';
import { toTest } from '../../inspector/src/state/to-test.ts';
import { diffValues } from '../../inspector/src/tabs/diff-values.ts';
import { matches, symbolOf, textOf } from '../../inspector/src/timeline/entry-text.ts';
import { activeNodes } from '../../src/inspect/chart/active-nodes.ts';
import type { Chart, ChartEdge, ChartNode, Frame, TimelineEntry } from '../../src/inspect/protocol.ts';
import { toStateDiagram } from '../../src/text/to-state-diagram.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const entry = (seq: number, ms: number, type: string, data: Record<string, unknown> = {}): TimelineEntry => ({
  seq,
  at: at(ms),
  kind: 'fact',
  type,
  actor: 'host',
  data,
});
const edge = (source: string, event: string, index: number, of: number, target: string, guard?: string): ChartEdge => ({
  id: `${source}|${event}|${index}`,
  source,
  label: event,
  event,
  kind: 'event',
  index,
  of,
  ...(guard === undefined ? {} : { guard }),
  targets: [target],
  actions: [],
});
const node = (id: string, more: Partial<ChartNode> = {}): ChartNode => ({
  id,
  key: id.split('.').at(-1) ?? id,
  type: 'atomic',
  initial: [],
  tags: [],
  entry: [],
  exit: [],
  invokes: [],
  edges: [],
  states: [],
  ...more,
});
const chart: Chart = {
  id: 'm',
  name: 'm',
  root: node('m', {
    type: 'compound',
    initial: ['m.a'],
    states: [
      node('m.a', { edges: [edge('m.a', 'go', 0, 2, 'm.c', 'isReady'), edge('m.a', 'go', 1, 2, 'm.b')] }),
      node('m.b', { edges: [edge('m.b', 'back', 0, 1, 'm.a')] }),
      node('m.c', { type: 'final' }),
    ],
  }),
};

describe('differences', () => {
  it('are told with their paths', () => {
    expect(diffValues({ a: 1, b: [1, { c: 2 }], d: 1 }, { a: 1, b: [1, { c: 3 }], e: 1 })).toEqual([
      { path: 'b[1].c', kind: 'changed', before: 2, after: 3 },
      { path: 'd', kind: 'removed', before: 1 },
      { path: 'e', kind: 'added', after: 1 },
    ]);
  });

  it('name keys that are called like something every object has', () => {
    expect(diffValues({ retired: { toString: 1 } }, { retired: { constructor: 2 } })).toEqual([
      { path: 'retired.toString', kind: 'removed', before: 1 },
      { path: 'retired.constructor', kind: 'added', after: 2 },
    ]);
  });

  it('end at the most that are asked for', () => {
    const list = (by: number) => Array.from({ length: 1000 }, (_, index) => index + by);
    expect(diffValues(list(0), list(1), 20)).toHaveLength(20);
  });
});

describe('calls', () => {
  const entries = [
    entry(1, 0, 'effect.started', { key: 'think#1', kind: 'think' }),
    entry(2, 10, 'effect.started', { key: 'tool#1', kind: 'useTool' }),
    entry(3, 250, 'effect.completed', {
      key: 'think#1',
      usage: { modelCalls: 1, inputTokens: 100, outputTokens: 20, costUsd: 0.01 },
    }),
    entry(4, 300, 'effect.failed', { key: 'tool#1' }),
  ];

  it('run until their end has come', () => {
    expect(callsOf(entries, 2).map(({ endedAt }) => endedAt)).toEqual([undefined, undefined]);
  });

  it('know what they cost and how long they took', () => {
    expect(callsOf(entries, 4)).toMatchObject([
      { key: 'think#1', inputTokens: 100, costUsd: 0.01 },
      { key: 'tool#1', isFailed: true },
    ]);
    expect(totalsOf(callsOf(entries, 4))).toEqual({
      modelCalls: 1,
      inputTokens: 100,
      outputTokens: 20,
      costUsd: 0.01,
      ms: 540,
    });
  });
});

describe('what the agents of a run ask', () => {
  const asked = (seq: number, actor: string, type: 'ask.opened' | 'ask.closed', number = 1): TimelineEntry => ({
    ...entry(seq, seq * 100, 'event.emitted', {
      event: type === 'ask.opened' ? { type, ask: { number } } : { type, number },
    }),
    actor,
  });
  const history = new FactsHistory();
  const phases = new PhaseList();
  const entries = [
    { ...entry(1, 0, 'chart.started', { kind: 'agent' }), actor: 'team' },
    asked(2, 'team/clerk', 'ask.opened'),
    asked(3, 'team/waiter', 'ask.opened'),
    asked(4, 'team/clerk', 'ask.closed'),
    asked(5, 'team/clerk', 'ask.opened', 2),
    { ...entry(6, 600, 'actor.moved', { status: 'stopped' }), actor: 'team/waiter' },
  ];
  for (const [place, each] of entries.entries()) {
    history.push(each);
    phases.push(each, place);
  }

  it('is open until it is answered, or whoever asks is stopped', () => {
    expect(entries.map(({ seq }) => history.at(seq).asks.map((ask) => ask.seq))).toEqual([
      [],
      [2],
      [2, 3],
      [3],
      [3, 5],
      [5],
    ]);
  });

  it('is a mark on the slider', () => {
    expect(phases.people.map(({ seq }) => seq)).toEqual([2, 3, 5]);
  });
});

describe('the numbers of an actor', () => {
  const frames: Frame[] = [
    {
      seq: 1,
      changes: [
        { type: 'actor', actor: 'x', path: 'host' },
        { type: 'snapshot', actor: 'x', status: 'active', value: 'a', context: [] },
      ],
    },
    { seq: 2, changes: [{ type: 'microstep', actor: 'x', edges: ['m.a|go|1'], value: 'b' }] },
    { seq: 3, changes: [{ type: 'microstep', actor: 'x', edges: ['m.b|back|0'], value: 'a' }] },
    { seq: 4, changes: [{ type: 'microstep', actor: 'x', edges: ['m.a|go|0'], value: 'c' }] },
  ];
  const entries = [
    entry(1, 0, 'begun'),
    entry(2, 100, 'went', { usage: { inputTokens: 30, outputTokens: 5, costUsd: 0.5 } }),
    entry(3, 400, 'came'),
    entry(4, 500, 'ended'),
  ];
  const statsAt = (seq: number) =>
    actorStats({ chart, actor: { id: 'x', path: 'host' }, frames, entries, seq, activeNodes });

  it('count visits and time', () => {
    expect(statsAt(4).states.get('m.a')).toMatchObject({ visits: 2, ms: 200 });
    expect(statsAt(4).states.get('m.b')).toMatchObject({ visits: 1, ms: 300 });
  });

  it('give tokens to the state in which they were spent', () => {
    expect(statsAt(4).states.get('m.a')).toMatchObject({ tokens: 35, costUsd: 0.5 });
    expect(statsAt(4).states.get('m.b')).toMatchObject({ tokens: 0 });
  });

  it('know what a guard said last from the edge that was taken', () => {
    expect(statsAt(2).edges.get('m.a|go|0')).toEqual({ taken: 0, lastGuard: false });
    expect(statsAt(4).edges.get('m.a|go|0')).toEqual({ taken: 1, lastGuard: true, lastSeq: 4 });
  });
});

describe('words', () => {
  it('write a state value as one writes it by hand', () => {
    const value = { running: { work: 'executing', gate: 'open' } };
    expect(stateWords(value)).toBe('running(work.executing gate.open)');
    expect(leafWords(value)).toBe('executing open');
    expect(stateWords({ a: { b: 'c' } })).toBe('a.b.c');
  });

  it('write a time in the unit that reads best', () => {
    expect([duration(12), duration(1500), duration(61_000)]).toEqual(['12 ms', '1.50 s', '1 min 1 s']);
    expect([duration(119_800), duration(86_000_000)]).toEqual(['2 min 0 s', '23 h 53 min']);
  });

  it('say of an entry what it is about', () => {
    expect(textOf(entry(1, 0, 'step.started', { id: '2', description: 'Count rows' }))).toBe('2 · Count rows');
    const hop = { id: 'step b', question: 'Where?', restsOn: ['step a'] };
    expect(textOf(entry(1, 0, 'hop.taken', hop))).toBe('step b rests on step a · Where?');
    const reason = 'The tool dial has failed 3 times.';
    expect(textOf(entry(1, 0, 'correction.triggered', { id: 's1/dial', step: '1', reason }))).toBe(`1 · ${reason}`);
    const said = (data: object) => textOf(entry(1, 0, 'correction.attempted', { id: 'c', step: '1', ...data }));
    expect(said({ action: 'specialist', specialist: 'cook' })).toBe('1 · cook takes it over');
    expect(said({ action: 'tool', specialist: 'cook' })).toBe('1 · a tool is taken away from cook');
    expect(said({ action: 'waiting' })).toBe('1 · waiting');
    expect(textOf(entry(1, 0, 'step.drafted', { step: { id: '2', description: 'Count' } }))).toBe('2 · Count');
    expect(textOf(entry(1, 0, 'results.collected', { results: { summary: '1 of 2 succeeded' } }))).toBe(
      '1 of 2 succeeded',
    );
    const recalled = { name: 'memory.retrieved', value: { key: 'request', found: true, items: [{ id: 'x' }] } };
    expect(textOf(entry(1, 0, 'entry.recorded', recalled))).toBe('memory.retrieved 1 memory');
    expect(textOf(entry(1, 0, 'plan.created', { plan: { version: 1, title: 'T', steps: [1, 2] } }))).toBe(
      'v1 · T · 2 steps',
    );
    expect(textOf(entry(1, 0, 'note.taken', { note: 'price.noted', params: { price: 5 } }))).toBe(
      'price.noted {price:5}',
    );
    expect(textOf(entry(1, 0, 'note.taken', { note: 'began' }))).toBe('began');
    expect(symbolOf(entry(1, 0, 'effect.failed'))).toBe('failed');
  });

  it('say how a text begins that was too long for the list', () => {
    const cut = { $cut: 'text', size: 900, head: 'The endpoint refused' };
    expect(textOf(entry(1, 0, 'effect.failed', { key: 'k', error: { message: cut } }))).toBe(
      'k · The endpoint refused',
    );
    expect(textOf(entry(1, 0, 'message.added', { text: cut }))).toBe('The endpoint refused');
    const own = { name: 'page.read', version: 1, value: { pages: [cut, 'two'] } };
    expect(textOf(entry(1, 0, 'entry.recorded', own))).toBe('page.read {pages:[The endpoint refused,two]}');
    expect(textOf(entry(1, 0, 'entry.recorded', { ...own, value: cut }))).toBe('page.read The endpoint refused');
  });

  it('find an entry by every word of a filter', () => {
    const found = entry(7, 0, 'step.started', { description: 'Count rows' });
    expect(matches(found, ['count', 'step'])).toBe(true);
    expect(matches(found, ['count', 'effect'])).toBe(false);
    expect(matches(found, ['#7'])).toBe(true);
  });
});

describe('exports', () => {
  it('write a chart as Mermaid', () => {
    const text = toStateDiagram(chart.root);
    expect(text).toContain('[*] --> m_a');
    expect(text).toContain('m_a --> m_c : go [isReady]');
    expect(text).toContain('m_c --> [*]');
  });

  it('write a test that expects where the actor is', () => {
    const text = toTest({ session: 'r', seq: 5, actor: 'host/step-2#1', value: { a: 'b' } });
    expect(text).toContain('replay(entries, { until: 5 })');
    expect(text).toContain(`expect(snapshot.children["step-2#1"]?.getSnapshot().value).toEqual({"a":"b"})`);
  });
});
