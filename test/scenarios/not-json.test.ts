import { createOrchestrator, type Message, type Model, memoryStore, type Run } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, expectReplay, worker } from './scenario.ts';
import { toResponse } from './to-response.ts';

const circular: Record<string, unknown> = {};
circular.self = circular;
const unwritable: readonly (readonly [string, unknown])[] = [
  ['a big number', 1n],
  ['something circular', circular],
  [
    'something that throws',
    {
      toJSON() {
        throw new Error('not today');
      },
    },
  ],
];

/** A run that is held in its first call. */
function held() {
  const model = scriptedModel([{ purpose: 'think', reply: () => new Promise(() => {}) }]);
  const troupe = createOrchestrator({ model, specialists: [worker], store: memoryStore() });
  return { troupe, run: troupe.start(ask('do it')) };
}

async function expectEnds(run: Run): Promise<void> {
  run.cancel();
  expect((await run.result).status).toBe('cancelled');
  expectReplay(run.log);
}

describe('what cannot be written', () => {
  it.each(unwritable)('is refused when it is said to a run, which goes on: %s', async (_, value) => {
    const { run, troupe } = held();
    expect(() => run.edit('remark', value)).toThrow(expect.objectContaining({ code: 'usage' }));
    await expectEnds(run);
    expect((await troupe.health()).openRuns).toBe(0);
  });

  it.each(unwritable)('is refused in a request, before anything begins: %s', async (_, extra) => {
    const { troupe, run } = held();
    const message = { role: 'user', content: 'do it', extra } as Message; // JavaScript has no types
    await expect(troupe.invoke([message])).rejects.toMatchObject({ code: 'usage' });
    await expectEnds(run);
  });

  it.each(unwritable)('is refused in an edit of a fork, and no fork is left: %s', async (_, value) => {
    const store = memoryStore();
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'ok' }) }]);
    const troupe = createOrchestrator({ model, specialists: [worker], store });
    await troupe.invoke(ask('do it'), { runId: 'first' });
    await expect(troupe.fork('first', { at: 2, edits: [{ path: 'remark', value }] })).rejects.toMatchObject({
      code: 'usage',
    });
    expect((await store.runs()).map(({ run }) => run)).toEqual(['first']);
    expect((await troupe.health()).openRuns).toBe(0);
  });

  it.each(unwritable)('fails the call of a model that gives it, and with that its run: %s', async (_, value) => {
    const model: Model = {
      name: 'odd',
      async call() {
        const usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1, odd: value };
        return toResponse(thinking({ answer: 'ok' }), usage);
      },
    };
    const run = createOrchestrator({ model, specialists: [worker] }).start(ask('do it'));
    expect(await run.result).toMatchObject({
      status: 'failed',
      error: { code: 'bug', message: expect.stringMatching(/^The output of think is not JSON: /) },
    });
    expectReplay(run.log);
  });

  it('may be the reason of a cancel, and a request of any shape fails in the log and in the store', async () => {
    const { run } = held();
    run.cancel(1n as unknown as string); // JavaScript has no types
    expect((await run.result).status).toBe('cancelled');
    for (const messages of [[{ role: 'user' }], [null], {}, 7]) {
      const store = memoryStore();
      const troupe = createOrchestrator({ model: scriptedModel([]), specialists: [worker], store });
      const { status, runId } = await troupe.invoke(messages as never); // JavaScript has no types
      expect(status).toBe('failed');
      expect((await troupe.read(runId)).error?.code).toBe('bad-request');
    }
  });
});
