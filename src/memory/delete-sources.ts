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
  const gone: string[] = [];
  for (let after: string | undefined; ; ) {
    const listed = await store.runs({ limit: page, ...(after === undefined ? {} : { after }) });
    for (const { run, session } of listed) {
      const isSaid = said.has(run) || (session !== undefined && sessions.has(session));
      if (isSaid || hasOne(await store.read(run), signs)) gone.push(run);
    }
    after = listed.at(-1)?.run;
    if (listed.length < page) break;
  }
  for (const run of gone) await store.delete(run);
  return gone;
}

/** A word or two are in logs that have nothing to do with it. */
const isTelling = (value: string) => value.length >= (/\p{Script=Han}/u.test(value) ? 4 : 8);

const hasOne = (entries: readonly object[], signs: readonly string[]): boolean =>
  entries.some((entry) => {
    const text = JSON.stringify(entry);
    return signs.some((sign) => text.includes(sign));
  });
