import { expect, it } from 'vitest';
import { actionText, conditionOf, labelLines } from '../../../src/inspect/chart/label-lines.ts';
import type { ChartEdge } from '../../../src/inspect/protocol.ts';

const edge = (changes: Partial<ChartEdge>): ChartEdge => ({
  id: 'a|go|0',
  source: 'a',
  label: 'go',
  event: 'go',
  kind: 'event',
  index: 0,
  of: 1,
  targets: ['b'],
  actions: [],
  ...changes,
});
const texts = (edges: readonly ChartEdge[], density: 'compact' | 'roomy' = 'compact') =>
  labelLines(edges, { density }).map(({ text }) => text);

it('says when a transition is taken, with its place where there are several', () => {
  expect(conditionOf(edge({}))).toBe('');
  expect(conditionOf(edge({ guard: 'isReady' }))).toBe('[isReady]');
  expect(conditionOf(edge({ guard: 'isReady', of: 2 }))).toBe('1. [isReady]');
  expect(conditionOf(edge({ index: 1, of: 2 }))).toBe('2. else');
});

it('names an event once, with the conditions of its transitions below', () => {
  const edges = [edge({ guard: 'isReady', of: 3 }), edge({ index: 2, of: 3 }), edge({ label: 'stop' })];
  expect(texts(edges)).toEqual(['go', '1. [isReady]', '3. else', 'stop']);
});

it('says the same of two states only once', () => {
  const guarded = { guard: 'isReady' };
  expect(texts([edge(guarded), edge({ ...guarded, source: 'c' })])).toEqual(['go', '[isReady]']);
});

it('names the actions in a roomy chart only, and of many the first ones', () => {
  const edges = [edge({ actions: ['one', 'two', 'three', 'four', 'five'] })];
  expect(texts(edges)).toEqual(['go']);
  expect(texts(edges, 'roomy')).toEqual(['go', '/ one, two, three +2']);
  expect(actionText(['one'])).toBe('/ one');
});

it('cuts a label of very many lines and says how many are left', () => {
  const edges = Array.from({ length: 20 }, (_, place) => edge({ label: `event.${place}` }));
  expect(texts(edges).slice(-2)).toEqual(['event.6', '… 13 more']);
  expect(texts(edges)).toHaveLength(8);
});
