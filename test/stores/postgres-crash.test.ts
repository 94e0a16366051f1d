import { postgresStore } from 'troupe/postgres';
import { sampleEntries } from 'troupe/testing';
import { expect, it } from 'vitest';
import { failure } from './failure.ts';
import { startPostgres } from './postgres-server.ts';

it('says so when the server crashes, and goes on with all it had when the server is back', async () => {
  const own = await startPostgres({ isDurable: true });
  const store = postgresStore(own.url);
  try {
    await store.append('a', 0, sampleEntries('a', 1, 3));
    const lease = await store.acquire('a', 'one', 60_000);
    await Promise.all([store.read('a'), store.read('a'), store.runs()]); // three connections, of which two are idle later
    let written = 3;
    let crash: Promise<void> | undefined;
    const writing = failure(async () => {
      for (; ; written++) {
        await store.append('a', written, sampleEntries('a', written + 1, written + 1), lease);
        if (written === 20) crash = own.crash();
      }
    });
    await writing;
    await crash;
    for (const error of [await writing, await failure(() => store.read('a'))]) {
      expect(error.code).toBe('store');
      expect(error.message).toMatch(/^Cannot (?:write|read) run a in .*: .*\. (?:Is the server running|The server )/);
    }
    await own.restart();
    const kept = await store.read('a');
    expect(kept).toEqual(sampleEntries('a', 1, kept.length));
    // The last one may be stored although the server could not say so any more.
    expect([written, written + 1]).toContain(kept.length);
    expect(await store.acquire('a', 'two', 60_000)).toBe(undefined);
    await store.append('a', kept.length, sampleEntries('a', kept.length + 1, kept.length + 1), lease);
    expect((await store.runs())[0]?.entries).toBe(kept.length + 1);
  } finally {
    await store.close();
    await own.stop();
  }
});
