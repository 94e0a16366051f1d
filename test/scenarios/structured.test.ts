import { type } from 'arktype';
import {
  createOrchestrator,
  type Entry,
  type Message,
  type Model,
  ModelError,
  memoryStore,
  type OrchestratorConfig,
  type Run,
  type Store,
} from 'troupe';
import { offlineModel } from 'troupe/offline';
import { reflection, type ScriptLine, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { untilFree } from '../durability/until-free.ts';
import { ask, expectReplay, followed, of, planText, stage, worker } from './scenario.ts';

const total = z.object({ city: z.string(), total: z.number().int(), note: z.string().optional() });
const direct: ScriptLine = { purpose: 'think', reply: thinking({ answer: 'Oslo has 42.' }) };
const fitting = JSON.stringify({ city: 'Oslo', total: 42 });
const unfit = JSON.stringify({ city: 'Oslo', total: 'many' });
const planned: readonly ScriptLine[] = [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: planText({ a: [], b: [] }) },
  { purpose: 'work', reply: 'Oslo: 42' },
  { purpose: 'work', reply: 'Bergen: 7' },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'Oslo has 42.' }) },
];

const states = (log: readonly Entry[]) => of(log, 'status.changed').map(({ data }) => data.state);
const effects = (log: readonly Entry[]) =>
  of(log, 'effect.started').flatMap(({ data }) => (data.kind === 'structure' ? [data.key] : []));

/** Runs a script with a shape, and looks at what is stored. */
async function shaped(lines: readonly ScriptLine[], config: Partial<OrchestratorConfig> = {}) {
  const store = memoryStore();
  const { troupe, model } = stage(lines, { store, ...config });
  const result = await troupe.invoke(ask('How many?'), { outputSchema: total, outputName: 'total', runId: 'r' });
  const log = await store.read('r');
  expectReplay(log);
  expect(await troupe.read('r')).toEqual(result);
  return { result, log, model, troupe };
}

describe('an answer in a shape', () => {
  it.each([
    ['a direct answer', [direct]],
    ['a planned answer', planned],
  ])('is %s, put into it and checked', async (_, lines) => {
    const { result, log, model } = await shaped([...lines, { purpose: 'structure', reply: fitting }]);
    expect(result).toMatchObject({ status: 'completed', message: { content: 'Oslo has 42.' }, notDone: [] });
    expectTypeOf(result.output).toEqualTypeOf<{ city: string; total: number; note?: string | undefined } | undefined>();
    expect(result.output).toEqual({ city: 'Oslo', total: 42 });
    expect(states(log).slice(-2)).toEqual(['structuring', 'completed']);
    const { schema, messages } = model.calls.at(-1) ?? {};
    expect(schema?.name).toBe('total');
    expect(messages?.at(-1)?.content).toContain('Oslo has 42.');
    expect(of(log, 'request.received')[0]?.data.output).toEqual({
      name: 'total',
      schema: {
        type: 'object',
        properties: { city: { type: 'string' }, total: { type: 'integer' }, note: { type: 'string' } },
        required: ['city', 'total'],
      },
    });
  });

  it('is what the schema makes of it', async () => {
    const { troupe } = stage([direct, { purpose: 'structure', reply: '{"city":" Oslo ","extra":1}' }]);
    const outputSchema = z.object({ city: z.string().trim(), total: z.number().default(0) });
    expect((await troupe.invoke(ask('How many?'), { outputSchema })).output).toEqual({ city: 'Oslo', total: 0 });
  });

  it('leaves a log without a shape as it was', async () => {
    const { start } = stage([direct]);
    const { log, result } = start();
    expect(await result).not.toHaveProperty('output');
    expect(of(log, 'request.received')[0]?.data).not.toHaveProperty('output');
    expect(states(log)).not.toContain('structuring');
  });

  it('streams the text alone', async () => {
    const { troupe } = stage([direct, { purpose: 'structure', reply: fitting }]);
    const run = troupe.start(ask('How many?'), { outputSchema: total });
    const view = followed(run);
    expect((await run.result).output).toEqual({ city: 'Oslo', total: 42 });
    expect(view()).toBe('Oslo has 42.');
  });
});

