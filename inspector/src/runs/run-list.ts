import { computed, effect, signal, untracked } from '@preact/signals';
import type { RunPage, RunRow, RunsCommand } from '../../../src/inspect/run-page.ts';
import type { RunsRoute } from '../routing/route.ts';
import { go, replaceRoute, route } from '../routing/router.ts';
import { ask, isGreeted, sessions } from '../state/store.ts';

/** Rows that are asked for together. */
const pageSize = 100;
/** While logs have to be read, the page asks again. */
const againMs = 300;

/** What is looked for, as the address says it. */
export const query = computed<Omit<RunsRoute, 'page'>>(() => {
  const at = route.value;
  if (at.page !== 'runs') return {};
  const { page: _, ...rest } = at;
  return rest;
});

/** Looks for something else; what one types is no place to go back to, a choice of a filter is. */
export function look(change: { [Key in keyof Omit<RunsRoute, 'page'>]: RunsRoute[Key] | undefined }, isTyped = false) {
  const { text, group, order } = { ...query.value, ...change };
  const to: RunsRoute = {
    page: 'runs',
    ...(text ? { text } : {}),
    ...(group ? { group } : {}),
    ...(order && order !== 'newest' ? { order } : {}),
  };
  if (isTyped) replaceRoute(to);
  else go(to);
}

/** The runs that are to be compared, while two of them are chosen. */
export const chosenRuns = signal<readonly string[] | undefined>(undefined);

/** Chooses a run, or no longer; of three, the one that was chosen first gives way. */
export function chooseRun(id: string): void {
  const chosen = chosenRuns.value ?? [];
  chosenRuns.value = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-2);
}

/** The rows that have come, by page; the counts are those of the last answer. */
export const runList = signal<{
  readonly pages: ReadonlyMap<number, readonly RunRow[]>;
  readonly count: number;
  readonly total: number;
  readonly unread: number;
  readonly isKnown: boolean;
}>({ pages: new Map(), count: 0, total: 0, unread: 0, isKnown: false });

/** Counts the questions that were asked: an answer to an earlier one is not shown. */
let asked = 0;
const loading = new Set<number>();
let timer: ReturnType<typeof setTimeout> | undefined;

async function load(page: number, isFirst: boolean): Promise<void> {
  const mine = isFirst ? ++asked : asked;
  if (isFirst) loading.clear();
  loading.add(page);
  const command: RunsCommand = { type: 'runs', ...query.value, offset: page * pageSize, limit: pageSize };
  const answer = (await ask(command)) as RunPage | undefined; // as the protocol says
  if (mine !== asked) return;
  loading.delete(page);
  if (!answer) return;
  const { rows, count, total, unread } = answer;
  const pages = isFirst ? new Map() : new Map(runList.value.pages);
  runList.value = { pages: pages.set(page, rows), count, total, unread, isKnown: true };
  clearTimeout(timer);
  if (unread > 0) timer = setTimeout(() => void load(0, true), againMs);
}

/** The row at a place; one that is not here yet is asked for. */
export function rowAt(index: number): RunRow | undefined {
  const page = Math.floor(index / pageSize);
  const rows = runList.value.pages.get(page);
  if (!rows && !loading.has(page)) void load(page, false);
  return rows?.[index % pageSize];
}

/** Asks for the list whenever something else is looked for, or a run has changed; until the returned function is called. */
export function startListing(): () => void {
  let last: unknown;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    if (!isGreeted.value) return;
    const wanted = query.value;
    const isOther = wanted !== last;
    sessions.value; // a run has begun, or stands otherwise
    last = wanted;
    clearTimeout(soon);
    soon = setTimeout(() => untracked(() => void load(0, true)), isOther ? 0 : againMs);
  });
  return () => {
    stop();
    clearTimeout(soon);
    clearTimeout(timer);
    asked++;
  };
}
