import {
  createOrchestrator,
  createRunner,
  defineChart,
  defineSpecialist,
  type Entry,
  memoryStore,
  replay,
  TroupeError,
} from 'troupe';
import { defineEntry, defineView, findEntries, latestEntry, type OwnEntry, on, typeOf, views } from 'troupe/log';
import { type Reply, scriptedModel, thinking } from 'troupe/testing';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { z } from 'zod';
import { RunLog } from '../../../src/log/run-log.ts';
import { ModelError } from '../../../src/models/model-error.ts';
import { ask, expectReplay, planText, stage } from '../../scenarios/scenario.ts';

const first = defineEntry({ type: 'price.seen', schema: z.object({ price: z.number() }) });
const second = defineEntry({
  type: 'price.seen',
  version: 2,
  schema: z.object({ amount: z.number(), currency: z.string() }),
  older: { 1: ({ price }: { price: number }) => ({ amount: price, currency: 'EUR' }) },
});
const answer = [{ purpose: 'think' as const, reply: thinking({ answer: 'It is done.' }) }];
const door = defineChart({
  name: 'door',
  version: '1',
  machine: createMachine({
    initial: 'closed',
    states: { closed: { on: { opened: 'open' } }, open: { type: 'final' } },
  }),
});

const broken = () => {
  throw new Error('Broken.');
};
const recordedAs = (data: OwnEntry) =>
  new RunLog('r').append({ type: 'entry.recorded', actor: 'host', data }, '2026-01-01T00:00:00.000Z');

