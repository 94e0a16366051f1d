import { createOrchestrator, defineSpecialist, type Entry, memoryStore, type Orchestrator, replay } from 'troupe';
import { scriptedModel } from 'troupe/testing';
import { describe, expect, it } from 'vitest';

const worker = defineSpecialist({ name: 'worker', description: 'works', run: () => 'x' });
const config = { model: scriptedModel([]), specialists: [worker] };

describe('without a store', () => {
  it.each<[string, (troupe: Orchestrator) => Promise<unknown>]>([
    ['resume', (troupe) => troupe.resume('r1')],
    ['fork', (troupe) => troupe.fork('r1', { at: 1 })],
    ['read', (troupe) => troupe.read('r1')],
  ])('%s says that none is configured, and how to give one', async (_, call) => {
    await expect(call(createOrchestrator(config))).rejects.toMatchObject({
      code: 'store',
      message:
        'Run "r1" cannot be read: no store is configured. Give one: createOrchestrator({ store: sqliteStore(\'runs.db\') }).',
    });
  });
});

it('fork without options says what it needs', async () => {
  const troupe = createOrchestrator({ ...config, store: memoryStore() });
  for (const options of [undefined, null, {}, { at: '3' }]) {
    await expect(troupe.fork('r1', options as unknown as { at: number })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('troupe.fork(runId, { at: 12 })'),
    });
  }
});

it.each([undefined, null, Promise.resolve([]), {}])(
  'replay of what is not a list of entries is refused: %s',
  (entries) => {
    expect(() => replay(entries as unknown as readonly Entry[])).toThrow(
      expect.objectContaining({ code: 'bad-log', message: expect.stringContaining('await store.read(runId)') }),
    );
  },
);
