import { createRunner, defineChart, memoryStore } from 'troupe';
import { expect, it } from 'vitest';
import { createMachine } from 'xstate';

const chart = defineChart({
  name: 'door',
  version: '1',
  machine: createMachine({
    initial: 'closed',
    states: { closed: { on: { opened: 'open' } }, open: { type: 'final' } },
  }),
});

it('a run whose first entries are refused is not under way: its id can be resumed', async () => {
  const runner = createRunner({ charts: [chart], store: memoryStore() });
  await runner.start(chart, { id: 'r' }).leave();
  await expect(runner.start(chart, { id: 'r' }).result).rejects.toMatchObject({ code: 'store' });
  const resumed = await runner.resume('r');
  expect(resumed.getSnapshot().value).toBe('closed');
});