describe('a value that does not fit', () => {
  it('is repaired once, with the value and the reason in view', async () => {
    const { result, log, model } = await shaped([
      direct,
      { purpose: 'structure', reply: unfit },
      { purpose: 'structure', reply: fitting },
    ]);
    expect(result).toMatchObject({ output: { city: 'Oslo', total: 42 }, notDone: [] });
    expect(effects(log)).toEqual(['structure#1', 'repair#1']);
    const repair = model.calls.at(-1)?.messages.at(-1)?.content;
    expect(repair).toContain(unfit);
    expect(repair).toMatch(/expected number[\s\S]*at total/);
  });

  it.each([
    ['a wrong value', unfit, /expected number[\s\S]*at total/],
    ['no value', 'There are 42.', /no closed JSON value/],
    ['half a value', '{"city": "Os', /ends in the middle/],
  ])('leaves the answer as text when the repair does not fit either: %s', async (_, reply, why) => {
    const { result } = await shaped([direct, { purpose: 'structure', reply: unfit }, { purpose: 'structure', reply }]);
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'Oslo has 42.' },
      notDone: [{ what: 'The answer as "total"', why: expect.stringMatching(why) }],
    });
    expect(result.output).toBeUndefined();
  });

  it('is not JSON when the schema makes something else of it: the reason says so', async () => {
    const { troupe } = stage([direct, { purpose: 'structure', reply: '{"day":"2026-01-01"}' }]);
    const outputSchema = z.object({ day: z.string().transform((day) => new Date(day)) });
    const { output, notDone, usage } = await troupe.invoke(ask('When?'), { outputSchema });
    expect(output).toBeUndefined();
    expect(usage.modelCalls).toBe(2);
    expect(notDone[0]?.why).toContain('The outputSchema makes something of "day" that is not JSON');
  });
});

describe('a call that fails', () => {
  it('is tried again, and is no repair', async () => {
    const { result, log } = await shaped([
      direct,
      { purpose: 'structure', reply: new ModelError('server', 'down') },
      { purpose: 'structure', reply: unfit },
      { purpose: 'structure', reply: new ModelError('server', 'down') },
      { purpose: 'structure', reply: fitting },
    ]);
    expect(result.output).toEqual({ city: 'Oslo', total: 42 });
    expect(effects(log)).toEqual(['structure#1', 'structure#2', 'repair#1', 'repair#2']);
  });

  it('for good leaves the answer as text, with the reason', async () => {
    const { result } = await shaped([direct, { purpose: 'structure', reply: new ModelError('auth', 'no key') }]);
    expect(result).toMatchObject({
      status: 'completed',
      notDone: [{ what: 'The answer as "total"', why: 'no key' }],
    });
  });

  it('by the offline rules says that they cannot do it', async () => {
    const troupe = createOrchestrator({ model: offlineModel(), specialists: [worker] });
    const { status, notDone } = await troupe.invoke(ask('hello'), { outputSchema: total });
    expect(status).toBe('completed');
    expect(notDone.at(-1)?.why).toContain('The offline rules cannot put an answer into the shape');
  });
});

