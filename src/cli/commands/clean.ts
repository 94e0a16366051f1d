import { TroupeError } from '../../errors.ts';
import { type Retained, type RetainOptions, retain } from '../../stores/retain.ts';
import type { RunSummary } from '../../stores/store.ts';
import type { Command } from '../command.ts';
import { readConfig } from '../config.ts';
import { withStore } from '../open-store.ts';
import { parseAge, parseCount, parseSize, toSwitch } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { storeOption } from '../options/stored-run.ts';
import { present } from '../present.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { toCount, toMoment, toSize } from '../terminal/quantity.ts';
import { cutText, padText } from '../terminal/text-width.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

const listed = 20;

interface CleanOptions {
  readonly store?: string;
  readonly limits: Pick<RetainOptions, 'maxAgeMs' | 'maxRuns' | 'maxBytes' | 'archiveAfterMs'>;
  readonly yes?: true;
}

const options = {
  'max-age': { type: 'string' },
  'max-runs': { type: 'string' },
  'max-size': { type: 'string' },
  'archive-after': { type: 'string' },
  yes: { type: 'boolean' },
  ...storeOption,
} as const;

/** Deletes and archives old runs of a store. */
export const clean: Command<CleanOptions> = {
  name: 'clean',
  summary: ['clean', 'delete or archive old runs of a store'],
  options,
  help: `Usage: troupe clean [--max-age T] [--max-runs N] [--max-size S] [--archive-after T] [--yes] [--store F]

Says which runs it would delete or archive, and does it with --yes. Only runs that have ended are touched, and none that a process still drives.
An archived run takes less room; it can be read, shown, replayed and forked as before.

  --max-age T         delete runs that ended longer ago: 90m, 12h, 30d, 2w
  --max-runs N        keep the newest N runs, delete the others
  --max-size S        keep the newest runs that fit into S, delete the others: 500kB, 20MB, 2GB
  --archive-after T   archive runs that ended longer ago and stay
  --yes               do it
  --store F           the SQLite file; without it TROUPE_STORE names it
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'clean');
    if (positionals.length > 0) throw new TroupeError('usage', 'clean takes no runs: its options say which ones go.');
    const limits = present({
      maxAgeMs: parseAge('max-age', values['max-age']),
      maxRuns: parseCount('max-runs', values['max-runs']),
      maxBytes: parseSize('max-size', values['max-size']),
      archiveAfterMs: parseAge('archive-after', values['archive-after']),
    });
    if (Object.keys(limits).length === 0) {
      const example = 'such as --max-age 30d, --max-runs 1000, --max-size 2GB or --archive-after 7d';
      throw new TroupeError('usage', `Say what clean should do, ${example}.`);
    }
    return { limits, ...present({ store: values.store, yes: toSwitch(values.yes) }) };
  },
  run: cleanStore,
};

async function cleanStore(command: CleanOptions, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  const done = await withStore(config, (store) => retain(store, { ...command.limits, isDryRun: !command.yes }));
  await write(world.stdout, `${cleanLines(done, Date.now()).join('\n')}\n`);
  const isNothing = done.deleted.length + done.archived.length === 0;
  if (!command.yes && !isNothing) await write(world.stderr, 'Nothing was changed. Do it with --yes.\n');
  return 0;
}

/** What was done, or would be, in words. */
export function cleanLines(done: Retained, now: number): string[] {
  const { deleted, archived, skipped, damaged, deletedBytes, savedBytes } = done;
  const isDone = savedBytes !== undefined;
  if (deleted.length + archived.length + skipped.length + damaged.length === 0) return ['There is nothing to clean.'];
  const part = (did: string, would: string, runs: readonly RunSummary[], size: string) =>
    runs.length === 0 ? [] : [`${isDone ? did : would} ${toCount(runs.length, 'run')}${size}:`, ...runLines(runs, now)];
  return [
    ...part('Deleted', 'Would delete', deleted, ` of ${toSize(deletedBytes)}`),
    ...part('Archived', 'Would archive', archived, isDone ? `, which saved ${toSize(savedBytes)}` : ''),
    ...part('Left', 'Would leave', skipped, ' that a process drives'),
    ...part('Left', 'Would leave', damaged, ' with a damaged log, as troupe show says'),
  ];
}

function runLines(runs: readonly RunSummary[], now: number): string[] {
  const lines = runs.slice(0, listed).map(({ run, status, updatedAt, bytes, question }) => {
    const figures = [padText(status, 9), toMoment(Date.parse(updatedAt), now), padText(toSize(bytes), 9)];
    return `  ${[run, ...figures, cutText(toPrintableLine(question), 60)].join('  ')}`.trimEnd();
  });
  return runs.length > listed ? [...lines, `  … and ${runs.length - listed} more`] : lines;
}