describe('an entry of one’s own', () => {
  it('is written by one process in an older version and read by another in the newer one', async () => {
    const store = memoryStore();
    const worker = defineSpecialist({ name: 'worker', description: 'does any kind of work' });
    const held = Promise.withResolvers<string>();
    const model = scriptedModel([{ purpose: 'think', reply: () => held.promise }]);
    const run = createOrchestrator({ model, specialists: [worker], store }).start(ask('do it'));
    expect(await run.record(first.make({ price: 3 }, { id: 'tea', status: 'pending' }))).toBe(true);
    expect(await run.record(second.make({ amount: 4, currency: 'USD' }, { parent: 'tea', status: 'success' }))).toBe(
      true,
    );
    held.resolve('It is done.');
    await run.result;
    const entries = await store.read(run.id);
    const found = findEntries(entries, { type: 'price.seen' });
    expect(found.map(second.read)).toEqual([
      { amount: 3, currency: 'EUR' },
      { amount: 4, currency: 'USD' },
    ]);
    expect(found.map(({ status, kind }) => [status, kind])).toEqual([
      ['pending', 'fact'],
      ['success', 'fact'],
    ]);
    expect(found[1]?.parent).toBe(found[0]?.id);
    expect(latestEntry(entries, { type: 'price.seen', status: 'pending' })).toEqual(found[0]);
    expect((await replay(entries)).equal).toBe(true);
  });

  it('is read by code for older versions that changes what it is given, without a change of the log', () => {
    const doubled = defineEntry({
      type: 'price.seen',
      version: 2,
      schema: z.object({ price: z.number(), currency: z.string() }),
      older: { 1: (value: { price: number }) => Object.assign(value, { price: 2 * value.price, currency: 'EUR' }) },
    });
    const live = recordedAs(first.make({ price: 3 }));
    const stored: typeof live = JSON.parse(JSON.stringify(live));
    for (const entry of [live, stored, stored]) expect(doubled.read(entry)).toEqual({ price: 6, currency: 'EUR' });
    expect(stored).toEqual(live);
  });

  it('is in the log of any chart, and is recorded once under an id', async () => {
    const store = memoryStore();
    const runner = createRunner({ charts: [door], store });
    const run = runner.start(door);
    await run.record(first.make({ price: 3 }, { id: 'a' }));
    await run.record(first.make({ price: 3 }, { id: 'a' }));
    await run.send({ type: 'opened' });
    await run.result;
    const entries = await store.read(run.id);
    expect(findEntries(entries, { type: 'price.seen' })).toHaveLength(1);
    expect((await runner.replay(run.id)).equal).toBe(true);
    await expect(run.record(first.make({ price: 4 }))).rejects.toThrow('has ended: it takes nothing more');
  });

  it('may answer any entry of its run, by the id of that', async () => {
    const { start } = stage(answer);
    const run = start();
    await run.record(first.make({ price: 1 }, { parent: `${run.id}:1` }));
    await run.record(first.make({ price: 2 }, { parent: 'nobody' }));
    await run.result;
    expect(findEntries(run.log, { type: 'price.seen' }).map(({ parent }) => parent)).toEqual([
      `${run.id}:1`,
      undefined,
    ]);
    expectReplay(run.log);
  });

  it('of a run that has ended is not taken', async () => {
    const { start } = stage(answer);
    const run = start();
    await run.result;
    expect(await run.record(first.make({ price: 1 }))).toBe(false);
  });

  it('of a chart is one of its notes', async () => {
    const machine = createMachine({
      initial: 'open',
      states: { open: { entry: { type: 'price.noted', params: { price: 5 } } } },
    });
    const chart = defineChart({ name: 'notes', version: '1', machine, notes: ['price.noted'] });
    const noted = defineEntry({ type: 'price.noted', kind: 'move', schema: z.object({ price: z.number() }) });
    const store = memoryStore();
    const run = createRunner({ charts: [chart], store }).start(chart);
    await run.pause();
    expect(run.log.filter(noted.is).map(noted.read)).toEqual([{ price: 5 }]);
    expect(findEntries(run.log, { type: 'price.noted' }).map(noted.read)).toEqual([{ price: 5 }]);
    expect((await store.find({ type: 'price.noted' })).map(noted.read)).toEqual([{ price: 5 }]);
    expect(views.comprehensive.of(run.log).types['price.noted']).toBe(1);
    await run.leave();
  });

  it.each([
    [
      'a value that does not fit',
      () => first.make({ price: 'much' } as never),
      'This is no value of an entry "price.seen"',
    ],
    ['a type without a dot', () => defineEntry({ type: 'price', schema: z.object({}) }), 'words joined by dots'],
    ['a type of Troupe', () => defineEntry({ type: 'step.failed', schema: z.object({}) }), 'is a type of Troupe'],
    [
      'a version without a reader',
      () => defineEntry({ type: 'a.b', version: 3, schema: z.object({}), older: { 1: () => ({}) } }),
      'older[2]',
    ],
    ['no schema', () => defineEntry({ type: 'a.b', schema: {} as never }), 'needs a schema'],
    ['a version that is none', () => defineEntry({ type: 'a.b', version: 0, schema: z.object({}) }), 'whole number'],
    [
      'a version of what a chart writes',
      () => defineEntry({ type: 'a.b', kind: 'move', version: 2, schema: z.object({}) }),
      'written by a chart',
    ],
    ['a kind that is none', () => defineEntry({ type: 'a.b', kind: 'event' as never, schema: z.any() }), 'or "move"'],
    [
      'a value that JSON changes',
      () => defineEntry({ type: 'a.b', schema: z.object({ at: z.date() }) }).make({ at: new Date(0) }),
      'no value of an entry "a.b", as JSON',
    ],
    ['a value that is not JSON', () => defineEntry({ type: 'a.b', schema: z.any() }).make(3n), 'is not JSON: '],
    [
      'a number that JSON does not have',
      () => defineEntry({ type: 'a.b', schema: z.any() }).make([Number.NaN]),
      'is not JSON: there is no NaN',
    ],
    [
      'a value of what a chart writes',
      () => defineEntry({ type: 'a.b', kind: 'move', schema: z.any() }).make(1),
      'is written by a chart, as a note',
    ],
    [
      'a schema that throws',
      () => defineEntry({ type: 'a.b', schema: z.any().refine(broken) }).make(1),
      'the schema throws, or checks asynchronously',
    ],
  ])('is refused for %s', (_what, make, message) => {
    expect(make).toThrow(TroupeError);
    expect(make).toThrow(message);
  });

  it.each([
    ['a reader of an older version throws', { version: 2, schema: z.any(), older: { 1: broken } }, 'Broken.'],
    ['its schema throws', { schema: z.any().refine(broken) }, 'the schema throws, or checks asynchronously'],
  ])('is named by run and number where %s', (_what, options, message) => {
    const entry = recordedAs({ name: 'a.b', version: 1, value: 1 });
    expect(() => defineEntry({ type: 'a.b', ...options }).read(entry)).toThrow(
      expect.objectContaining({
        code: 'bad-log',
        message: expect.stringMatching(`^The entry "a.b" at run r, number 1 cannot be read: ${message}`),
      }),
    );
  });

  it('is read as its schema gives it', () => {
    const seen = defineEntry({
      type: 'a.b',
      schema: z.object({ at: z.string().transform((text) => new Date(text)), unit: z.string().default('EUR') }),
    });
    const made = seen.make({ at: new Date(0), unit: 'USD' });
    expect(made.value).toEqual({ at: '1970-01-01T00:00:00.000Z', unit: 'USD' });
    expect(seen.read(recordedAs(made))).toEqual({ at: new Date(0), unit: 'USD' });
    expect(seen.read(recordedAs({ ...made, value: { at: '1970-01-01' } }))).toEqual({ at: new Date(0), unit: 'EUR' });
  });

  it.each([
    ['without a name', {}, 'This is no entry that can be recorded'],
    ['with a version that is none', { name: 'a.b', version: 0, value: 1 }, 'This is no entry that can be recorded'],
    ['with a status that is none', { name: 'a.b', version: 1, value: 1, status: 'odd' }, 'This is no entry'],
    ['without a value', { name: 'a.b', version: 1 }, 'This is no entry that can be recorded'],
    ['with a value that is not JSON', { name: 'a.b', version: 1, value: 3n }, 'is not JSON'],
    ['under the name of a type of Troupe', { name: 'step.failed', version: 1, value: 1 }, 'is a type of Troupe'],
  ])('%s is not taken, and the run goes on', async (_what, entry, message) => {
    const { start } = stage(answer);
    const run = start();
    await expect(run.record(entry as never)).rejects.toThrow(message);
    expect((await run.result).status).toBe('completed');
    expectReplay(run.log);
    const chart = createRunner({ charts: [door], store: memoryStore() }).start(door);
    await expect(chart.record(entry as never)).rejects.toThrow(message);
    await chart.send({ type: 'opened' });
    expect((await chart.result).status).toBe('completed');
  });

  it('of a newer version than its definition is not read', () => {
    const log = new RunLog('r');
    log.append(
      { type: 'entry.recorded', actor: 'host', data: second.make({ amount: 1, currency: 'EUR' }) },
      '2026-01-01T00:00:00.000Z',
    );
    expect(() => log.entries.map(first.read)).toThrow('was written as version 2, this definition is of version 1');
  });

  it('may have a schema of another library', () => {
    const seen = defineEntry({ type: 'tea.seen', schema: v.object({ cups: v.number() }) });
    expect(seen.make({ cups: 2 })).toEqual({ name: 'tea.seen', version: 1, value: { cups: 2 } });
    expect(() => seen.make({ cups: '2' } as never)).toThrow('no value of an entry');
  });
});