describe('a limit', () => {
  it('that does not cover the call leaves the answer as text, and is noted', async () => {
    const { result } = await shaped([direct], { limits: { modelCalls: 1 } });
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'Oslo has 42.' },
      limit: { name: 'modelCalls', max: 1 },
      notDone: [{ what: 'The answer as "total"' }],
    });
  });

  it('keeps a call back for it, as for the final answer', async () => {
    const { result } = await shaped([direct, { purpose: 'structure', reply: fitting }], { limits: { modelCalls: 2 } });
    expect(result.output).toEqual({ city: 'Oslo', total: 42 });
  });

  it('that ended the work before leaves room for it', async () => {
    const long = planText({ a: [], b: [], c: [] });
    const { result } = await shaped(
      [
        { purpose: 'think', reply: thinking() },
        ...[1, 2, 3].map((): ScriptLine => ({ purpose: 'plan', reply: long })),
        { purpose: 'work', reply: 'one' },
        { purpose: 'work', reply: 'two' },
        { purpose: 'finalize', reply: 'two of three' },
        { purpose: 'structure', reply: fitting },
      ],
      { limits: { steps: 2 } },
    );
    expect(result).toMatchObject({ limit: { name: 'steps' }, output: { city: 'Oslo', total: 42 } });
  });

  it('of time ends the run with the text', async () => {
    const clock = simulatedClock();
    const { troupe } = stage([direct, { purpose: 'structure', reply: () => new Promise(() => {}) }], {
      limits: { wallMs: 50 },
      clock,
    });
    const run = troupe.start(ask('How many?'), { outputSchema: total });
    expect(await clock.run(run.result)).toMatchObject({
      status: 'completed',
      message: { content: 'Oslo has 42.' },
      limit: { name: 'wallMs' },
      notDone: [{ what: 'The answer as "answer"', why: 'The limit of 50 milliseconds was reached.' }],
    });
    expectReplay(run.log);
  });

  it('of time that was reached before leaves the text without asking anybody', async () => {
    const clock = simulatedClock();
    const { troupe } = stage([{ purpose: 'think', reply: () => new Promise(() => {}) }], {
      limits: { wallMs: 50 },
      clock,
    });
    const run = troupe.start(ask('How many?'), { outputSchema: total });
    const { status, notDone } = await clock.run(run.result);
    expect(status).toBe('completed');
    expect(notDone).toContainEqual(expect.objectContaining({ what: 'The answer as "answer"' }));
    expectReplay(run.log);
  });
});

describe('a message while the answer is put into its shape', () => {
  const hears = async (lines: readonly ScriptLine[], config: Partial<OrchestratorConfig> = {}) => {
    const reached = Promise.withResolvers<void>();
    let isFirst = true;
    const waiting: ScriptLine = {
      purpose: 'structure',
      reply: () => {
        reached.resolve();
        return isFirst ? new Promise(() => {}) : fitting;
      },
    };
    const { troupe } = stage([lines[0] as ScriptLine, ...lines.slice(1, -2), waiting, ...lines.slice(-2)], config);
    const run = troupe.start(ask('How many?'), { outputSchema: total });
    await reached.promise;
    isFirst = false;
    await run.steer('And in words?');
    const result = await run.result;
    expectReplay(run.log);
    return { run, result };
  };

  it('brings a direct answer back to thinking', async () => {
    const { run, result } = await hears([
      direct,
      { purpose: 'think', reply: thinking({ answer: 'forty-two' }) },
      { purpose: 'structure', reply: fitting },
    ]);
    expect(result).toMatchObject({ message: { content: 'forty-two' }, output: { total: 42 } });
    expect(of(run.log, 'message.added')[0]?.data).toMatchObject({ state: 'structuring', does: 'judge' });
    expect(effects(run.log)).toEqual(['structure#1', 'structure+1#1']);
  });

  it('has the results of a plan judged again', async () => {
    const { run, result } = await hears([
      ...planned,
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'forty-two' }) },
      { purpose: 'structure', reply: fitting },
    ]);
    expect(result).toMatchObject({ message: { content: 'forty-two' }, output: { total: 42 } });
    expect(of(run.log, 'message.added')[0]?.data).toMatchObject({ state: 'structuring', does: 'judge' });
  });

  it('has the answer written again where that is configured', async () => {
    const { run, result } = await hears(
      [direct, { purpose: 'finalize', reply: 'forty-two' }, { purpose: 'structure', reply: fitting }],
      { steering: { finalizing: 'answer' } },
    );
    expect(result).toMatchObject({ message: { content: 'forty-two' }, output: { total: 42 } });
    expect(of(run.log, 'message.added')[0]?.data).toMatchObject({ state: 'structuring', does: 'answer' });
  });
});

