import { TroupeError } from '../errors.ts';
import type { MemoryItem } from './memory-item.ts';

/** What is needed of a store of runs; every `Store` fits. */
export interface RunsOfStore {
  runs(query: {
    session?: string;
    after?: string;
    limit?: number;
  }): Promise<readonly { readonly run: string; readonly session?: string }[]>;
  read(run: string): Promise<readonly object[]>;
  delete(run: string): Promise<boolean>;
}

const page = 200;

/**
 * Deletes the runs in whose logs forgotten memories may be read: those in which they were said, all of the same sessions, whose logs have the
 * conversation too, those that recalled them, whose answers may quote them, and all that have their very words, if these are more than a word or two. It reads every log of the store. Returns
 * the ids of the runs.
 *
 * @throws TroupeError `bad-log` when all of them are deleted, and there are runs whose logs cannot be read: nobody knows what these say.
 */
export async function deleteSources(store: RunsOfStore, forgotten: readonly MemoryItem[]): Promise<string[]> {
  if (forgotten.length === 0) return [];
  const sources = forgotten.flatMap((item) => item.sources ?? []);
  const said = new Set(sources.flatMap(({ run }) => run ?? []));
  const sessions = new Set(sources.flatMap(({ session }) => session ?? []));
  const signs = forgotten.flatMap(({ id, formerly = [], value }) => [
    id,
    ...formerly,
    ...(isTelling(value) ? [JSON.stringify(value).slice(1, -1)] : []),
  ]);
  const [gone, unread]: [string[], string[]] = [[], []];
  for (const { run, session } of await runsIn(store)) {
    const isSaid = said.has(run) || (session !== undefined && sessions.has(session));
    const entries = isSaid ? [] : await store.read(run).catch(unlessDamaged);
    if (isSaid || (entries && hasOne(entries, signs))) gone.push(run);
    else if (!entries) unread.push(run);
  }
  for (const run of gone) await store.delete(run);
  if (unread.length === 0) return gone;
  throw new TroupeError(
    'bad-log',
    `${gone.length} ${gone.length === 1 ? 'run was' : 'runs were'} deleted. The logs of these cannot be read, and may have what was forgotten: ${unread.join(', ')}. Delete them, too, or mend them and delete again.`,
  );
}

/** All of them at once: whoever deletes one while logs are read leaves no gap in the list. */
async function runsIn(store: RunsOfStore) {
  const runs: Awaited<ReturnType<RunsOfStore['runs']>>[number][] = [];
  for (;;) {
    const after = runs.at(-1)?.run;
    const listed = await store.runs({ limit: page, ...(after === undefined ? {} : { after }) });
    runs.push(...listed);
    if (listed.length < page) return runs;
  }
}

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof TroupeError && error.code === 'bad-log')) throw error;
}

/** A word or two are in logs that have nothing to do with it. */
const isTelling = (value: string) => value.length >= (/\p{Script=Han}/u.test(value) ? 4 : 8);

const hasOne = (entries: readonly object[], signs: readonly string[]): boolean =>
  entries.some((entry) => {
    const text = JSON.stringify(entry);
    return signs.some((sign) => text.includes(sign));
  });
