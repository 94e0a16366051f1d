import { isEnded } from '../domain/status.ts';
import { TroupeError } from '../errors.ts';
import type { RunSummary, Store } from './store.ts';

/** What stays in a store. Only runs that have ended are touched; of what is not given here, there is no limit. */
export interface RetainOptions {
  /** Runs that ended longer ago are deleted. */
  readonly maxAgeMs?: number;
  /** So many of the runs that have ended stay, the newest; the others are deleted. */
  readonly maxRuns?: number;
  /** The newest of the runs that have ended stay, as long as they take no more than this together; the others are deleted. */
  readonly maxBytes?: number;
  /** Runs that ended longer ago, and stay, are archived: packed, and still read, found, replayed and forked. */
  readonly archiveAfterMs?: number;
  /** Runs that are neither deleted, archived nor counted, whatever the rest says. */
  readonly keep?: (run: RunSummary) => boolean;
  /** Only says what would be done. */
  readonly isDryRun?: boolean;
  /** The time from which ages count, in milliseconds. @default now */
  readonly now?: number;
}

/** What was done to a store, or would be. Runs are listed as they were before. */
export interface Retained {
  readonly deleted: readonly RunSummary[];
  readonly archived: readonly RunSummary[];
  /** Those that somebody holds the lease of. */
  readonly skipped: readonly RunSummary[];
  /** Those that are not archived because their logs are damaged: they stay as they are, where they can be mended. */
  readonly damaged: readonly RunSummary[];
  /** What the deleted runs had added to the store. */
  readonly deletedBytes: number;
  /** By how much the archived runs became smaller. Absent in a dry run, where nobody knows. */
  readonly savedBytes?: number;
}

/**
 * Cleans a store: deletes and archives runs that have ended, by age, number and size. Runs that are open, or that somebody holds the lease of, stay
 * as they are. What is archived counts with its new size, so that `maxBytes` may delete fewer runs than a dry run says, never more.
 *
 * @throws TroupeError `usage` for an option that there is not, or a value that it cannot have.
 */
export async function retain(store: Store, options: RetainOptions): Promise<Retained> {
  checkOptions(options);
  const { maxAgeMs, maxRuns, maxBytes, archiveAfterMs, keep, isDryRun, now = Date.now() } = options;
  const [skipped, damaged]: [RunSummary[], RunSummary[]] = [[], []];
  const each = async (runs: readonly RunSummary[], work: (run: string) => Promise<boolean>) => {
    const done: RunSummary[] = [];
    // What another process has done meanwhile is in its account.
    const lists = { done, skipped, damaged, 'done before': [] as RunSummary[] };
    for (const run of runs) lists[isDryRun ? 'done' : await alone(store, run.run, work)].push(run);
    return done;
  };
  const remove = (run: string) => store.delete(run);
  const isOlder = (run: RunSummary, ms: number | undefined) => ms !== undefined && now - Date.parse(run.updatedAt) > ms;

  const ended = await endedRuns(store, keep);
  const isMany = (run: RunSummary, place: number) => isOlder(run, maxAgeMs) || place >= (maxRuns ?? ended.length);
  const deleted = await each(ended.filter(isMany), remove);
  const left = ended.filter((run, place) => !isMany(run, place));

  const toPack = left.filter((run) => !run.isArchived && isOlder(run, archiveAfterMs));
  const archived = await each(toPack, (run) => store.archive(run));
  const sizes = isDryRun || archived.length === 0 ? left : await endedRuns(store, keep);
  const bytes = new Map(sizes.map((run) => [run.run, run.bytes]));
  const sizeOf = ({ run }: RunSummary) => bytes.get(run) ?? 0;
  const saved = archived.reduce((sum, run) => sum + run.bytes - sizeOf(run), 0);

  deleted.push(...(await each(beyond(left, sizeOf, maxBytes), remove)));
  const deletedBytes = deleted.reduce((sum, run) => sum + (bytes.get(run.run) ?? run.bytes), 0);
  return { deleted, archived, skipped, damaged, deletedBytes, ...(isDryRun ? {} : { savedBytes: saved }) };
}

/** Of runs with the newest first, those that do not fit any more. */
function beyond(runs: readonly RunSummary[], sizeOf: (run: RunSummary) => number, maxBytes = Number.POSITIVE_INFINITY) {
  let sum = 0;
  return runs.filter((run) => {
    sum += sizeOf(run);
    return sum > maxBytes;
  });
}

const pageSize = 500;

/** The runs that have ended, the newest first. */
async function endedRuns(store: Store, keep: RetainOptions['keep']): Promise<RunSummary[]> {
  const ended: RunSummary[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await store.runs({ limit: pageSize, ...(after === undefined ? {} : { after }) });
    ended.push(...page.filter((run) => isEnded(run.status) && !keep?.(run)));
    after = page.at(-1)?.run;
    if (page.length < pageSize || after === undefined) return ended;
  }
}

/** Does something to a run that nobody drives, and lets nobody drive it meanwhile. */
async function alone(
  store: Store,
  run: string,
  work: (run: string) => Promise<boolean>,
): Promise<'done' | 'done before' | 'skipped' | 'damaged'> {
  const lease = await store.acquire(run, `clean ${crypto.randomUUID()}`, leaseMs);
  if (!lease) return 'skipped';
  try {
    return (await work(run)) ? 'done' : 'done before';
  } catch (error) {
    // One damaged log is no reason to leave all others.
    if (error instanceof TroupeError && error.code === 'bad-log') return 'damaged';
    throw error;
  } finally {
    await store.release(lease);
  }
}

const leaseMs = 60_000;

const names = {
  maxAgeMs: true,
  maxRuns: true,
  maxBytes: true,
  archiveAfterMs: true,
  keep: true,
  isDryRun: true,
  now: true,
} satisfies Record<keyof RetainOptions, true>;

/** What is misspelt would delete what was to be kept, or nothing at all. */
function checkOptions(options: RetainOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined) {
    throw new TroupeError('usage', `retain() has no option "${unknown}": there are ${Object.keys(names).join(', ')}.`);
  }
  const { keep, isDryRun, now } = options;
  if (keep !== undefined && typeof keep !== 'function')
    throw new TroupeError('usage', '"keep" is a function of a run.');
  if (isDryRun !== undefined && typeof isDryRun !== 'boolean') {
    throw new TroupeError('usage', `"isDryRun" is true or false, not ${String(isDryRun)}.`);
  }
  if (now !== undefined && !Number.isFinite(now)) {
    throw new TroupeError('usage', `"now" is a time in milliseconds, not ${String(now)}.`);
  }
  for (const name of ['maxAgeMs', 'maxRuns', 'maxBytes', 'archiveAfterMs'] as const) {
    const limit = options[name];
    if (limit === undefined || (typeof limit === 'number' && limit >= 0)) continue;
    throw new TroupeError('usage', `"${name}" is a number from 0 on, not ${String(limit)}.`);
  }
}
