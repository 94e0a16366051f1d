import { createRunner, defineChart, memoryStore } from 'troupe';
import { kinds } from 'troupe/log';
import { thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { sqliteStore } from '../../../src/stores/sqlite-store.ts';
import { ask, expectReplay, stage } from '../../scenarios/scenario.ts';

it.each([
  ['memory', () => memoryStore()],
  ['SQLite', () => sqliteStore(':memory:')],
])(
  'what is written on a run later is in its result, in the list of a store in %s, and in its replay',
  async (_name, open) => {
    const store = open();
    const { troupe } = stage([{ purpose: 'think', reply: thinking({ answer: 'It is done.' }) }], { store });
    const run = troupe.start(ask('do it'), { metadata: { customer: 'Ada', priority: 1 } });
    expect(run.metadata).toEqual({ customer: 'Ada', priority: 1 });
    expect(await run.setMetadata({ priority: 2, reviewed: true })).toBe(true);
    const written = { customer: 'Ada', priority: 2, reviewed: true };
    expect(run.metadata).toEqual(written);
    expect((await run.result).metadata).toEqual(written);
    expect((await store.runs()).map(({ metadata }) => metadata)).toEqual([written]);
    expect(await run.setMetadata({ late: true })).toBe(false);
    expectReplay(run.log);
    await store.close();
  },
);

it('metadata is flat', async () => {
  const { start } = stage([{ purpose: 'think', reply: thinking({ answer: 'It is done.' }) }]);
  const run = start();
  expect(() => run.setMetadata({ deep: {} } as never)).toThrow('metadata is flat');
  await run.result;
});

it('any chart may have it', async () => {
  const store = memoryStore();
  const chart = defineChart({ name: 'idle', version: '1', machine: createMachine({}) });
  const run = createRunner({ charts: [chart], store }).start(chart);
  await run.record(kinds.metadataSet.make({ customer: 'Ben' }));
  expect((await store.runs()).map(({ metadata }) => metadata)).toEqual([{ customer: 'Ben' }]);
  await run.leave();
});
