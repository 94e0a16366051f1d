import { createOrchestrator, defineSpecialist, type Entry, ModelError, memoryStore, type Store } from 'troupe';
import { type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { logSession } from '../inspect/sessions/host-log-session.ts';
import { ask, expectReplay, of, planText, types } from './scenario.ts';
import { slowStore } from './slow-store.ts';

/** A run with two steps, `a` in the hands of the test and `b` until it is aborted, in a store. */
function twoSteps(store: Store) {
  const [begun, given] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const aborted: string[] = [];
  const hands = defineSpecialist({
    name: 'hands',
    description: 'works when it may',
    run: ({ step, signal }) => {
      signal.addEventListener('abort', () => aborted.push(step.id));
      if (step.id === 'b') begun.resolve();
      return step.id === 'a' ? given.promise : new Promise<never>(() => {});
    },
  });
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [], b: [] }, 'hands') },
  ]);
  const troupe = createOrchestrator({ model, specialists: [hands], store });
  const run = troupe.start(ask('do it'), { runId: 'thrown' });
  return { troupe, run, aborted, hasBegun: begun.promise, finish: () => given.resolve('result of a') };
}

const failed = (words: RegExp) => ({
  status: 'failed',
  error: { code: 'bug', message: expect.stringMatching(words) },
});

describe.each([
  ['at once', memoryStore],
  ['slowly', slowStore],
])('a chart that throws, in a run whose store writes %s', (_, makeStore) => {
  it('ends its run as failed, with a sentence that says where, and everything under way is aborted', async () => {
    const store = makeStore();
    const { troupe, run, aborted, hasBegun, finish } = twoSteps(store);
    await hasBegun;
    run.edit('plan.steps', null);
    finish();
    const result = await run.result;
    const words = /threw while it was executing, at entry \d+ \(effect.completed sa#1\/ask#1.1\): .*null/;
    expect(result).toMatchObject(failed(words));
    expect(result.notDone.map(({ what }) => what)).toEqual(['work on a', 'work on b']);
    expect(aborted).toEqual(['b']);
    expect((await run.settled()).status).toBe('failed');
    expect(await troupe.read('thrown')).toEqual(result);
    expect(await store.runs()).toMatchObject([{ run: 'thrown', status: 'failed' }]);
    expect(types(await store.read('thrown')).slice(-3)).toEqual(['effect.completed', 'status.changed', 'run.failed']);
    expectReplay(await store.read('thrown'));
    expect(await run.steer('are you there?')).toBe(false);
    await expect(troupe.resume('thrown')).rejects.toThrow('has ended (failed)');
    expect(await troupe.health()).toMatchObject({ openRuns: 0 });
  });

  it('ends a stored run as failed that is gone on with, though its log does not say so yet', async () => {
    const { run, hasBegun, finish } = twoSteps(makeStore());
    await hasBegun;
    run.edit('plan.steps', null);
    finish();
    const result = await run.result;
    const store = makeStore();
    await store.append('thrown', 0, run.log.slice(0, -2));
    const hands = defineSpecialist({ name: 'hands', description: 'works when it may' });
    const other = createOrchestrator({ model: scriptedModel([]), specialists: [hands], store });
    const resumed = await other.resume('thrown');
    expect(await resumed.result).toEqual(result);
    expect(await store.read('thrown')).toEqual(run.log);
    expectReplay(resumed.log);
    await expect(other.resume('thrown')).rejects.toThrow('has ended (failed)');
    expect(await other.health()).toMatchObject({ openRuns: 0 });
  });

  it('leaves a log that can be looked at to its end', async () => {
    const { run, hasBegun, finish } = twoSteps(makeStore());
    await hasBegun;
    run.edit('plan.steps', null);
    finish();
    await run.result;
    const stored = JSON.parse(JSON.stringify(run.log)) as Entry[];
    const { session, played } = logSession(stored);
    await played;
    expect(session.info.status).toBe('failed');
    expect(session.frames.at(-1)?.seq).toBe(of(run.log, 'effect.completed').at(-1)?.seq);
  });

  it('ends its run when a guard throws that a message is asked about', async () => {
    const { run, hasBegun } = twoSteps(makeStore());
    await hasBegun;
    run.edit('options.steering', null);
    run.steer('do it faster');
    expect(await run.result).toMatchObject(
      failed(/threw while it was executing, at entry \d+ \(message.added\): .*guard/),
    );
    expectReplay(run.log);
  });
});

describe('an actor of the host whose chart throws', () => {
  const broken = new ModelError('server', 'The endpoint failed.');
  const think: ScriptLine = { purpose: 'think', reply: thinking() };
  const plan: ScriptLine = { purpose: 'plan', reply: planText({ a: [], b: [] }) };
  const workOn = (step: string): ScriptLine => ({ purpose: 'work', step, reply: `result of ${step}` });

  it.each([
    ['planner', [think, { purpose: 'plan', reply: broken }]],
    ['step-a#1', [think, plan, { purpose: 'work', step: 'a', reply: broken }, workOn('b')]],
    ['reflector', [think, plan, workOn('a'), workOn('b'), { purpose: 'reflect', reply: broken }]],
  ] satisfies [string, ScriptLine[]][])('ends its run as failed: %s', async (actor, lines) => {
    const store = memoryStore();
    const worker = defineSpecialist({ name: 'worker', description: 'does any kind of work' });
    const troupe = createOrchestrator({ model: scriptedModel(lines), specialists: [worker], store });
    const run = troupe.start(ask('do it'));
    run.edit('options.retry', null);
    expect(await run.result).toMatchObject(failed(new RegExp(`The actor "${actor}" threw: `)));
    expectReplay(await store.read(run.id));
    expect(of(run.log, 'run.failed')).toHaveLength(1);
  });
});
