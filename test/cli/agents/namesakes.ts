import { createMachine } from 'xstate';
import { defineAgent } from '../../../src/agents/index.ts';
import { ask, defineChart } from '../../../src/index.ts';

/** A chart and an agent of one name and version, in one store. */
export const chart = defineChart({
  name: 'clerk',
  version: '1',
  machine: createMachine({ id: 'clerk', initial: 'open', states: { open: { on: { close: 'shut' } }, shut: {} } }),
});
export const agent = defineAgent({
  name: 'clerk',
  description: 'Asks when to come.',
  version: '1',
  run: () => ask({ kind: 'question', question: 'When?' }),
});
