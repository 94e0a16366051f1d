import { createRunner, defineChart, memoryStore } from 'troupe';
import { expect, it } from 'vitest';
import { createMachine } from 'xstate';

const chart = defineChart({
  name: 'door',
  version: '1',
  machine: createMachine({ initial: 'closed', states: { closed: { on: { opened: 'open' } }, open: {} } }),
});

it('a run that was left refuses every command, and says what to do', async () => {
  const run = createRunner({ charts: [chart], store: memoryStore() }).start(chart);
  await run.leave();
  const refusal = { code: 'usage', message: `Run ${run.id} is not driven here any more: resume it to go on.` };
  await expect(run.send({ type: 'opened' })).rejects.toMatchObject(refusal);
  await expect(run.pause()).rejects.toMatchObject(refusal);
  await expect(run.cancel()).rejects.toMatchObject(refusal);
  await run.leave();
});

it('a run whose log cannot be written refuses every command with the reason', async () => {
  const store = { ...memoryStore(), append: () => Promise.reject(new Error('the disk is full')) };
  const run = createRunner({ charts: [chart], store }).start(chart);
  await expect(run.result).rejects.toThrow('the disk is full');
  await expect(run.send({ type: 'opened' })).rejects.toThrow('the disk is full');
  await expect(run.resume()).rejects.toThrow('the disk is full');
});
