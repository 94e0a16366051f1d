/** The lives of a run: one process after the other drives it, and each but the last is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Entry } from '../../src/log/entry.ts';
import type { Store } from '../../src/stores/store.ts';
import type { Report } from './charts.ts';
import type { Deed } from './side-file.ts';

const driver = fileURLToPath(new URL('driver.ts', import.meta.url));

/** When a process is killed: by itself at one of its writes, or by its parent when that hears of so many entries or of one of a type. */
export type Death =
  | { readonly when: 'before' | 'after'; readonly write: number }
  | { readonly when: 'heard'; readonly entries: number }
  | { readonly when: 'heard'; readonly type: string };

/** What one process did with a run. */
export interface Life {
  readonly wasKilled: boolean;
  readonly report: Report | undefined;
  /** What is stored when it was over. */
  readonly entries: readonly Entry[];
  /** What it did outside. */
  readonly deeds: readonly Deed[];
}

/** Where the processes of a run work. */
export interface Place {
  readonly name: string;
  readonly place: string;
  readonly store: Store;
  readonly run: string;
  readonly sideFile: string;
  readonly sabotage?: string;
  readonly hangMs?: number;
}

/** Random numbers, the same ones for the same seed. */
export type Random = () => number;

const heardTypes = ['effect.started', 'effect.completed', 'event.received', 'timer.set', 'timer.fired', 'actor.moved'];

export function randomDeath(random: Random): Death {
  const upTo = (count: number) => 1 + Math.floor(random() * count);
  const kind = random();
  if (kind < 0.35) return { when: 'before', write: upTo(6) };
  if (kind < 0.7) return { when: 'after', write: upTo(6) };
  if (kind < 0.85) return { when: 'heard', entries: upTo(12) };
  return { when: 'heard', type: heardTypes[Math.floor(random() * heardTypes.length)] ?? 'actor.moved' };
}

/** Lets a run be driven by one process after the other, `kills` of which are killed, until it has ended. */
export async function live(at: Place, kills: number, random: Random): Promise<readonly Life[]> {
  const lives: Life[] = [];
  let deeds = 0;
  for (let left = kills; ; left--) {
    const { wasKilled, report } = await oneLife(at, left > 0 ? randomDeath(random) : undefined);
    const all = deedsIn(at.sideFile);
    lives.push({ wasKilled, report, entries: await at.store.read(at.run), deeds: all.slice(deeds) });
    deeds = all.length;
    if (!wasKilled) return lives;
  }
}

async function oneLife(
  { name, place, run, sideFile, sabotage, hangMs = 60_000 }: Place,
  death: Death | undefined,
): Promise<Pick<Life, 'wasKilled' | 'report'>> {
  const own = death && 'write' in death ? [death.when, String(death.write)] : [];
  const child = spawn(process.execPath, [driver, name, place, run, ...own], {
    env: {
      ...process.env,
      TROUPE_SIDE_FILE: sideFile,
      TROUPE_HANG_MS: String(hangMs),
      ...(sabotage === undefined ? {} : { TROUPE_SABOTAGE: sabotage }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const heard: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    heard.push(line);
    if (death && isTime(death, heard)) child.kill('SIGKILL');
  }
  await exit;
  const wasKilled = child.signalCode === 'SIGKILL';
  const last = heard.at(-1);
  if (wasKilled) return { wasKilled, report: undefined };
  if (!last?.startsWith('{')) return { wasKilled, report: { problems: [`The process ended with ${child.exitCode}.`] } };
  return { wasKilled, report: JSON.parse(last) as Report };
}

function isTime(death: Death, heard: readonly string[]): boolean {
  if ('entries' in death) return heard.length >= death.entries;
  return 'type' in death && heard.at(-1) === death.type;
}

export function deedsIn(file: string): readonly Deed[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Deed);
}
