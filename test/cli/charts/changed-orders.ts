import { createMachine } from 'xstate';
import { defineChart } from '../../../src/index.ts';

/** Another machine under the name and version of the orders. */
export default defineChart({
  name: 'orders',
  version: '1',
  machine: createMachine({ initial: 'closed', states: { closed: {} } }),
});
