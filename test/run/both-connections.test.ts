/** A chart is connected with its log by adoption or by slots. Whoever drives its runs sees no difference: the same tests hold for both. */
import { createOrchestrator, createRunner, defineChart, type Entry, memoryStore, type Store } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { createMachine, fromPromise } from 'xstate';
import { Recording } from '../../src/actors/recording.ts';
import { hostPlayer } from '../../src/orchestrator/open-player.ts';
import { chartPlayer } from '../../src/run/adopted-chart.ts';
import { type Player, replayed } from '../../src/run/connected-chart.ts';
import { ask, worker } from '../scenarios/scenario.ts';

/** A run of either kind, as far as these tests need it. */
interface AnyRun {
  readonly isPaused: boolean;
  readonly ended: Promise<unknown>;
  pause(): void;
  leave(): void;
}

/** One who drives runs that wait for one effect, until it is answered. */
interface Driver {
  /** Resolves when the effect is under way. */
  start(id: string): Promise<AnyRun>;
  resume(id: string): Promise<AnyRun>;
  fork(id: string, at: number): Promise<unknown>;
  answer(): void;
  /** How often the effect was performed. */
  readonly performed: () => number;
}

/** An effect that is answered by hand. */
function effect() {
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const perform = async () => {
    count++;
    begun.resolve();
    await answered.promise;
  };
  return { perform, begun: begun.promise, answer: () => answered.resolve(), performed: () => count };
}

const chartWith = (perform: () => Promise<void>) =>
  defineChart({
    name: 'job',
    version: '1',
    machine: createMachine({
      initial: 'working',
      states: { working: { invoke: { src: fromPromise(perform), onDone: 'done' } }, done: { type: 'final' } },
    }),
  });

function runner(store: Store): Driver {
  const { perform, begun, ...rest } = effect();
  const chart = chartWith(perform);
  const driver = createRunner({ charts: [chart], store });
  const toRun = (run: Awaited<ReturnType<typeof driver.resume>>): AnyRun => ({
    get isPaused() {
      return run.isPaused;
    },
    ended: run.result,
    pause: () => void run.pause(),
    leave: () => void run.leave(),
  });
  return {
    async start(id) {
      const run = driver.start(chart, { id });
      await begun;
      return toRun(run);
    },
    resume: async (id) => toRun(await driver.resume(id)),
    fork: (id, at) => driver.fork(id, { at }),
    ...rest,
  };
}

function orchestrator(store: Store): Driver {
  const { perform, begun, ...rest } = effect();
  const reply = async () => {
    await perform();
    return thinking({ answer: 'Done.' });
  };
  const model = scriptedModel([
    { purpose: 'think', reply },
    { purpose: 'think', reply },
  ]);
  const driver = createOrchestrator({ model, specialists: [worker], store });
  const toRun = (run: ReturnType<typeof driver.start>): AnyRun => ({
    get isPaused() {
      return run.isPaused;
    },
    ended: run.result,
    pause: () => run.pause(),
    leave: () => run.actor.stop(),
  });
  return {
    async start(id) {
      const run = driver.start(ask('What is it?'), { runId: id });
      await begun;
      return toRun(run);
    },
    resume: async (id) => toRun(await driver.resume(id)),
    fork: (id, at) => driver.fork(id, { at }),
    ...rest,
  };
}

/** How often a chart that only plays a log performed its effect. */
let performedInReplay = 0;
const replaying = chartWith(async () => {
  performedInReplay++;
});

const kinds: readonly [string, (store: Store) => Driver, Player][] = [
  ['is adopted', runner, chartPlayer(replaying)],
  ['has slots', orchestrator, hostPlayer],
];

/** The log of a run that waits for its effect, or has ended. */
async function logOf(driverOf: (store: Store) => Driver, { isEnded = false } = {}): Promise<readonly Entry[]> {
  const store = memoryStore();
  const driver = driverOf(store);
  const run = await driver.start('r');
  if (isEnded) {
    driver.answer();
    await run.ended;
  } else run.leave();
  return store.read('r');
}

/** A log in which the effect has another key than the chart gives it. */
const broken = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) =>
    entry.type === 'effect.started' && entry === entries.findLast(({ type }) => type === 'effect.started')
      ? { ...entry, data: { ...entry.data, key: 'another' } }
      : entry,
  );

