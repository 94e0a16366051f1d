/** Machines that are killed again and again, on any store. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SeededRandom } from '../../src/run/determinism.ts';
import { openStore } from './charts.ts';
import type { Essence } from './essence.ts';
import { type Plain, problemsOf } from './examine.ts';
import { deedsIn, type Life, live } from './lives.ts';

/** What came of many rounds. */
export interface Rounds {
  readonly problems: readonly string[];
  readonly runs: readonly { readonly name: string; readonly run: string; readonly lives: readonly Life[] }[];
  readonly kills: number;
}

export interface RoundsOptions {
  readonly names: readonly string[];
  /** The address of a PostgreSQL server; without it each run has a SQLite file of its own. */
  readonly url?: string;
  /** So many processes of each machine are killed at least, unless its runs are too short for that. */
  readonly kills: number;
  readonly seed: number;
  readonly sabotage?: string;
  /** So long a run takes only when it hangs. */
  readonly hangMs?: number;
  /** Processes at once. */
  readonly lanes?: number;
}

/** A folder that is there until `remove`. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'troupe-crash-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** What all machines come to in plain XState, in a process without a runner. */
export async function plainly(): Promise<ReadonlyMap<string, Plain>> {
  const folder = temporaryFolder();
  const file = join(folder.path, 'side');
  const program = fileURLToPath(new URL('plain.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, TROUPE_SIDE_FILE: file },
  });
  const deeds = deedsIn(file);
  folder.remove();
  return new Map(
    Object.entries(JSON.parse(stdout) as Record<string, Essence>).map(([name, essence]) => {
      const begin = deeds.findIndex(({ what }) => what === `case ${name}`) + 1;
      const end = deeds.findIndex(({ what }, index) => index >= begin && what.startsWith('case '));
      return [name, { essence, deeds: deeds.slice(begin, end < 0 ? undefined : end) }];
    }),
  );
}

/** Lets each machine run until enough of its processes were killed, and examines every run. */
export async function crashRounds(options: RoundsOptions, plain: ReadonlyMap<string, Plain>): Promise<Rounds> {
  const { names, lanes = 2 } = options;
  const runs: Rounds['runs'][number][] = [];
  const problems: string[] = [];
  const left = [...names];
  const lane = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const expected = plain.get(name);
      if (!expected) throw new Error(`Plain XState did not do ${name}.`);
      for (const each of await rounds(name, options)) {
        runs.push(each);
        problems.push(...problemsOf(name, each.run, each.lives, expected).map((problem) => `${each.run}: ${problem}`));
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { problems, runs, kills: killsIn(runs) };
}

export const killsIn = (runs: readonly { readonly lives: readonly Life[] }[]) =>
  runs.flatMap(({ lives }) => lives).filter(({ wasKilled }) => wasKilled).length;

async function rounds(name: string, options: RoundsOptions): Promise<Rounds['runs']> {
  const { url, kills, seed, sabotage, hangMs } = options;
  const folder = temporaryFolder();
  const place = url ?? join(folder.path, 'runs.db');
  const store = await openStore(place);
  const generator = new SeededRandom(
    [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed),
  );
  const runs: Rounds['runs'][number][] = [];
  for (let round = 1; killsIn(runs) < kills && round <= kills; round++) {
    const run = `${name}-${round}`;
    const at = {
      name,
      place,
      store,
      run,
      sideFile: join(folder.path, run),
      ...(sabotage ? { sabotage } : {}),
      ...(hangMs ? { hangMs } : {}),
    };
    const lives = await live(at, Math.ceil((kills * 2) / 3), () => generator.next());
    runs.push({ name, run, lives });
  }
  await store.close();
  folder.remove();
  return runs;
}
