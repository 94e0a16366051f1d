import { statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { toFileNames } from '../file-kind.ts';
import { findName, noSuchName } from '../find-name.ts';
import { WorkerQueue } from '../worker-queue.ts';
import type { TableDescription } from './describe-columns.ts';
import { type QueryResult, queryResultSchema } from './query-result.ts';
import { type TableQuery, type TableQueryInput, tableQuerySchema } from './table-query.ts';

/** What is sent to the worker: without a query the table is described. */
export interface TableTask {
  readonly name: string;
  readonly path: string;
  readonly maxBytes: number;
  readonly query?: TableQuery;
}

/** Which tables there are, and how much of them may be read for how long. */
export interface TablesOptions {
  /** The files: `.csv`, `.tsv`, or `.json` with a list of objects. No other file can be read. */
  readonly files: readonly string[];
  /** @default 33554432 */
  readonly maxBytes?: number;
  /** How long one piece of work may take, from when it begins. @default 30000 */
  readonly deadlineMs?: number;
}

/** A closed set of tables. */
export interface Tables {
  readonly names: readonly string[];
  describe(name: string, signal: AbortSignal): Promise<TableDescription>;
  query(query: TableQueryInput, signal: AbortSignal): Promise<QueryResult>;
}

const script = new URL(import.meta.url.endsWith('.ts') ? './table-worker.ts' : './table-worker.js', import.meta.url);
// One for all sets of tables: they share the cores.
const queue = new WorkerQueue(script);

/** So much of a table is read where nothing else is said. */
export const maxTableBytes = 32 * 1024 * 1024;

/**
 * Opens a closed set of tables by name.
 *
 * Contract: every piece of work has a thread to itself while it runs, which is ended when the signal aborts or the deadline passes; what
 * there is no thread for waits. Errors name the file and say what to do.
 */
export function createTables({ files, maxBytes = maxTableBytes, deadlineMs = 30_000 }: TablesOptions): Tables {
  const paths = toFileNames(files);
  const described = new Map<string, { version: string; description: TableDescription }>();
  const task = (name: string): TableTask => {
    // A model may write it with its folder or without its ending.
    const names = [...paths.keys()];
    const known = findName(name, names) ?? findName(basename(name), names) ?? withoutEnding(name, names);
    const path = known === undefined ? undefined : paths.get(known);
    if (known === undefined || path === undefined) throw noSuchName('There is no table', name, names);
    return { name: known, path, maxBytes };
  };
  return {
    names: [...paths.keys()],
    describe: async (name, signal) => {
      const work = task(name);
      const stat = statSync(work.path, { throwIfNoEntry: false });
      const version = `${stat?.mtimeMs} ${stat?.size}`;
      const known = described.get(work.name);
      if (known?.version === version) return known.description;
      // The worker is ours and sends what `describeColumns` gives.
      const description = (await queue.run(work, { signal, deadlineMs })) as TableDescription;
      described.set(work.name, { version, description });
      return description;
    },
    query: async (input, signal) => {
      const query = tableQuerySchema.parse(input);
      return queryResultSchema.parse(await queue.run({ ...task(query.file), query }, { signal, deadlineMs }));
    },
  };
}

function withoutEnding(written: string, names: readonly string[]): string | undefined {
  const stems = names.map((name) => basename(name, extname(name)));
  const stem = findName(basename(written, extname(written)), stems);
  return stem === undefined ? undefined : names[stems.indexOf(stem)];
}
