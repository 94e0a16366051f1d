import { TroupeError } from '../errors.ts';
import type { RunQuery, RunSummary, Store } from '../stores/store.ts';
import { toPrintableLine } from './terminal/printable.ts';
import { cutText } from './terminal/text-width.ts';
import { troupeCommand } from './terminal/troupe-command.ts';

const pageSize = 500;

/** Every run of a store, the newest first, a page at a time. */
export async function* allRuns(
  store: Store,
  query: Pick<RunQuery, 'status' | 'session'> = {},
): AsyncGenerator<RunSummary> {
  let after: string | undefined;
  for (;;) {
    const page = await store.runs({ ...query, limit: pageSize, ...(after === undefined ? {} : { after }) });
    yield* page;
    after = page.at(-1)?.run;
    if (page.length < pageSize || after === undefined) return;
  }
}

/** The one run whose id is `prefix` or begins with it; `file` is where the store is. */
export async function findRun(store: Store, prefix: string, file: string): Promise<RunSummary> {
  const found: RunSummary[] = [];
  for await (const summary of allRuns(store)) {
    if (summary.run === prefix) return summary;
    if (summary.run.startsWith(prefix)) found.push(summary);
  }
  const [one, another] = found;
  if (!one) {
    const list = troupeCommand(['runs'], { store: file });
    throw new TroupeError('usage', `There is no run "${prefix}" in the store. List them with: ${list}`);
  }
  if (!another) return one;
  const lines = found.map(
    ({ run, status, question }) => `  ${run}  ${status}  ${cutText(toPrintableLine(question), 60)}`,
  );
  throw new TroupeError(
    'usage',
    [`"${prefix}" matches ${found.length} runs. Give more of the id:`, ...lines].join('\n'),
  );
}

const shortest = 8;

/** The beginning of each id that no other id has, at least eight characters. */
export function shortIds(ids: readonly string[]): Map<string, string> {
  const sorted = ids.toSorted();
  const shared = (a: string, b: string) => {
    let length = 0;
    while (length < a.length && a[length] === b[length]) length++;
    return length;
  };
  return new Map(
    sorted.map((id, index) => {
      const [before = '', next = ''] = [sorted[index - 1], sorted[index + 1]];
      return [id, id.slice(0, Math.max(shortest, shared(id, before) + 1, shared(id, next) + 1))];
    }),
  );
}

/** Says that nothing more can be done with a run. */
export const hasEnded = (id: string, status: string, store: string) =>
  new TroupeError(
    'usage',
    `Run ${id} has ended (${status}). Look at it with: ${troupeCommand(['show', id], { store })}`,
  );
