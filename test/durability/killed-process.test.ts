import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Entry, Store } from 'troupe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectReplay, of } from '../scenarios/scenario.ts';
import { seed } from '../seed.ts';
import { startPostgres } from '../stores/postgres-server.ts';
import { randomRuns } from './random-runs.ts';
import { startReferenceEndpoint } from './reference-endpoint.ts';
import { openStore, orchestrateOn, type ReferenceRun, referenceRuns } from './reference-runs.ts';

const driver = fileURLToPath(new URL('driver.ts', import.meta.url));
const name = 'a plan of eight steps with an update';
const reference = referenceRuns[name] as ReferenceRun; // one of the table's

/** A write of a process, and whether it is killed before or after it. */
interface Point {
  readonly at: number;
  readonly when: 'before' | 'after';
}

interface Report {
  readonly result?: unknown;
  readonly writes?: number;
  readonly error?: string;
  readonly wasKilled: boolean;
}

type Logs = ReadonlyMap<string, readonly Entry[]>;

const startDriver = (args: readonly (string | number)[]) => spawn(process.execPath, [driver, ...args.map(String)]);

/** Runs the driver until it ends or kills itself. */
async function runDriver(args: readonly (string | number)[]): Promise<Report> {
  const child = startDriver(args);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.signalCode === 'SIGKILL') return { wasKilled: true };
  if (child.exitCode !== 0) throw new Error(`The driver failed: ${stderr}`);
  return { wasKilled: false, ...(JSON.parse(stdout) as object) };
}

/** A process that goes on with the runs that it is told, one after the other. */
function startResuming(args: readonly string[]): (runId: string) => Promise<Report> {
  const child = startDriver(args);
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (runId) => {
    child.stdin.write(`${runId}\n`);
    return JSON.parse(String((await lines.next()).value)) as Report;
  };
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'runs.db');
}

/** Kills a process at a point of a run, goes on with it in another, and checks what came of it. */
async function killAndResume(
  at: {
    readonly place: string;
    readonly store: Store;
    readonly endpoint: Awaited<ReturnType<typeof startReferenceEndpoint>>;
    readonly resume: (runId: string) => Promise<Report>;
  },
  whole: Report,
  point: Point,
): Promise<void> {
  const { place, store, endpoint, resume } = at;
  const runId = `${point.when}-${point.at}`;
  const killed = await runDriver(['start', name, endpoint.baseURL, place, runId, point.when, point.at]);
  expect(killed.wasKilled, runId).toBe(true);
  const stored = await store.read(runId);
  if (stored.length === 0) return;
  const recorded = stored
    .filter((entry) => entry.type === 'effect.completed')
    .map((entry) => `${runId}/${entry.data.key}`);
  const report = await resume(runId);
  // A run whose last write was stored has ended: there is nothing to go on with.
  if (stored.some((entry) => entry.type === 'run.completed')) expect(report.error, runId).toBe('usage');
  else expect(report.result, runId).toEqual(whole.result);
  expectReplay(await store.read(runId));
  for (const key of recorded) {
    expect(endpoint.answered.filter((each) => each === key).length, key).toBeLessThanOrEqual(1);
  }
}

const pointsOf = (whole: Report): Point[] =>
  Array.from({ length: whole.writes ?? 0 }, (_, index) => index + 1).flatMap((at) => [
    { at, when: 'before' },
    { at, when: 'after' },
  ]);

/** Does so at all points, a few at a time. What is killed is always another process; those that go on are the same few. */
async function killAtAll(
  points: readonly Point[],
  at: Omit<Parameters<typeof killAndResume>[0], 'resume'>,
  whole: Report,
): Promise<void> {
  const left = [...points];
  const lane = async () => {
    const resume = startResuming(['resume', name, at.endpoint.baseURL, at.place]);
    for (let point = left.shift(); point; point = left.shift()) await killAndResume({ ...at, resume }, whole, point);
  };
  await Promise.all(Array.from({ length: 3 }, lane));
}

