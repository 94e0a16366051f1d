import { createOrchestrator, memoryStore, type Store } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, expectReplay, of, planText, worker } from './scenario.ts';
import { slowStore } from './slow-store.ts';

/** A run that is held in its only step. */
async function inOneStep(store: Store = memoryStore()) {
  const [begun, given] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [] }) },
    {
      purpose: 'work',
      reply: () => {
        begun.resolve();
        return given.promise;
      },
    },
  ]);
  const troupe = createOrchestrator({ model, specialists: [worker], store });
  const run = troupe.start(ask('do it'));
  await begun.promise;
  const end = async () => {
    given.resolve('result of a');
    const result = await run.result;
    expectReplay(run.log);
    return result;
  };
  return { troupe, run, end };
}

const nowhere = [
  'plan.steps.9.description',
  'plan.steps.1',
  'plan.steps.length',
  'plan.steps.-1',
  'nothing',
  'nothing.at.all',
  'constructor.prototype.limits',
  '__proto__.limits',
  'toString',
  'options..limits',
  'round.more',
  '',
];

describe('an edit of the context', () => {
  it.each(nowhere)('at "%s", which is not there, is refused, and the run goes on', async (path) => {
    const { run, end } = await inOneStep();
    expect(() => run.edit(path, 'something')).toThrow(`"${path}": the host's context has no such place`);
    expect(await end()).toMatchObject({ status: 'completed', message: { content: 'result of a' } });
    expect(of(run.log, 'context.edited')).toEqual([]);
  });

  it('does not take its id from a run, which could then not be written any more', async () => {
    const { run, end } = await inOneStep();
    expect(() => run.edit('run', 'another')).toThrow('a run keeps its id');
    expect((await end()).status).toBe('completed');
  });

  it('at a place that is there, or could be, is taken', async () => {
    const { run, end } = await inOneStep();
    run.edit('options.limits.wallMs', 60_000);
    run.edit('plan.steps.0.priority', 3);
    run.edit('remark', 'by hand');
    expect((await end()).status).toBe('completed');
    expect(of(run.log, 'context.edited')).toHaveLength(3);
    expect(run.actor.getSnapshot().context).toMatchObject({
      options: { limits: { wallMs: 60_000 } },
      plan: { steps: [{ priority: 3 }] },
    });
  });

  it('at a place that another edit takes away first changes nothing', async () => {
    const { run, end } = await inOneStep(slowStore());
    // While this is written, the others wait.
    run.edit('remark', 'by hand');
    run.edit('options.session', null);
    run.edit('options.session.maxHistory', 3);
    expect((await end()).status).toBe('completed');
    expect(of(run.log, 'context.edited').map(({ data }) => data.path)).toEqual(['remark', 'options.session']);
  });

  it('of a fork is refused before the fork is there', async () => {
    const store = memoryStore();
    const { troupe, run, end } = await inOneStep(store);
    await end();
    const at = of(run.log, 'plan.created')[0]?.seq ?? 0;
    for (const path of nowhere) {
      const forked = troupe.fork(run.id, {
        at,
        edits: [
          { path: 'round', value: 0 },
          { path, value: 1 },
        ],
      });
      await expect(forked).rejects.toMatchObject({ code: 'usage' });
    }
    expect(await store.runs()).toHaveLength(1);
  });
});
