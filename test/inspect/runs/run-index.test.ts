import { createOrchestrator, memoryStore, type OrchestratorConfig, type Store } from 'troupe';
import { type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { statusWords } from '../../../inspector/src/runs/run-words.ts';
import type { RunPage, RunsCommand } from '../../../src/inspect/run-page.ts';
import { RunIndex } from '../../../src/inspect/runs/run-index.ts';
import { SessionList } from '../../../src/inspect/sessions/session-list.ts';
import { ask, planText, worker } from '../../scenarios/scenario.ts';

type Limits = NonNullable<OrchestratorConfig['limits']>;

/** A store with a run for each pair of a question and an answer; one without an answer fails. */
async function storeOf(said: readonly (readonly [question: string, answer?: string])[]): Promise<Store> {
  const store = memoryStore();
  for (const [question, answer] of said) {
    const lines = answer === undefined ? [] : [{ purpose: 'think' as const, reply: thinking({ answer }) }];
    await createOrchestrator({ model: scriptedModel(lines), specialists: [worker], store }).start(ask(question)).result;
  }
  return store;
}

const indexOf = (store: Pick<Store, 'runs' | 'read'>) => new RunIndex(new SessionList(() => false), store);

/** Asks until all logs are read, as a page does. */
async function list(index: RunIndex, query: Omit<RunsCommand, 'type'> = {}): Promise<RunPage> {
  for (;;) {
    const page = await index.list({ type: 'runs', ...query });
    if (page.unread === 0) return page;
  }
}

const titles = ({ rows }: RunPage) => rows.map(({ title }) => title);

describe('the list of runs', () => {
  it('has the runs of a store a page at a time, with what each came to', async () => {
    const index = indexOf(
      await storeOf(Array.from({ length: 7 }, (_, place) => [`question ${place}`, 'yes'] as const)),
    );
    const first = await list(index, { limit: 3, order: 'oldest' });
    const last = await list(index, { limit: 3, offset: 6, order: 'oldest' });
    expect([first.count, first.total, titles(first).length, titles(last).length]).toEqual([7, 7, 3, 1]);
    expect(first.rows[0]).toMatchObject({
      group: 'completed',
      answer: 'yes',
      tokens: expect.any(Number),
      isOpen: false,
    });
    expect(first.rows[0]?.entries).toBeGreaterThan(5);
  });

  it('says of a run that has not done all of its request that it has done a part, or nothing', async () => {
    const store = memoryStore();
    const plan = { purpose: 'plan' as const, reply: planText({ a: [], b: ['a'] }) };
    const run = (lines: readonly ScriptLine[], limits: Limits) =>
      createOrchestrator({ model: scriptedModel(lines), specialists: [worker], store, limits }).start(ask('do it'))
        .result;
    const part = await run([{ purpose: 'think', reply: thinking() }, plan, { purpose: 'work', reply: 'one' }], {
      modelCalls: 4,
    });
    const nothing = await run([{ purpose: 'think', reply: thinking() }, plan], { modelCalls: 3 });
    const { rows } = await list(indexOf(store), { order: 'oldest' });
    expect([part.outcome, nothing.outcome]).toEqual(['partly', 'refused']);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['partly', 'refused']);
    expect(rows.map((row) => statusWords(row))).toEqual(['Done in part', 'Nothing done']);
  });

  it('finds words of questions and answers, in any order and case, and says where', async () => {
    const index = indexOf(
      await storeOf([
        ['What does the lease say?', 'Subletting needs the consent of the landlord.'],
        ['May I sublet?', 'No.'],
        ['Who won?', 'Nobody.'],
      ]),
    );
    const found = await list(index, { text: 'CONSENT lease' });
    expect(titles(found)).toEqual(['What does the lease say?']);
    expect((await list(index, { text: 'landlord' })).rows[0]?.found).toContain('consent of the landlord');
    expect((await list(index, { text: 'sublet' })).count).toBe(2);
    expect(await list(index, { text: 'neither' })).toMatchObject({ count: 0, total: 3, rows: [] });
  });

  it('shows runs of one status, with the reason of those that failed', async () => {
    const index = indexOf(await storeOf([['good', 'yes'], ['bad']]));
    const { rows, count } = await list(index, { group: 'failed' });
    expect(count).toBe(1);
    expect(rows[0]).toMatchObject({ title: 'bad', status: 'failed', answer: expect.stringContaining('script') });
  });

  it('neither shows secrets nor finds a run by one', async () => {
    const secret = 'sk-abcdefghijklmnopqrstuvwxyz123456';
    const index = indexOf(await storeOf([[`use ${secret}`, `the key is ${secret}`]]));
    expect(JSON.stringify(await list(index))).not.toContain(secret);
    expect((await list(index, { text: secret })).count).toBe(0);
    expect((await list(index, { text: 'redacted' })).count).toBe(1);
  });

  it('has a run whose log is damaged, with what is wrong', async () => {
    const store = await storeOf([['whole', 'yes']]);
    const index = indexOf({ runs: (query) => store.runs(query), read: () => Promise.reject(new Error('torn page')) });
    expect((await list(index, { order: 'cost' })).rows[0]).toMatchObject({ title: 'whole', answer: 'torn page' });
  });

  it('reads no log twice that has not grown', async () => {
    const store = await storeOf([
      ['one', 'yes'],
      ['two', 'yes'],
    ]);
    let reads = 0;
    const index = indexOf({
      runs: (query) => store.runs(query),
      read: (run) => {
        reads++;
        return store.read(run);
      },
    });
    for (const text of ['yes', 'one', 'two']) await list(index, { text });
    expect(reads).toBe(2);
  });
});
