import { createOrchestrator, createRunner, type Model, memoryStore, type Store } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TryOuts } from '../../../src/inspect/server/try-outs.ts';
import type { Session } from '../../../src/inspect/sessions/session.ts';
import type { Means, Reasked } from '../../../src/inspect/try-out.ts';
import { ask, expectReplay, of, worker } from '../../scenarios/scenario.ts';
import { pricedRun } from '../page/forked-run.ts';
import { testInspector } from '../page/open-page.ts';
import { shop } from '../sessions/charts.ts';
import { talkTo } from './talk-to.ts';

const usage = { modelCalls: 1, inputTokens: 7, outputTokens: 2, costUsd: 0.5 };
/** A model that says what it was told last. */
const echo: Model = {
  name: 'echo',
  call: async ({ messages }) => ({
    text: messages.map(({ content }) => content).join(' | '),
    toolCalls: [],
    finishReason: 'stop',
    usage,
  }),
};
/** A model that never answers. */
const silent: Model = {
  name: 'silent',
  call: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
};

async function priced(store: Store = memoryStore()) {
  const inspector = await testInspector({ store, models: [echo, silent] });
  const made = await pricedRun(inspector, store);
  const say = await talkTo(inspector);
  const asked = of(made.run.log, 'effect.completed').filter(({ data }) => data.kind === 'ask');
  return { ...made, inspector, store, say, asked: asked.at(-1)?.data.key ?? '' };
}

const meansOf = async (say: Awaited<ReturnType<typeof talkTo>>, session: string) => {
  const reply = await say({ type: 'means', session });
  return reply.ok ? (reply.data as Means) : reply.error;
};

describe('what can be tried out with a run', () => {
  it('names who works on a fork, where it is kept, and who can be asked again', async () => {
    const { say } = await priced();
    expect(await meansOf(say, 'first')).toEqual({
      models: ['scripted', 'echo', 'silent'],
      limitMs: 180_000,
      fork: { models: ['scripted'], specialists: ['buyer'], kept: 'memory' },
    });
  });

  it('says of a store that stays that forks are kept in it, and where there is none that they are not', async () => {
    const { isInMemory: _, ...kept } = memoryStore();
    const { say } = await priced(kept);
    expect(await meansOf(say, 'first')).toMatchObject({ fork: { kept: 'store' } });
    const inspector = await testInspector();
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'yes' }) }]);
    const run = createOrchestrator({ model, specialists: [worker], inspect: inspector }).start(ask('well?'));
    await run.result;
    expect(await meansOf(await talkTo(inspector), run.id)).toMatchObject({ fork: { kept: 'nowhere' } });
  });

  it('refuses in words what nobody here can do: a stored run without its orchestrator, a run of a chart', async () => {
    const { run, inspector } = await priced();
    const stored = await testInspector({ charts: [shop] });
    const { session } = stored.openLog(run.log);
    const means = await meansOf(await talkTo(stored), session);
    expect(means).toMatchObject({ models: [], refusal: expect.stringContaining('Nobody here can make the calls') });
    expect(means).not.toHaveProperty('fork');
    const runner = createRunner({ charts: [shop], store: memoryStore(), inspect: inspector });
    runner.start(shop, { id: 'order', input: { items: 1 } });
    const say = await talkTo(inspector);
    expect(await meansOf(say, 'order')).toEqual({
      models: [],
      limitMs: 180_000,
      refusal: expect.stringContaining('Only calls of an orchestrator'),
      fork: { kept: 'memory' },
    });
    const reask = await say({ type: 'reask', session: 'order', key: 'charge', call: 'c' });
    expect(reask).toMatchObject({ ok: false, error: expect.stringContaining('Nobody here can make the calls') });
    await runner.close();
  });
});