describe('a real process that is killed', () => {
  it('at any write of a plan of eight steps loses nothing, and nothing that was recorded is asked for again', async () => {
    const endpoint = await startReferenceEndpoint(reference);
    const place = temporaryFile();
    const whole = await runDriver(['start', name, endpoint.baseURL, place, 'whole']);
    const points = pointsOf(whole);
    expect(points.length).toBeGreaterThan(40);
    const store = await openStore(place);
    onTestFinished(() => store.close());
    await killAtAll(points, { place, store, endpoint }, whole);
  });

  it('at twenty random writes loses nothing on PostgreSQL either', async () => {
    const server = await startPostgres({ isDurable: true });
    const endpoint = await startReferenceEndpoint(reference);
    const place = server.url;
    const store = await openStore(place);
    onTestFinished(async () => {
      await store.close();
      await server.stop();
    });
    const whole = await runDriver(['start', name, endpoint.baseURL, place, 'whole']);
    const points = fc.sample(fc.constantFrom(...pointsOf(whole)), { seed, numRuns: 1000 });
    await killAtAll([...new Set(points)].slice(0, 20), { place, store, endpoint }, whole);
  });
});

describe('two real processes', () => {
  it('that go on with one run at the same moment, a hundred times, never mix its log: one drives, the other gets a clear error', async () => {
    const { baseURL } = await startReferenceEndpoint(reference);
    const file = temporaryFile();
    const store = await openStore(file);
    onTestFinished(() => store.close());
    const racers = [0, 1].map(() => startResuming(['race', name, baseURL, file]));
    for (let count = 0; count < 100; count++) {
      const runId = `race-${count}`;
      await abandon(orchestrateOn(baseURL, store, reference), runId, 3 + (count % 20));
      const said = await Promise.all(racers.map((resume) => resume(runId)));
      const drove = said.filter((report) => report.result !== undefined);
      const refused = said.filter((report) => report.error === 'lease' || report.error === 'usage');
      expect([drove.length, refused.length], `${runId}: ${JSON.stringify(said)}`).toEqual([1, 1]);
      if (count % 10 === 0) expectReplay(await store.read(runId));
    }
  });
});

describe('two hundred runs of random plans', () => {
  it('whose process is killed at random writes again and again all end: nothing is lost or changed, and no recorded call is made again', async () => {
    const { baseURL, answered } = await startReferenceEndpoint(randomRuns(seed));
    const file = temporaryFile();
    const store = await openStore(file);
    onTestFinished(() => store.close());
    const ids = Array.from({ length: 200 }, (_, index) => `work-${index}`);
    const logs = async () => new Map(await Promise.all(ids.map(async (id) => [id, await store.read(id)] as const)));
    const points = fc.sample(fc.tuple(fc.constantFrom('before', 'after'), fc.integer({ min: 50, max: 500 })), {
      seed,
      numRuns: 1000,
    });
    let [kills, seen] = [0, 0];
    let known = await logs();
    for (let isKilled = true; isKilled; kills++) {
      const point = points[kills] ?? [];
      const { wasKilled } = await runDriver(['work', 'do something', baseURL, file, ids.length, ...point]);
      const now = await logs();
      expectOnlyMore(now, known, answered.slice(seen));
      [isKilled, known, seen] = [wasKilled, now, answered.length];
    }
    expect(kills).toBeGreaterThan(5);
    const counts = Map.groupBy(answered, (key) => key);
    for (const [id, log] of known) {
      expect(log.filter(({ type }) => type === 'run.completed' || type === 'run.failed')).toHaveLength(1);
      expectReplay(log);
      const begun = Map.groupBy(of(log, 'effect.started'), ({ data }) => String(data.key));
      // Once, and at most once more for each time the process died while it was asked for.
      for (const [key, starts] of begun) {
        expect(counts.get(`${id}/${key}`)?.length ?? 0, `${id}/${key}`).toBeLessThanOrEqual(starts.length);
      }
    }
  });
});

/** What was in the logs is there as it was, and no call that they had recorded was answered since. */
function expectOnlyMore(now: Logs, known: Logs, answered: readonly string[]): void {
  const recorded = new Set<string>();
  for (const [id, log] of known) {
    expect(now.get(id)?.slice(0, log.length), id).toEqual(log);
    for (const { type, data } of log) if (type === 'effect.completed') recorded.add(`${id}/${data.key}`);
  }
  expect(answered.filter((key) => recorded.has(key))).toEqual([]);
}

/** Starts a run in this process and leaves it after some entries, as a process does that dies. */
async function abandon(troupe: ReturnType<typeof orchestrateOn>, runId: string, entries: number): Promise<void> {
  const run = troupe.start([{ role: 'user', content: reference.question }], { runId });
  await new Promise<void>((resolve) => {
    run.subscribe(() => run.log.length >= entries && resolve());
  });
  run.actor.stop();
}
