import { createOrchestrator, memoryStore, type OrchestratorConfig, type Run, type Store } from 'troupe';
import { scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, planText, worker } from './scenario.ts';

const silence = new Promise<never>(() => {});

/** A store that takes some writes and then answers nothing any more, as a database does whose machine is gone; `onSilence` hears of each such call. */
function silentStore(writes: number, onSilence = () => {}): Store {
  const store = memoryStore();
  let left = writes;
  const ifThere =
    <Args extends unknown[], T>(work: (...args: Args) => T) =>
    (...args: Args): Promise<Awaited<T>> => {
      if (left > 0) return Promise.resolve(work(...args));
      onSilence();
      return silence;
    };
  return {
    ...store,
    acquire: ifThere(store.acquire),
    renew: ifThere(store.renew),
    release: ifThere(store.release),
    append: ifThere((...args: Parameters<Store['append']>) => {
      left -= 1;
      return store.append(...args);
    }),
    read: ifThere(store.read),
    runs: ifThere(store.runs),
  };
}

const script = [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
  { purpose: 'work', step: 'a', reply: () => silence },
] as const;

/** A run that begins on such a store, and what is said to it when the store has gone silent. */
async function runOn(writes: number, config: Partial<OrchestratorConfig>, say: (run: Run) => void = () => {}) {
  const clock = simulatedClock();
  const store = silentStore(writes, () => say(run));
  const troupe = createOrchestrator({ model: scriptedModel(script), specialists: [worker], store, clock, ...config });
  const run: Run = troupe.start(ask('do it'));
  const [result, settled] = await clock.run(Promise.allSettled([run.result, run.settled()]));
  return { run, result, settled };
}

const late = { code: 'store', message: expect.stringMatching(/^The store did not .* within 10000 ms\./) };

describe('a run whose store no longer answers', () => {
  it.each([0, 1, 2, 3, 4])(
    'after %i writes rejects with code store when the time of its lease has passed',
    async (writes) => {
      const { result, settled } = await runOn(writes, {});
      expect([result, settled]).toEqual([
        { status: 'rejected', reason: expect.objectContaining(late) },
        { status: 'rejected', reason: expect.objectContaining(late) },
      ]);
    },
  );

  it('ends when it is cancelled', async () => {
    const { result } = await runOn(2, {}, (run) => run.cancel());
    expect(result).toEqual({ status: 'rejected', reason: expect.objectContaining(late) });
  });

  it('ends at its limit of time', async () => {
    const { result } = await runOn(2, { limits: { wallMs: 1000 } });
    expect(result).toEqual({ status: 'rejected', reason: expect.objectContaining(late) });
  });

  it('ends when its signal aborts, also before its first write', async () => {
    const clock = simulatedClock();
    const troupe = createOrchestrator({
      model: scriptedModel([]),
      specialists: [worker],
      store: silentStore(0),
      clock,
    });
    const work = troupe.invoke(ask('do it'), { signal: AbortSignal.abort() });
    await expect(clock.run(work)).rejects.toMatchObject(late);
  });

  it('answers whoever speaks to it with no', async () => {
    const said: Promise<boolean>[] = [];
    await runOn(2, {}, (run) => said.push(run.steer('hello')));
    expect(new Set(await Promise.all(said))).toEqual(new Set([false]));
  });
});

it('a store that no longer answers is told by resume, read and health', async () => {
  const clock = simulatedClock();
  const troupe = createOrchestrator({ model: scriptedModel([]), specialists: [worker], store: silentStore(0), clock });
  await expect(clock.run(troupe.resume('a'))).rejects.toMatchObject(late);
  await expect(clock.run(troupe.read('a'))).rejects.toMatchObject({ code: 'store' });
  expect(await clock.run(troupe.health())).toMatchObject({ isHealthy: false, store: { isReachable: false } });
});