describe('a call that is made once more from the page', () => {
  it('is put to another model; the run does not know of it, and what it cost is told', async () => {
    const { say, run, asked } = await priced();
    const [before, { usage: paid }] = [structuredClone(run.log), await run.result];
    const reply = await say({ type: 'reask', session: 'first', key: asked, call: 'c', model: 'echo' });
    expect(reply).toMatchObject({ ok: true, data: { model: 'echo', usage } });
    expect((reply.ok && (reply.data as Reasked).output) || {}).toMatchObject({
      text: expect.stringContaining('5 EUR'),
    });
    expect(run.log).toEqual(before);
    expect((await run.result).usage).toEqual(paid);
  });

  it('is asked with the messages as they were changed; those that were not are sent with what the page hides', async () => {
    const store = memoryStore();
    const inspector = await testInspector({ store, models: [echo] });
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'yes' }) }]);
    const secret = 'sk-abcdefghijklmnopqrstuvwx';
    const troupe = createOrchestrator({ model, specialists: [worker], store, inspect: inspector });
    const run = troupe.start(ask(`is ${secret} a key?`));
    await run.result;
    const say = await talkTo(inspector);
    const [key, session] = ['t1/think#1', run.id];
    const prompt = await say({ type: 'prompt', session, key });
    const { messages } = (prompt.ok ? prompt.data : {}) as { messages: { role: string; content: string }[] };
    expect(JSON.stringify(messages)).not.toContain(secret);
    const more = [...messages, { role: 'user', content: 'and why?' }];
    const reply = await say({ type: 'reask', session, key, call: 'c', model: 'echo', messages: more });
    // The page is not told the secret, and the model was.
    expect(JSON.stringify(reply)).toContain('[redacted]');
    expect(JSON.stringify(reply)).toContain('and why?');
    expect(JSON.stringify(reply)).not.toContain(secret);
    const changed = messages.map((each) => ({ ...each, content: `${each.content}!` }));
    expect(await say({ type: 'reask', session, key, call: 'c', model: 'echo', messages: changed })).toMatchObject({
      ok: false,
      error: expect.stringContaining('A part of this is hidden'),
    });
    const odd = await say({ type: 'reask', session, key, call: 'c', messages: [{ role: 'judge', content: 'x' }] });
    expect(odd).toMatchObject({ ok: false, error: expect.stringContaining('Message 1 cannot be sent: role') });
  });

  it('is given up when it is stopped, and makes room for another one', async () => {
    const { say, asked } = await priced();
    const reask = (call: string, model = 'silent') => say({ type: 'reask', session: 'first', key: asked, call, model });
    const waiting = ['a', 'b', 'c', 'd'].map((call) => reask(call));
    expect(await reask('e')).toMatchObject({ ok: false, error: expect.stringContaining('4 calls are under way') });
    await say({ type: 'stop', call: 'a' });
    expect(await waiting[0]).toMatchObject({ ok: false, error: 'The call was stopped.' });
    expect(await reask('e', 'echo')).toMatchObject({ ok: true });
    expect(await reask('b', 'echo')).toMatchObject({ ok: false, error: expect.stringContaining('under way already') });
    for (const call of ['b', 'c', 'd']) await say({ type: 'stop', call });
    expect((await Promise.all(waiting)).map(({ ok }) => ok)).toEqual([false, false, false, false]);
  });

  it('is refused for a model that is not offered, a call that is not there, and one that asks no model', async () => {
    const { say, asked, used } = await priced();
    const reask = (key: string, model: string) => say({ type: 'reask', session: 'first', key, call: 'c', model });
    expect(await reask(asked, 'nobody')).toMatchObject({ error: 'The model "nobody" is not offered here.' });
    expect(await reask('s9', 'echo')).toMatchObject({ error: expect.stringContaining('There is no call "s9"') });
    expect(await reask(used.data.key, 'echo')).toMatchObject({
      error: expect.stringContaining('useTool asks no model'),
    });
  });

  describe('by a model that does not answer', () => {
    afterEach(() => void vi.useRealTimers());

    it('is given up after three minutes, also where nobody follows the signal', async () => {
      vi.useFakeTimers();
      const tries = new TryOuts([]);
      const command = async ({ type }: { type: string }) =>
        type === 'trying' ? { canAsk: true } : new Promise(() => {});
      const session = { command, info: {} } as unknown as Session; // as much of one as is needed
      const asked = tries.reask(session, { type: 'reask', session: 's', key: 'k', call: 'c' });
      const outcome = expect(asked).rejects.toThrow('did not answer within 180 s');
      await vi.advanceTimersByTimeAsync(180_000);
      await outcome;
    });
  });
});

describe('a fork from the page', () => {
  it('goes on from an outcome that a person gives, is in the list of runs with its origin, and replays', async () => {
    const { say, store, used, run } = await priced();
    const output = { ...(used.data.output as object), text: '9 EUR', data: '9 EUR' };
    const { key } = used.data;
    const reply = await say({ type: 'fork', session: 'first', at: used.seq - 1, outcome: { key, output } });
    const { session = '', again = [] } = (reply.ok ? reply.data : {}) as { session?: string; again?: string[] };
    expect(again).not.toContain(key);
    await vi.waitFor(async () => expect((await store.read(session)).at(-1)?.type).toBe('run.completed'));
    const log = await store.read(session);
    expectReplay(log);
    expect(JSON.stringify(log)).toContain('A cup of tea costs 9 EUR');
    expect(JSON.stringify(run.log)).not.toContain('9 EUR');
    const list = await say({ type: 'runs' });
    expect(list).toMatchObject({
      data: { rows: expect.arrayContaining([expect.objectContaining({ id: session, forkOf: 'first' })]) },
    });
  });

  it('is refused, and nothing is stored, for what cannot be the outcome, and for settings with which no run works', async () => {
    const { say, store, used } = await priced();
    const fork = (edits: { path: string; value: unknown }[], output?: unknown) =>
      say({
        type: 'fork',
        session: 'first',
        at: used.seq - 1,
        edits,
        ...(output === undefined ? {} : { outcome: { key: used.data.key, output } }),
      });
    expect(await fork([], { text: 7 })).toMatchObject({
      error: expect.stringMatching(/expected string[\s\S]*at text/),
    });
    expect(await fork([{ path: 'options.limits.rounds', value: -1 }])).toMatchObject({
      error: expect.stringContaining('"options.limits.rounds" cannot be this'),
    });
    expect(await fork([{ path: 'options', value: null }])).toMatchObject({
      error: expect.stringContaining('"options" cannot'),
    });
    expect(await fork([{ path: 'nowhere', value: 1 }])).toMatchObject({
      error: expect.stringContaining('no such place'),
    });
    expect((await store.runs()).map(({ run }) => run)).toEqual(['first']);
  });
});
