import { expect, it } from 'vitest';
import { roomsOf } from '../../../src/inspect/chart/chart-parts.ts';
import type { ChartOptions } from '../../../src/inspect/chart/drawing.ts';
import { type VisibleNode, visibleChart } from '../../../src/inspect/chart/visible-chart.ts';
import { charts, compact, draw, lightChart } from './charts.ts';

const named = (wanted: string) => charts.find(([name]) => name === wanted)?.[1] ?? lightChart;
const [host, toolCalls] = [named('host'), named('toolCalls')];

const nodesOf = (node: VisibleNode): VisibleNode[] => [node, ...node.children.flatMap(nodesOf)];

function see(chart = lightChart, options: Partial<ChartOptions> = {}) {
  const { root, edges } = visibleChart(chart, { ...compact, ...options });
  const nodes = new Map(nodesOf(root).map((node) => [node.id, node]));
  const rows = (id: string) => nodes.get(id)?.rows.map(({ text }) => text);
  const between = (source: string, target: string) =>
    edges.filter((edge) => edge.source === source && edge.target === target);
  return { nodes, edges, rows, between };
}

it('names the kind of every state', () => {
  const { nodes } = see();
  expect([...nodes].map(([id, { kind }]) => [id, kind])).toEqual([
    ['light', 'compound'],
    ['light|initial', 'initial'],
    ['light.working', 'compound'],
    ['light.working|initial', 'initial'],
    ['light.working.red', 'state'],
    ['light.working.green', 'parallel'],
    ['light.working.green.lamp', 'region'],
    ['light.working.green.lamp|initial', 'initial'],
    ['light.working.green.lamp.on', 'state'],
    ['light.working.green.lamp.off', 'state'],
    ['light.working.green.行人', 'region'],
    ['light.working.green.行人|initial', 'initial'],
    ['light.working.green.行人.walking', 'state'],
    ['light.working.green.行人.waiting', 'state'],
    ['light.working.green.行人.gone', 'final'],
    ['light.working.yellow', 'state'],
    ['light.working.back', 'history'],
    ['light.broken', 'state'],
    ['light.removed', 'final'],
  ]);
});

it('tells what stays, comes back or goes inside in rows', () => {
  const { nodes, rows } = see();
  expect(rows('light')).toEqual(['power.lost → broken', 'lamp.tested']);
  expect(nodes.get('light')?.rows.map(({ goes }) => goes)).toEqual(['away', 'nowhere']);
  expect(rows('light.working')).toEqual(['all.reset → red']);
  expect(nodes.get('light.working.red')?.rows).toEqual([
    { text: 'button.pressed', kind: 'event', edges: ['light.working.red|button.pressed|0'], goes: 'again' },
  ]);
});

it('folds errors into rows, one an event, and draws them when asked', () => {
  const thinking = 'host.running.work.understanding.thinking';
  const folded = see(host);
  expect(folded.rows(`${thinking}.calling`)).toEqual(['error: think → waiting, finalizing, failed']);
  expect(folded.between(`${thinking}.calling`, `${thinking}.waiting`)).toEqual([]);
  const shown = see(host, { showErrors: true });
  expect(shown.rows(`${thinking}.calling`)).toEqual([]);
  expect(shown.between(`${thinking}.calling`, `${thinking}.waiting`)).toMatchObject([{ kind: 'error' }]);
  // One that leads nowhere has no edge: it stays a row.
  expect(see(toolCalls, { showErrors: true }).rows('toolCalls.running')).toContain('error: *');
});

it('merges transitions of one kind between the same two states', () => {
  const { between } = see(host);
  const deciding = 'host.running.work.executing.reflecting.deciding';
  const [edge, ...others] = between(deciding, 'host.running.work.answering.finalizing');
  expect(others).toEqual([]);
  expect(edge?.ids).toEqual([0, 1, 4].map((place) => `${deciding}||${place}`));
  expect(edge?.lines.map(({ text }) => text)).toEqual(['always', '1. [isJudgedDone]', '2. [isStalled]', '5. else']);
});

it('draws a transition with two targets as two edges, the first with its label', () => {
  const { edges } = see();
  const id = 'light.broken|night.begun|0';
  const both = edges.filter(({ ids }) => ids.includes(id));
  expect(both.map(({ target, lines }) => [target, lines.length])).toEqual([
    ['light.working.green.lamp.off', 1],
    ['light.working.green.行人.waiting', 0],
  ]);
});

it('tells actors and actions in a roomy chart', () => {
  const { rows, between } = see(host, { density: 'roomy' });
  expect(rows('host.running.work.understanding.analyzing')?.slice(0, 2)).toEqual(['analyze', 'entry / record']);
  const [edge] = between('host.running.work.understanding.analyzing', 'host.running.work.understanding.thinking');
  expect(edge?.lines.map(({ text }) => text)).toEqual(['done: analyze', '/ keepContext, record']);
});

it('shows a collapsed state as one box that says how many states it hides', () => {
  const { nodes, rows } = see(lightChart, { collapsed: new Set(['light.working.green']) });
  expect(nodes.get('light.working.green')).toMatchObject({ kind: 'collapsed', children: [] });
  expect(rows('light.working.green')).toEqual(['7 states']);
  expect([...nodes.keys()].filter((id) => id.startsWith('light.working.green'))).toEqual(['light.working.green']);
});

it('leads the edges of hidden states to the outermost collapsed state around them', () => {
  const collapsed = new Set(['light.working', 'light.working.green']);
  const { between, edges, rows } = see(lightChart, { collapsed });
  expect(between('light|initial', 'light.working')).toHaveLength(1);
  expect(between('light.working', 'light.broken').map(({ ids }) => ids)).toEqual([['light.working|fault.found|0']]);
  expect(between('light.broken', 'light.working').map(({ ids }) => ids)).toEqual([
    ['light.broken|repair.done|0', 'light.broken|night.begun|0'],
  ]);
  expect(edges.every(({ source, target }) => source !== target)).toBe(true);
  expect(rows('light.working')).toEqual(['all.reset → red', 'error → broken', '11 states']);
});

it('has nothing to collapse in a state without states', async () => {
  expect(await draw(lightChart, { collapsed: new Set(['light.broken', 'nobody']) })).toEqual(await draw(lightChart));
});

it('draws collapsed charts smaller', async () => {
  const [whole, small] = [await draw(host), await draw(host, { collapsed: new Set(['host.running.work']) })];
  expect(small.height).toBeLessThan(whole.height / 2);
  const work = small.nodes.find(({ id }) => id === 'host.running.work');
  expect(work).toMatchObject({ kind: 'collapsed' });
  const targets = small.edges.filter(({ source }) => source === 'host.running.work').map(({ target }) => target);
  expect(new Set(targets)).toEqual(new Set(['host.completed', 'host.failed']));
});

it('has rooms: the outermost states with an inside, where regions are no rooms', () => {
  expect(roomsOf(lightChart)).toEqual(['light.working']);
  const work = 'host.running.work';
  const rooms = ['understanding', 'planning', 'executing', 'answering'].map((room) => `${work}.${room}`);
  expect(roomsOf(host)).toEqual(rooms);
  const { nodes } = see(host, { collapsed: new Set(rooms) });
  expect(rooms.map((room) => nodes.get(room)?.kind)).toEqual(rooms.map(() => 'collapsed'));
  expect([...nodes.keys()].filter((id) => id.startsWith(`${work}.`) && !rooms.includes(id))).toEqual([]);
});
