import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { toChart } from '../../../src/inspect/sessions/to-chart.ts';

it('knows states by their place, also those that were given an id of their own', () => {
  const machine = createMachine({
    id: 'm',
    initial: 'a',
    states: { a: { on: { go: '#far' } }, b: { id: 'near', initial: 'c', states: { c: { id: 'far' } } } },
  });
  const { root } = toChart(machine);
  expect(root.states.map(({ id }) => id)).toEqual(['m.a', 'm.b']);
  expect(root.states[0]?.edges).toMatchObject([{ id: 'm.a|go|0', source: 'm.a', targets: ['m.b.c'] }]);
});