describe.each(kinds)('a chart that %s', (_, driverOf, player) => {
  it('plays its log to the same entries, and performs nothing', async () => {
    const entries = await logOf(driverOf, { isEnded: true });
    const { report, core } = replayed(player, entries);
    expect(report).toEqual({ equal: true, entries: entries.length });
    expect(core.log.entries).toEqual(entries);
    expect(core.isOver).toBe(true);
    expect(performedInReplay).toBe(0);
  });

  it('plays its log a fact at a time, up to an entry', async () => {
    const entries = await logOf(driverOf, { isEnded: true });
    const answered = entries.findLast(({ kind }) => kind === 'fact')?.seq ?? 0;
    const recording = new Recording(entries);
    const core = player.open(recording);
    const facts = [...recording.playing(core, answered - 1)].length;
    expect(facts).toBe(entries.slice(1, answered - 1).filter(({ kind }) => kind === 'fact').length);
    expect(core.log.entries).toEqual(entries.slice(0, answered - 1));
    expect(core.isOver).toBe(false);
    core.leave();
    expect(core.isOver).toBe(true);
  });

  it('shows its root to whoever plays its log before it starts', async () => {
    let states = 0;
    let seen: unknown;
    const core = player.open(new Recording(await logOf(driverOf)), (root) => {
      seen = root;
      root.system.inspect(({ type }) => {
        if (type === '@xstate.snapshot') states++;
      });
    });
    expect(seen).toBe(core.root);
    expect(states).toBeGreaterThan(0);
    core.leave();
  });

  it('reports the first entry that comes out differently', async () => {
    const entries = broken(await logOf(driverOf));
    const { report } = replayed(player, entries);
    const seq = entries.find(({ data }) => 'key' in data && data.key === 'another')?.seq;
    expect(report).toMatchObject({ equal: false, seq, stored: { data: { key: 'another' } } });
  });

  it('begins again what was under way when its run is resumed, and has the lease until it ends', async () => {
    const store = memoryStore();
    const first = driverOf(store);
    (await first.start('r')).leave();
    const second = driverOf(store);
    const run = await second.resume('r');
    await expect(driverOf(store).resume('r')).rejects.toMatchObject({ code: 'lease' });
    second.answer();
    await run.ended;
    expect([first.performed(), second.performed()]).toEqual([1, 1]);
    expect(await store.acquire('r', 'somebody', 1000)).toBeDefined();
    await store.close();
  });

  it('resumes a run that was left while its last entries are still being written', async () => {
    const [memory, gate] = [memoryStore(), Promise.withResolvers<void>()];
    let isSlow = false;
    const append: Store['append'] = (...about) =>
      isSlow ? gate.promise.then(() => memory.append(...about)) : memory.append(...about);
    const driver = driverOf({ ...memory, append });
    const run = await driver.start('r');
    isSlow = true;
    run.pause();
    run.leave();
    const resumed = driver.resume('r');
    gate.resolve();
    expect((await resumed).isPaused).toBe(true);
    (await resumed).leave();
  });

  it('that does not come to the same log gives the lease back, and neither resume nor fork writes anything', async () => {
    const store = memoryStore();
    const entries = broken(await logOf(driverOf));
    await store.append('r', 0, entries);
    const driver = driverOf(store);
    await expect(driver.resume('r')).rejects.toMatchObject({ code: 'bad-log' });
    await expect(driver.fork('r', entries.length)).rejects.toMatchObject({ code: 'bad-log' });
    expect(await store.read('r')).toEqual(entries);
    expect(await store.runs()).toHaveLength(1);
    expect(await store.acquire('r', 'somebody', 1000)).toBeDefined();
    expect(driver.performed()).toBe(0);
  });

  it('has nothing to resume when its run has ended', async () => {
    const store = memoryStore();
    await store.append('r', 0, await logOf(driverOf, { isEnded: true }));
    await expect(driverOf(store).resume('r')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^Run r has ended \(completed\): there is nothing to resume\./),
    });
  });
});

describe('a store with runs of both kinds', () => {
  it('is recovered by a runner without the runs of the host, which it refuses to resume', async () => {
    const store = memoryStore();
    await store.append('r', 0, await logOf(orchestrator));
    const driver = createRunner({ charts: [chartWith(async () => {})], store });
    expect(await driver.recover()).toEqual({ runs: [], parked: [] });
    await expect(driver.resume('r')).rejects.toMatchObject({
      code: 'bad-log',
      message: 'Run r was made by an orchestrator, not by a runner: continue it with the orchestrator.',
    });
    expect(await store.acquire('r', 'somebody', 1000)).toBeDefined();
  });

  it('gives the runs of other charts to no orchestrator', async () => {
    const store = memoryStore();
    await store.append('r', 0, await logOf(runner));
    await expect(orchestrator(store).resume('r')).rejects.toMatchObject({ code: 'bad-log' });
    await expect(orchestrator(store).fork('r', 1)).rejects.toMatchObject({ code: 'bad-log' });
    expect(await store.runs()).toHaveLength(1);
  });
});
