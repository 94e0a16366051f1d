import { createOrchestrator, defineSpecialist, memoryStore } from 'troupe';
import { toRunState } from 'troupe/log';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, expectReplay, of, planText, stage } from './scenario.ts';

/** What every object has: keys that a plain record seems to hold. */
const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString'];

const works = (ids: readonly string[], again = '') =>
  ids.map((id) => ({ purpose: 'work', step: id, reply: `result of ${id}${again}` }) as const);

describe('steps that are called like something every object has', () => {
  it('are done, one after the other and side by side', async () => {
    const chain = Object.fromEntries(
      inherited.map((id, place) => [id, inherited.slice(Math.max(0, place - 1), place)]),
    );
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText(chain) },
      ...works(inherited),
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const result = await start().result;
    expect(result).toMatchObject({ status: 'completed', message: { content: 'ok' } });
    expect(result.plan?.steps.map((step) => step.result)).toEqual(inherited.map((id) => `result of ${id}`));
  });

  it('are done by several specialists at once', async () => {
    const other = defineSpecialist({ name: '__proto__', description: 'does the same work' });
    const worker = defineSpecialist({ name: 'constructor', description: 'does any kind of work' });
    const plan = planText(Object.fromEntries(inherited.map((id) => [id, []])), 'constructor, __proto__');
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: plan },
        ...works(inherited),
        ...works(inherited, ' too'),
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      ],
      { specialists: [worker, other] },
    );
    const run = start();
    const result = await run.result;
    expect(result.plan?.steps.map((step) => step.result)).toEqual(
      inherited.map((id) => `result of ${id}\n\nresult of ${id} too`),
    );
    const [round] = toRunState(run.log).executionHistory;
    expect(Object.keys(round?.results.results ?? {})).toEqual(['constructor', '__proto__']);
  });

  it('come back in a later version of the plan, and are gone on with from the store', async () => {
    const [first = '', second = '', ...rest] = inherited;
    const store = memoryStore();
    const model = scriptedModel([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ [first]: [], [second]: [] }) },
      { purpose: 'work', step: first, reply: 'CANNOT: not yet' },
      { purpose: 'work', step: second, reply: 'CANNOT: not yet' },
      { purpose: 'reflect', reply: reflection({ verdict: 'update' }) },
      { purpose: 'plan', reply: planText({ [first]: [], ...Object.fromEntries(rest.map((id) => [id, [first]])) }) },
      ...works([first, ...rest]),
      { purpose: 'reflect', reply: reflection({ verdict: 'update' }) },
      { purpose: 'plan', reply: planText({ [second]: [first] }) },
      ...works([second]),
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const worker = defineSpecialist({ name: 'worker', description: 'does any kind of work' });
    const troupe = createOrchestrator({ model, specialists: [worker], store });
    const result = await troupe.invoke(ask('do it'), { runId: 'first' });
    model.assertUsedUp();
    expect(result).toMatchObject({ status: 'completed', notDone: [], rounds: 3 });
    const log = await store.read('first');
    expectReplay(log);
    // Both were started twice: a step that comes back has keys of its own.
    expect(of(log, 'step.started').filter(({ data }) => data.id === second)).toMatchObject([
      { data: { actor: `host/step-${second}#1` } },
      { data: { actor: `host/step-${second}#2` } },
    ]);
  });
});

it('a model that is called like something every object has costs nothing that is known, and needs a price for a limit of money', async () => {
  const model = {
    ...scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'yes' }) }]),
    name: 'constructor',
  };
  const specialists = [defineSpecialist({ name: 'worker', description: 'does any kind of work' })];
  const { usage } = await createOrchestrator({ model, specialists }).invoke(ask('well?'));
  expect(usage.costUsd).toBeNull();
  expect(() => createOrchestrator({ model, specialists, limits: { costUsd: 1 } })).toThrow('needs the price of');
});