describe('a run that continues elsewhere', () => {
  /** A run whose process is gone while it waits for the shape. */
  async function left(): Promise<{ store: Store; run: Run; snapshot: unknown }> {
    const store = memoryStore();
    const reached = Promise.withResolvers<void>();
    const hangs = () => {
      reached.resolve();
      return new Promise<never>(() => {});
    };
    const model = scriptedModel([direct, { purpose: 'structure', reply: hangs }]);
    const troupe = createOrchestrator({ model, specialists: [worker], store, leaseMs: 1 });
    const run = troupe.start(ask('How many?'), { outputSchema: total });
    await reached.promise;
    const snapshot = run.snapshot();
    run.actor.stop();
    return { store, run, snapshot };
  }
  const elsewhere = (store: Store | undefined, ...replies: readonly string[]) => {
    const model = scriptedModel(replies.map((reply) => ({ purpose: 'structure', reply })));
    return { model, troupe: createOrchestrator({ model, specialists: [worker], ...(store ? { store } : {}) }) };
  };

  it('checks by the schema that it is given again', async () => {
    const { store, run } = await left();
    const { troupe, model } = elsewhere(store, fitting);
    const outputSchema = z.object({ city: z.string().toUpperCase(), total: z.number() });
    const result = await (await untilFree(() => troupe.resume(run.id, { outputSchema }))).result;
    expect(result).toMatchObject({ message: { content: 'Oslo has 42.' }, output: { city: 'OSLO', total: 42 } });
    model.assertUsedUp();
    expectReplay(await store.read(run.id));
  });

  it('checks by the JSON Schema of its log when it is given none', async () => {
    const { store, run } = await left();
    const { troupe, model } = elsewhere(store, unfit, fitting);
    const { output } = await (await untilFree(() => troupe.resume(run.id))).result;
    expect(output).toEqual({ city: 'Oslo', total: 42 });
    model.assertUsedUp();
  });

  it('continues from a snapshot', async () => {
    const { snapshot } = await left();
    const { troupe } = elsewhere(undefined, fitting);
    const { output } = await troupe.restore(snapshot, { outputSchema: total }).result;
    expect(output).toEqual({ city: 'Oslo', total: 42 });
  });
});

describe('a schema', () => {
  it('of another library does as well', async () => {
    const { troupe } = stage([direct, { purpose: 'structure', reply: fitting }]);
    const { output } = await troupe.invoke(ask('How many?'), {
      outputSchema: type({ city: 'string', total: 'number' }),
    });
    expectTypeOf(output).toEqualTypeOf<{ city: string; total: number } | undefined>();
    expect(output).toEqual({ city: 'Oslo', total: 42 });
  });

  it.each([
    ['none', { city: 'string' }, 'it is no schema of zod 4'],
    ['one that cannot be written', v.object({ city: v.string() }), 'valibot has no conversion to JSON Schema'],
    ['one of something that JSON has not', z.object({ day: z.date() }), 'it cannot be written as JSON Schema: Date'],
    ['one of no object', z.array(z.string()), 'Put it into a property of an object'],
  ])('that cannot be used is refused before anything is asked: %s', (_, schema, problem) => {
    const { troupe } = stage([]);
    const outputSchema = schema as unknown as typeof total; // the compiler would refuse some of them first
    expect(() => troupe.start(ask('x'), { outputSchema })).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining(problem) }),
    );
  });

  it('has a name that endpoints take', () => {
    const { troupe } = stage([]);
    expect(() => troupe.start(ask('x'), { outputSchema: total, outputName: 'my total' })).toThrow(
      'outputName "my total" is not allowed',
    );
  });
});

it('a machine of its own takes the shape in its input, and gives the value in its output', async () => {
  const model: Model = scriptedModel([direct, { purpose: 'structure', reply: fitting }]);
  const { machine } = createOrchestrator({ model, specialists: [worker] });
  const { createActor, toPromise } = await import('xstate');
  const messages: Message[] = [{ role: 'user', content: 'How many?' }];
  const schema = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] };
  const actor = createActor(machine, { input: { messages, output: { name: 'total', schema } } });
  actor.start();
  expect((await toPromise(actor)).output).toEqual({ city: 'Oslo', total: 42 });
});
