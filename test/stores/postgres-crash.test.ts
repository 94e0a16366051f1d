import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createOrchestrator, replay } from 'troupe';
import { postgresStore } from 'troupe/postgres';
import { reflection, sampleEntries, scriptedModel, thinking } from 'troupe/testing';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { ask, planText, worker } from '../scenarios/scenario.ts';
import { failure } from './failure.ts';
import { startPostgres } from './postgres-server.ts';

const server = await startPostgres({ isDurable: true });
afterAll(() => server.stop());

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** A run of eight steps, one after the other; `meddle` is called when a step is under way. */
async function runEight(meddle: (step: string) => Promise<void>) {
  const store = postgresStore(server.url);
  onTestFinished(async () => void (await store.close()));
  const plan = planText(Object.fromEntries(ids.map((id, place) => [id, ids.slice(Math.max(0, place - 1), place)])));
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: plan },
    ...ids.map((id) => ({
      purpose: 'work' as const,
      step: id,
      reply: async () => {
        await meddle(id);
        return `did ${id}`;
      },
    })),
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'all is done' }) },
  ]);
  const run = createOrchestrator({ model, specialists: [worker], store }).start(ask('do it'));
  const result = await run.result;
  model.assertUsedUp();
  return { run, result, stored: await store.read(run.id) };
}

it('a run survives that its connections are cut again and again, and that the server is restarted', async () => {
  const admin = new pg.Pool({ connectionString: server.url, max: 1 });
  admin.on('error', () => {});
  const { run, result, stored } = await runEight(async (step) => {
    if (step === 'd') {
      await server.crash();
      await server.restart();
      return;
    }
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  });
  await admin.end();
  expect(result).toMatchObject({ status: 'completed', message: { content: 'all is done' } });
  expect(stored).toEqual(run.log);
  expect(replay(stored)).toEqual({ equal: true, entries: stored.length });
});

it('says so when the server stays away, and goes on with all it had when the server is back', async () => {
  const store = postgresStore(server.url, { schema: 'crash', reconnectMs: 0 });
  onTestFinished(async () => void (await store.close()));
  await store.append('a', 0, sampleEntries('a', 1, 3));
  const lease = await store.acquire('a', 'one', 60_000);
  await Promise.all([store.read('a'), store.read('a'), store.runs()]); // three connections, of which two are idle later
  let written = 3;
  let crash: Promise<void> | undefined;
  const writing = failure(async () => {
    for (; ; written++) {
      await store.append('a', written, sampleEntries('a', written + 1, written + 1), lease);
      if (written === 20) crash = server.crash();
    }
  });
  await writing;
  await crash;
  for (const error of [await writing, await failure(() => store.read('a'))]) {
    expect(error.code).toBe('store');
    expect(error.message).toMatch(/^Cannot (?:write|read) run a in .*: .*\. (?:Is the server running|The server )/);
  }
  await server.restart();
  const kept = await store.read('a');
  expect(kept).toEqual(sampleEntries('a', 1, kept.length));
  // The last one may be stored although the server could not say so any more.
  expect([written, written + 1]).toContain(kept.length);
  expect(await store.acquire('a', 'two', 60_000)).toBe(undefined);
  await store.append('a', kept.length, sampleEntries('a', kept.length + 1, kept.length + 1), lease);
  expect((await store.runs())[0]?.entries).toBe(kept.length + 1);
});

/** A socket in front of the server: it can be cut when the server has heard a word, and it can fall silent. */
async function wire() {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-wire-'));
  const address = new URL(server.url);
  const real = join(decodeURIComponent(address.hostname), '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  let isSilent = false;
  let word: string | undefined;
  const proxy = createServer((client) => {
    const upstream = connect(real);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    client.on('data', (chunk) => {
      if (isSilent) return;
      upstream.write(chunk);
      if (word === undefined || !chunk.includes(word)) return;
      word = undefined;
      // Whoever said it never learns what came of it.
      upstream.removeAllListeners('data').once('data', () => client.destroy());
    });
    upstream.on('data', (chunk) => isSilent || client.write(chunk));
  });
  await new Promise<void>((resolve) => proxy.listen(join(folder, '.s.PGSQL.5432'), resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: server.url.replace(address.hostname, encodeURIComponent(folder)),
    cutAt(said: string) {
      word = said;
    },
    get isCut() {
      return word === undefined;
    },
    fallSilent() {
      isSilent = true;
    },
  };
}

it.each([0, 1])('writes entries once when the connection is cut in a commit, after %i entries', async (before) => {
  const line = await wire();
  const store = postgresStore(line.url, { schema: `cut ${before}` });
  onTestFinished(async () => void (await store.close()));
  await store.append('a', 0, sampleEntries('a', 1, before));
  line.cutAt('COMMIT');
  await store.append('a', before, sampleEntries('a', before + 1, before + 2));
  expect(line.isCut).toBe(true);
  expect(await store.read('a')).toEqual(sampleEntries('a', 1, before + 2));
  const again = await failure(() => store.append('a', before, sampleEntries('a', before + 1, before + 2)));
  expect(again.message).toContain(`has ${before + 2} entries in the store, but this process knows of ${before}.`);
});

it('gives a connection up on which the server has fallen silent, says so, and can be closed', async () => {
  const line = await wire();
  const store = postgresStore(line.url, { schema: 'silent', answerMs: 5000 });
  await store.append('a', 0, sampleEntries('a', 1, 1));
  line.fallSilent();
  const error = await failure(() => store.append('a', 1, sampleEntries('a', 2, 2)));
  expect(error.code).toBe('store');
  expect(error.message).toMatch(/^Cannot write run a in .*: the server did not answer within 5000 ms\. Is the server/);
  await store.close();
});

it('a run whose server has fallen silent ends when it is cancelled, and its store can be closed', async () => {
  const line = await wire();
  const store = postgresStore(line.url, { schema: 'silent run', answerMs: 5000 });
  const asked = Promise.withResolvers<void>();
  const model = scriptedModel([
    {
      purpose: 'think',
      reply: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    },
  ]);
  const run = createOrchestrator({ model, specialists: [worker], store, leaseMs: 5000 }).start(ask('do it'));
  await asked.promise;
  line.fallSilent();
  run.cancel();
  await expect(run.result).rejects.toMatchObject({ code: 'store' });
  await store.close();
});
