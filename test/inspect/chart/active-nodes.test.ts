import { expect, it } from 'vitest';
import { activeNodes } from '../../../src/inspect/chart/active-nodes.ts';
import { lightChart } from './charts.ts';

const value = { working: { green: { lamp: 'on', 行人: 'waiting' } } };

it('names every active state of nested and parallel states', () => {
  expect([...activeNodes(lightChart, value)].sort()).toEqual(
    [
      'light',
      'light.working',
      'light.working.green',
      'light.working.green.lamp',
      'light.working.green.lamp.on',
      'light.working.green.行人',
      'light.working.green.行人.waiting',
    ].sort(),
  );
});

it('takes a plain name as the state of a flat chart', () => {
  expect([...activeNodes(lightChart, 'broken')]).toEqual(['light', 'light.broken']);
});

it('names the collapsed state in place of what it hides', () => {
  const collapsed = new Set(['light.working.green']);
  expect([...activeNodes(lightChart, value, collapsed)]).toEqual(['light', 'light.working', 'light.working.green']);
});

it('leaves out what the chart does not know', () => {
  expect([...activeNodes(lightChart, { flying: 'high' })]).toEqual(['light']);
});
