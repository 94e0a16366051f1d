/** Runs in a thread of its own, so that reading or asking a table can be ended from outside. */
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';
import { hideSqliteWarning } from '../hide-sqlite-warning.ts';
import { readLimited } from '../read-limited.ts';
import { describeColumns } from './describe-columns.ts';
import { parseTable } from './parse-table.ts';
import type { TableTask } from './tables.ts';

hideSqliteWarning();
const { runQuery } = await import('./run-query.ts'); // loads SQLite

parentPort?.on('message', ({ name, path, maxBytes, query }: TableTask) => {
  try {
    const table = parseTable(name, readLimited(name, path, maxBytes));
    parentPort?.postMessage({ value: query ? runQuery(table, query) : describeColumns(table) });
  } catch (error) {
    parentPort?.postMessage({ error: messageOf(error) });
  }
});