describe('a node', () => {
  const noticed = defineEntry({
    type: 'trouble.noticed',
    schema: z.object({ pattern: z.string(), count: z.number() }),
  });
  const watcher = () => {
    const asked: number[] = [];
    const node = on(views.correction, ({ patterns }) => {
      asked.push(patterns.length);
      const worst = patterns.items.find(({ count }) => count >= 2);
      return worst && noticed.make({ pattern: worst.pattern, count: worst.count });
    });
    return { node, asked };
  };
  const script = [
    { purpose: 'think' as const, reply: thinking() },
    { purpose: 'plan' as const, reply: planText({ a: [] }) },
    { purpose: 'work' as const, reply: new ModelError('server', 'Later.') },
    { purpose: 'work' as const, reply: new ModelError('server', 'Later.') },
    { purpose: 'work' as const, reply: 'one' },
  ];

  it('reads a view of its run, decides, and what it returns is in the log, from where a replay takes it', async () => {
    const { node, asked } = watcher();
    const { start } = stage(script, { nodes: [node] });
    const run = start();
    expect((await run.result).message.content).toBe('one');
    const [entry, ...others] = findEntries(run.log, { type: 'trouble.noticed' });
    expect(others).toEqual([]);
    expect(entry && noticed.read(entry)).toMatchObject({ count: 2 });
    const before = asked.length;
    expectReplay(run.log);
    expect(asked.length).toBe(before);
  });

  it('that throws ends no run, and is asked again when something changes', async () => {
    const errors: unknown[] = [];
    let calls = 0;
    const everything = defineView({ name: 'everything', start: 0, step: (count: number) => count + 1 });
    const node = on(everything, () => {
      calls++;
      throw new Error('no');
    });
    const log = console.error;
    console.error = (...words: unknown[]) => void errors.push(words);
    try {
      const { start } = stage(answer, { nodes: [node] });
      expect((await start().result).status).toBe('completed');
    } finally {
      console.error = log;
    }
    expect(calls).toBeGreaterThan(1);
    expect(errors.length).toBe(calls);
  });

  it('whose view throws is left alone, and keeps no other node from seeing each entry once', async () => {
    const errors: unknown[] = [];
    const broken = (type: Entry['type']) =>
      defineView({
        name: `no ${type}`,
        start: 0,
        step(count: number, entry) {
          if (entry.type === type) throw new Error('no');
          return count + 1;
        },
      });
    const asked: (readonly [number, number])[] = [];
    const everything = defineView({ name: 'everything', start: 0, step: (count: number) => count + 1 });
    const end = Promise.withResolvers<void>();
    const counting = on(everything, (count, { last }) => {
      asked.push([count, last.seq]);
      if (last.type === 'run.completed') end.resolve();
      return undefined;
    });
    const nodes = [
      counting,
      on(broken('request.received'), () => undefined, { name: 'first' }),
      on(broken('thought.formed'), () => undefined, { name: 'second' }),
    ];
    const log = console.error;
    console.error = (...words: unknown[]) => void errors.push(words[0]);
    try {
      expect((await stage(answer, { nodes }).start().result).status).toBe('completed');
      await end.promise;
    } finally {
      console.error = log;
    }
    for (const [count, seq] of asked) expect(count).toBe(seq);
    expect(errors).toEqual([
      expect.stringContaining('"first" threw at number 1 of run'),
      expect.stringContaining('"second" threw at number'),
    ]);
  });

  it('that another one answers without end leaves time for what ends the run', async () => {
    const ping = defineEntry({ type: 'game.ping', schema: z.number() });
    const pong = defineEntry({ type: 'game.pong', schema: z.number() });
    const count = (type: string) =>
      defineView({
        name: type,
        start: 0,
        step: (times: number, entry) => (typeOf(entry) === type ? times + 1 : times),
      });
    const most = 2_000;
    const nodes = [
      on(count('request.received'), () => ping.make(0), { name: 'first' }),
      on(count(ping.type), (times) => (times < most ? pong.make(times) : undefined), { name: 'left' }),
      on(count(pong.type), (times) => ping.make(times), { name: 'right' }),
    ];
    // The answer comes in another turn of the event loop.
    const reply = () => new Promise<Reply>((resolve) => setImmediate(resolve, thinking({ answer: 'Done.' })));
    const run = stage([{ purpose: 'think', reply }], { nodes }).start();
    expect((await run.result).status).toBe('completed');
    const pings = findEntries(run.log, { type: ping.type }).length;
    expect(pings).toBeGreaterThan(1);
    expect(pings).toBeLessThan(most);
  });

  it('goes on with a run of a chart that another process has begun', async () => {
    const store = memoryStore();
    const counted = defineEntry({ type: 'moves.counted', schema: z.object({ moves: z.number() }) });
    const moves = defineView({
      name: 'moves',
      start: 0,
      step: (n: number, { type }) => (type === 'actor.moved' ? n + 1 : n),
    });
    const node = on(moves, (n) => counted.make({ moves: n }));
    const before = createRunner({ charts: [door], store });
    before.start(door, { id: 'r' });
    await before.close();
    const run = await createRunner({ charts: [door], store, nodes: [node] }).resume('r');
    await expect.poll(() => findEntries(run.log, { type: 'moves.counted' }).map(counted.read)).toEqual([{ moves: 1 }]);
    await run.leave();
  });

  it('records nothing again after a restart about what it has decided, however far the log has grown', async () => {
    const store = memoryStore();
    const counted = defineEntry({ type: 'moves.counted', schema: z.object({ moves: z.number() }) });
    const moves = defineView({
      name: 'moves',
      start: 0,
      step: (n: number, { type }) => (type === 'actor.moved' ? n + 1 : n),
    });
    const node = on(moves, (n) => counted.make({ moves: n }));
    const before = createRunner({ charts: [door], store, nodes: [node] });
    const began = before.start(door, { id: 'r' });
    await began.record(first.make({ price: 3 }));
    await before.close();
    const run = await createRunner({ charts: [door], store, nodes: [node] }).resume('r');
    await run.record(first.make({ price: 4 }));
    expect(findEntries(run.log, { type: 'moves.counted' }).map(counted.read)).toEqual([{ moves: 1 }]);
    await run.leave();
  });

  it('is refused without a view, or a function that decides', () => {
    const refused = expect.objectContaining({
      code: 'bad-config',
      message: expect.stringContaining('A node has a view'),
    });
    expect(() => on(views.memory, 5 as never)).toThrow(refused);
    expect(() => on(undefined as never, () => undefined)).toThrow(refused);
    expect(() => on({ name: 'a', start: 0 } as never, () => undefined)).toThrow(refused);
    expect(() => defineView({ name: 'a', start: 0 } as never)).toThrow('A view has a name and a step');
  });

  it('has a name of its own', () => {
    const { node } = watcher();
    expect(() => stage([], { nodes: [node, node] })).toThrow('nodes of different names');
    expect(() => on(views.memory, () => undefined, { name: 'a b' })).toThrow('cannot be one');
  });
});
