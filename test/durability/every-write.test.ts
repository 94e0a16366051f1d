import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore, type Store } from 'troupe';
import { postgresStore } from 'troupe/postgres';
import { sqliteStore } from 'troupe/sqlite';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectReplay } from '../scenarios/scenario.ts';
import { postgresServer } from '../stores/postgres-server.ts';
import { startReferenceEndpoint } from './reference-endpoint.ts';
import { drive, essence, orchestrateOn, type ReferenceRun, referenceRuns } from './reference-runs.ts';
import { untilFree } from './until-free.ts';

class Crash extends Error {}

/** A store whose process dies right before or right after one write: from then on nothing is written and nothing is given back. */
function dying(store: Store, at: number, when: 'before' | 'after'): Store & { writes: number; isDead: boolean } {
  const dead = {
    ...store,
    writes: 0,
    isDead: false,
    append(...args: Parameters<Store['append']>) {
      if (dead.isDead) throw new Crash();
      dead.writes++;
      if (dead.writes !== at) return store.append(...args);
      dead.isDead = true;
      if (when === 'before') throw new Crash();
      const written = store.append(...args);
      if (!(written instanceof Promise)) throw new Crash();
      return written.then(() => {
        throw new Crash();
      });
    },
    // The dead hear nothing more.
    renew: (...args: Parameters<Store['renew']>) =>
      dead.isDead ? new Promise<boolean>(() => {}) : store.renew(...args),
    release(...args: Parameters<Store['release']>) {
      if (!dead.isDead) return store.release(...args);
    },
  };
  return dead;
}

/** One for all tests: each run has an id of its own. */
let server: ReturnType<typeof postgresServer> | undefined;
afterAll(async () => (await server)?.stop());

const stores: Readonly<Record<string, () => Store | Promise<Store>>> = {
  'in memory': memoryStore,
  'in SQLite': () => {
    const folder = mkdtempSync(join(tmpdir(), 'troupe-'));
    const store = sqliteStore(join(folder, 'runs.db'), { synchronous: 'NORMAL' });
    onTestFinished(() => {
      store.close();
      rmSync(folder, { recursive: true });
    });
    return store;
  },
  'in PostgreSQL': async () => {
    server ??= postgresServer();
    const store = postgresStore((await server).url);
    onTestFinished(() => store.close());
    return store;
  },
};

async function undisturbed(reference: ReferenceRun, store: Store) {
  const { baseURL } = await startReferenceEndpoint(reference);
  const counting = dying(store, 0, 'before');
  const result = await drive(
    orchestrateOn(baseURL, counting, reference).start([{ role: 'user', content: reference.question }]),
  );
  expect(result.status).toBe('completed');
  return { expected: essence(result), writes: counting.writes };
}

/** Cuts a run at one write, goes on with it, and checks that nothing was lost and nothing that was recorded was asked for again. */
async function cutAndResume(
  reference: ReferenceRun,
  store: Store,
  expected: unknown,
  cut: { at: number; when: 'before' | 'after' },
): Promise<void> {
  const { baseURL, answered } = await startReferenceEndpoint(reference);
  const first = orchestrateOn(baseURL, dying(store, cut.at, cut.when), reference).start([
    { role: 'user', content: reference.question },
  ]);
  await expect(drive(first)).rejects.toBeInstanceOf(Crash);
  const stored = await store.read(first.id);
  const second = orchestrateOn(baseURL, store, reference);
  if (stored.length === 0) {
    // Nothing was promised before the first write.
    await expect(untilFree(() => second.resume(first.id))).rejects.toThrow('There is no run');
    return;
  }
  const hasEnded = stored.some((entry) => entry.type === 'run.completed');
  const result = hasEnded ? await second.read(first.id) : await drive(await untilFree(() => second.resume(first.id)));
  expect(essence(result), `cut ${cut.when} write ${cut.at}`).toEqual(expected);
  const log = await store.read(first.id);
  expectReplay(log);
  const recorded = stored
    .filter((entry) => entry.type === 'effect.completed')
    .map((entry) => `${first.id}/${entry.data.key}`);
  for (const key of recorded) {
    expect(
      answered.filter((each) => each === key).length,
      `${key}, cut ${cut.when} write ${cut.at}`,
    ).toBeLessThanOrEqual(1);
  }
  const counts = Map.groupBy(answered, (key) => key);
  for (const [key, times] of counts) expect(times.length, key).toBeLessThanOrEqual(2);
}

describe.each(Object.entries(stores))('a process that dies at any write %s', (_, open) => {
  it.each(Object.entries(referenceRuns))('loses nothing of %s', async (_name, reference) => {
    const store = await open();
    const { expected, writes } = await undisturbed(reference, store);
    for (let at = 1; at <= writes; at++) {
      for (const when of ['before', 'after'] as const) await cutAndResume(reference, store, expected, { at, when });
    }
  });
});
