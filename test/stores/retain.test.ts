import { memoryStore, type RetainOptions, retain, type Store, TroupeError } from 'troupe';
import { expect, it } from 'vitest';
import { asked, moved, sampleEntry, user } from '../../src/testing/sample-entries.ts';
import { failure } from './failure.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 5, 30);

/** Runs that ended so many days ago; a question mark is one that has not ended. */
async function storeOf(...runs: readonly string[]): Promise<Store> {
  const store = memoryStore();
  for (const run of runs) {
    const at = new Date(now - Number.parseInt(run, 10) * day).toISOString();
    const status = run.endsWith('?') ? 'executing' : 'completed';
    const end = { ...moved(run, 2, status), at };
    await store.append(run, 0, [{ ...asked(run, 1, user('Why?')), at }, end]);
  }
  return store;
}
const names = (runs: readonly { readonly run: string }[]) => runs.map(({ run }) => run);

async function cleaned(store: Store, options: RetainOptions) {
  const { deleted, archived, skipped } = await retain(store, { now, ...options });
  return [names(deleted), names(archived), names(skipped)];
}

it('deletes the ended runs that are older than they may be, and no open one', async () => {
  const store = await storeOf('40', '35?', '31', '30', '1');
  expect(await cleaned(store, { maxAgeMs: 30 * day })).toEqual([['31', '40'], [], []]);
  expect(names(await store.runs())).toEqual(['1', '30', '35?']);
});

it('keeps the newest of the ended runs, of a number and of a size', async () => {
  const store = await storeOf('5', '4?', '3', '2', '1');
  expect(await cleaned(store, { maxRuns: 3 })).toEqual([['5'], [], []]);
  const [{ bytes = 0 } = {}] = await store.runs();
  expect(await cleaned(store, { maxBytes: 2 * bytes })).toEqual([['3'], [], []]);
  expect(names(await store.runs())).toEqual(['1', '2', '4?']);
});

it('archives what is old and stays', async () => {
  const store = await storeOf('40', '20', '10?', '9', '1');
  const options = { maxAgeMs: 30 * day, archiveAfterMs: 7 * day };
  expect(await cleaned(store, options)).toEqual([['40'], ['9', '20'], []]);
  expect(await cleaned(store, options)).toEqual([[], [], []]);
  expect((await store.runs()).filter(({ isArchived }) => isArchived).map(({ run }) => run)).toEqual(['9', '20']);
});

it('leaves a run that somebody holds the lease of, and says so', async () => {
  const store = await storeOf('40', '39', '20');
  const lease = await store.acquire('39', 'somebody', 60_000);
  await store.acquire('20', 'somebody', 60_000);
  const options = { maxAgeMs: 30 * day, archiveAfterMs: 7 * day };
  expect(await cleaned(store, options)).toEqual([['40'], [], ['39', '20']]);
  if (lease) await store.release(lease);
  expect(await cleaned(store, options)).toEqual([['39'], [], ['20']]);
});

it('neither touches nor counts what is to be kept', async () => {
  const store = await storeOf('40', '3', '2', '1');
  const keep = ({ run }: { run: string }) => run === '40' || run === '1';
  expect(await cleaned(store, { maxAgeMs: 30 * day, maxRuns: 1, keep })).toEqual([['3'], [], []]);
});

it('only says what it would do in a dry run, and takes no lease', async () => {
  const store = await storeOf('40', '20', '1');
  const before = await store.runs();
  const options = { maxAgeMs: 30 * day, archiveAfterMs: 7 * day, isDryRun: true, now };
  const said = await retain({ ...store, acquire: () => expect.unreachable() }, options);
  expect([names(said.deleted), names(said.archived), said.savedBytes]).toEqual([['40'], ['20'], undefined]);
  expect(said.deletedBytes).toBe(said.deleted[0]?.bytes);
  expect(await store.runs()).toEqual(before);
});

it('counts an archived run with its new size', async () => {
  const memory = await storeOf('9', '8', '1');
  const runs: Store['runs'] = async (query) =>
    (await memory.runs(query)).map((run) => ({ ...run, bytes: run.isArchived ? 10 : 100 }));
  const store = { ...memory, runs };
  const options = { archiveAfterMs: 7 * day, maxBytes: 110 };
  expect(await cleaned(store, { ...options, isDryRun: true })).toEqual([['8', '9'], ['8', '9'], []]);
  const done = await retain(store, { ...options, now });
  expect([names(done.deleted), done.savedBytes, done.deletedBytes]).toEqual([['9'], 180, 10]);
});

it('goes through every page of a large store', async () => {
  const store = memoryStore();
  for (let run = 0; run < 1_100; run++) await store.append(`${run}`, 0, [moved(`${run}`, 1, 'completed')]);
  await store.append('open', 0, [sampleEntry('open', 1, {})]);
  expect((await retain(store, { maxRuns: 0 })).deleted).toHaveLength(1_100);
  expect(names(await store.runs())).toEqual(['open']);
});

it('refuses a limit that is none', async () => {
  const { code, message } = await failure(() => retain(memoryStore(), { maxAgeMs: Number.NaN }));
  expect([code, message]).toEqual(['usage', '"maxAgeMs" is a number from 0 on, not NaN.']);
});

it('refuses what is no option, so that a misspelt dry run deletes nothing', async () => {
  const store = await storeOf('40');
  // What a program without types may ask.
  const wrong: object[] = [{ isDryrun: true }, { isDryRun: 'yes' }, { keep: ['40'] }, { now: Number.NaN }];
  for (const options of wrong) {
    const { code, message } = await failure(() => retain(store, { maxRuns: 0, ...options }));
    expect([code, message]).toEqual(['usage', expect.stringContaining(`"${Object.keys(options)[0]}"`)]);
  }
  expect(names(await store.runs())).toEqual(['40']);
});

it('counts what two do at once in the account of one of them', async () => {
  const store = await storeOf('40', '39', '20', '19', '18');
  const options = { now, maxAgeMs: 30 * day, archiveAfterMs: 7 * day };
  const accounts = await Promise.all([retain(store, options), retain(store, options)]);
  expect(names(accounts.flatMap(({ deleted }) => deleted)).toSorted()).toEqual(['39', '40']);
  expect(names(accounts.flatMap(({ archived }) => archived)).toSorted()).toEqual(['18', '19', '20']);
});

it('leaves a run whose log is damaged, says so, and goes on with the others', async () => {
  const store = await storeOf('20', '19', '18');
  const archive = async (run: string) => {
    if (run === '19') throw new TroupeError('bad-log', 'The log entry at run 19, number 2 is damaged.');
    return store.archive(run);
  };
  const { archived, damaged, skipped } = await retain({ ...store, archive }, { now, archiveAfterMs: 7 * day });
  expect([archived, damaged, skipped].map(names)).toEqual([['18', '20'], ['19'], []]);
  expect(await store.acquire('19', 'somebody', 60_000)).toBeDefined();
});

it('leaves everything else where a store fails', async () => {
  const store = await storeOf('20', '19');
  const archive = async () => {
    throw new TroupeError('store', 'The disk is full.');
  };
  expect(await failure(() => retain({ ...store, archive }, { now, archiveAfterMs: 7 * day }))).toMatchObject({
    code: 'store',
  });
});
