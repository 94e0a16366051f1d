import { createRunner, defineChart, memoryStore, type Store } from 'troupe';
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
  const { setMetadata } = run;
  for (const metadata of ['text', undefined, { deep: {} }, { '': 1 }, { n: Number.NaN }]) {
    expect(() => setMetadata(metadata as never)).toThrow(expect.objectContaining({ code: 'usage' }));
  }
  expect(() => setMetadata({ deep: {} } as never)).toThrow('metadata is flat');
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

it('what other code has written under its name changes nothing', async () => {
  const store = sqliteStore(':memory:');
  const { troupe } = stage([{ purpose: 'think', reply: thinking({ answer: 'It is done.' }) }], { store });
  const run = troupe.start(ask('do it'), { metadata: { customer: 'Ada' } });
  await run.setMetadata({ priority: 2 });
  await run.record({ name: 'metadata.set', version: 1, value: 'nothing flat' });
  await run.record({ name: 'metadata.set', version: 2, value: { customer: 'Ben' } });
  expect((await run.result).metadata).toEqual({ customer: 'Ada', priority: 2 });
  expect((await store.runs()).map(({ metadata }) => metadata)).toEqual([{ customer: 'Ada', priority: 2 }]);
  await store.close();
});

it('what is written at the same moment is all kept, also where a store takes its time', async () => {
  const { append, ...rest } = memoryStore();
  const held: (() => void)[] = [];
  const store: Store = {
    ...rest,
    append: (...batch) => new Promise((resolve) => held.push(() => resolve(append(...batch)))),
  };
  const { troupe } = stage([{ purpose: 'think', reply: thinking({ answer: 'It is done.' }) }], { store });
  const run = troupe.start(ask('do it'), { metadata: { customer: 'Ada' } });
  const written = [run.setMetadata({ a: 1 }), run.setMetadata({ b: 2 }), run.setMetadata({ a: 3 })];
  const ended = run.result.then(({ metadata }) => metadata);
  const goOn = setInterval(() => held.shift()?.(), 0);
  expect(await Promise.all(written)).toEqual([true, true, true]);
  expect(await ended).toEqual({ customer: 'Ada', a: 3, b: 2 });
  clearInterval(goOn);
});
