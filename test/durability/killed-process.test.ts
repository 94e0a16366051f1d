import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Store } from 'troupe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectReplay } from '../scenarios/scenario.ts';
import { startPostgres } from '../stores/postgres-server.ts';
import { startReferenceEndpoint } from './reference-endpoint.ts';
import { openStore, orchestrateOn, type ReferenceRun, referenceRuns } from './reference-runs.ts';

const driver = fileURLToPath(new URL('driver.ts', import.meta.url));
const name = 'a plan of eight steps with an update';
const reference = referenceRuns[name] as ReferenceRun; // one of the table's

interface Report {
  readonly result?: unknown;
  readonly writes?: number;
  readonly error?: string;
  readonly wasKilled: boolean;
}

const startDriver = (args: readonly (string | number)[]) => spawn(process.execPath, [driver, ...args.map(String)]);

/** Runs the driver until it ends, kills itself, or is killed when `isTime` resolves. */
async function runDriver(args: readonly (string | number)[], isTime?: Promise<void>): Promise<Report> {
  const child = startDriver(args);
  isTime?.then(() => child.kill('SIGKILL'));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.signalCode === 'SIGKILL') return { wasKilled: true };
  if (child.exitCode !== 0) throw new Error(`The driver failed: ${stderr}`);
  return { wasKilled: false, ...(JSON.parse(stdout) as object) };
}

/** Goes on until no other process has the run. */
async function resume(args: readonly string[]): Promise<Report> {
  for (;;) {
    const report = await runDriver(['resume', ...args]);
    if (report.error !== 'lease') return report;
  }
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'runs.db');
}

/** Does all of `jobs`, a few at a time. */
async function sideBySide<T>(jobs: readonly T[], width: number, work: (job: T) => Promise<void>): Promise<void> {
  const left = [...jobs];
  const lane = async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await work(job);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Kills a process at a point of a run, goes on with it in another, and checks what came of it. */
async function killAndResume(
  at: {
    readonly place: string;
    readonly store: Store;
    readonly endpoint: Awaited<ReturnType<typeof startReferenceEndpoint>>;
  },
  whole: Report,
  point: { readonly at: number; readonly when: 'before' | 'after' },
): Promise<void> {
  const { place, store, endpoint } = at;
  const runId = `${point.when}-${point.at}`;
  const killed = await runDriver(['start', name, endpoint.baseURL, place, runId, point.when, point.at]);
  expect(killed.wasKilled, runId).toBe(true);
  const stored = await store.read(runId);
  if (stored.length === 0) return;
  const recorded = stored
    .filter((entry) => entry.type === 'effect.completed')
    .map((entry) => `${runId}/${entry.data.key}`);
  const report = await resume([name, endpoint.baseURL, place, runId]);
  // A run whose last write was stored has ended: there is nothing to go on with.
  if (stored.some((entry) => entry.type === 'run.completed')) expect(report.error, runId).toBe('usage');
  else expect(report.result, runId).toEqual(whole.result);
  expectReplay(await store.read(runId));
  for (const key of recorded) {
    expect(endpoint.answered.filter((each) => each === key).length, key).toBeLessThanOrEqual(1);
  }
}

const pointsOf = (whole: Report) =>
  Array.from({ length: whole.writes ?? 0 }, (_, index) => index + 1).flatMap((at) => [
    { at, when: 'before' as const },
    { at, when: 'after' as const },
  ]);

describe('a real process that is killed', () => {
  it('at any write of a plan of eight steps loses nothing, and nothing that was recorded is asked for again', async () => {
    const endpoint = await startReferenceEndpoint(reference);
    const place = temporaryFile();
    const whole = await runDriver(['start', name, endpoint.baseURL, place, 'whole']);
    const points = pointsOf(whole);
    expect(points.length).toBeGreaterThan(40);
    const store = await openStore(place);
    onTestFinished(() => store.close());
    await sideBySide(points, 3, (point) => killAndResume({ place, store, endpoint }, whole, point));
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
    const points = pointsOf(whole).toSorted(() => Math.random() - 0.5);
    await sideBySide(points.slice(0, 20), 3, (point) => killAndResume({ place, store, endpoint }, whole, point));
  });
});

describe('two real processes', () => {
  it('that go on with one run at the same moment, a hundred times, never mix its log: one drives, the other gets a clear error', async () => {
    const { baseURL } = await startReferenceEndpoint(reference);
    const file = temporaryFile();
    const store = await openStore(file);
    onTestFinished(() => store.close());
    const racers = [0, 1].map(() => startDriver(['race', name, baseURL, file]));
    onTestFinished(() => {
      for (const racer of racers) racer.kill('SIGKILL');
    });
    const lines = racers.map((racer) => createInterface({ input: racer.stdout })[Symbol.asyncIterator]());
    for (let count = 0; count < 100; count++) {
      const runId = `race-${count}`;
      await abandon(orchestrateOn(baseURL, store, reference), runId, 3 + (count % 20));
      for (const racer of racers) racer.stdin.write(`${runId}\n`);
      const said = await Promise.all(
        lines.map(async (line) => JSON.parse(String((await line.next()).value)) as Report),
      );
      const drove = said.filter((report) => report.result !== undefined);
      const refused = said.filter((report) => report.error === 'lease' || report.error === 'usage');
      expect([drove.length, refused.length], `${runId}: ${JSON.stringify(said)}`).toEqual([1, 1]);
      if (count % 10 === 0) expectReplay(await store.read(runId));
    }
  });
});

describe('two hundred runs', () => {
  it('whose process is killed again and again all end, with nothing lost and nothing paid twice', async () => {
    const { baseURL, answered, answeredAtLeast } = await startReferenceEndpoint(reference);
    const file = temporaryFile();
    let kills = 0;
    // Killed after a random number of answers, so that every process gets somewhere and none gets to the end at once.
    const afterSomeAnswers = () => answeredAtLeast(answered.length + 50 + Math.floor(Math.random() * 500));
    while ((await runDriver(['work', name, baseURL, file, 200], afterSomeAnswers())).wasKilled) kills++;
    expect(kills).toBeGreaterThan(3);
    const store = await openStore(file);
    onTestFinished(() => store.close());
    const counts = Map.groupBy(answered, (key) => key);
    for (let index = 0; index < 200; index++) {
      const log = await store.read(`work-${index}`);
      expect(log.at(-1)?.type).toBe('run.completed');
      if (index % 10 === 0) expectReplay(log);
      const restarts = log.filter((entry) => entry.type === 'run.restored').length;
      for (const entry of log) {
        if (entry.type !== 'effect.completed' || entry.data.kind === 'analyze') continue;
        // Once for the answer that was recorded, and at most once more for each time the process died while it was asked for.
        const began = log.filter((each) => each.type === 'effect.started' && each.data.key === entry.data.key).length;
        expect(counts.get(`work-${index}/${entry.data.key}`)?.length ?? 0).toBeLessThanOrEqual(began);
        expect(began).toBeLessThanOrEqual(restarts + 1);
      }
    }
  });
});

/** Starts a run in this process and leaves it after some entries, as a process does that dies. */
async function abandon(troupe: ReturnType<typeof orchestrateOn>, runId: string, entries: number): Promise<void> {
  const run = troupe.start([{ role: 'user', content: reference.question }], { runId });
  await new Promise<void>((resolve) => {
    run.subscribe(() => run.log.length >= entries && resolve());
  });
  run.actor.stop();
}
