/**
 * A process that writes to a store: `sqlite-writer.ts FILE until-killed` prints the number of entries after each append,
 * `until-full` fills the disk and prints what came of it.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../src/errors.ts';
import { sqliteStore } from '../../src/stores/sqlite-store.ts';
import { sampleEntries } from '../../src/testing/sample-entries.ts';

/** So many entries go into one append. */
const batch = 7;
const [file = '', task] = process.argv.slice(2);

if (task === 'until-killed') {
  const store = sqliteStore(file);
  const run = String(process.pid);
  for (let after = 0; ; after += batch) {
    store.append(run, after, sampleEntries(run, after + 1, after + batch));
    process.stdout.write(`${after + batch}\n`);
  }
}

if (task === 'until-full') {
  const ballast = `${file}.ballast`;
  writeFileSync(ballast, Buffer.alloc(512 * 1024));
  const store = sqliteStore(file);
  let after = 0;
  let error: unknown;
  while (!error && after < 100_000) {
    try {
      store.append('a', after, sampleEntries('a', after + 1, after + batch));
      after += batch;
    } catch (thrown) {
      error = thrown;
    }
  }
  const kept = (await store.read('a')).length;
  rmSync(ballast);
  store.append('a', kept, sampleEntries('a', kept + 1, kept + batch));
  const later = (await store.read('a')).length;
  store.close();
  process.stdout.write(JSON.stringify({ written: after, message: messageOf(error), kept, later }));
}
