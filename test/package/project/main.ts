/** What a user does with the core, the offline rules and SQLite, in any runtime: one line for each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrchestrator, memoryStore } from 'troupe';
import { offlineModel, shippedSpecialists } from 'troupe/offline';
import { order } from './own-specialists.ts';
import { askDesk, openDoor, pair } from './parent-machine.ts';
import { serveOnce } from './web-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-project-'));
const table = join(folder, 'fruit.csv');
writeFileSync(table, 'fruit,pieces\napple,3\npear,4\napple,5\n');

async function askTable(): Promise<string> {
  const files = [table];
  const troupe = createOrchestrator({ model: offlineModel({ files }), specialists: shippedSpecialists({ files }) });
  const { message, status } = await troupe.invoke([{ role: 'user', content: 'fruit.csv: total pieces by fruit' }]);
  return `${status}: ${/apple \| *8/.test(message.content) ? 'apple 8' : message.content}`;
}

/** Deno and Bun have SQLite in versions of their own: what is missing is said. */
async function orderInSqlite(): Promise<string> {
  const { sqliteStore } = await import('troupe/sqlite');
  const store = sqliteStore(join(folder, 'runs.db'));
  const said = await order(store);
  store.close();
  return said;
}

const checks: Record<string, () => Promise<string>> = {
  order: () => order(),
  stored: () => order(memoryStore()),
  desk: () => askDesk('How are you?'),
  door: openDoor,
  pair,
  server: serveOnce,
  offline: askTable,
  sqlite: orderInSqlite,
};
for (const [name, check] of Object.entries(checks)) {
  const said = await check().catch((error: unknown) => `failed: ${error instanceof Error ? error.message : error}`);
  console.log(`${name}: ${said}`);
}
rmSync(folder, { recursive: true });
