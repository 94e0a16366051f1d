import { createOrchestrator, defineSpecialist, type Entry, memoryStore, type Run, replay, type Store } from 'troupe';
import { reflection, sampleEntries, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, planText, worker } from './scenario.ts';
import { twoRounds } from './two-rounds.ts';

const other = defineSpecialist({ name: 'other', description: 'does other things' });

/** Sets every field of a value, and of all that is in it, as code would that believes the value is its own. */
function vandalize(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    vandalize(inner);
    try {
      Object.assign(value, { [key]: 'changed from outside' });
    } catch {
      // It is frozen: that is one way to be left alone.
    }
  }
}

async function runTwoRounds(meddle: (run: Run) => void = () => {}) {
  const model = scriptedModel(twoRounds);
  const clock = simulatedClock();
  const store = memoryStore();
  const troupe = createOrchestrator({ model, specialists: [worker, other], clock, store });
  const run = troupe.start(ask('do it'), { runId: 'run-1' });
  meddle(run);
  await clock.run(run.result);
  model.assertUsedUp();
  return { run, store, log: JSON.stringify(run.log) };
}

describe('a log stays as it is', () => {
  it('when a listener sets fields of entries: the steps after it read what was said, and the log replays', async () => {
    const untouched = await runTwoRounds();
    const { run, log, store } = await runTwoRounds((started) => started.subscribe(vandalize));
    expect(log).toBe(untouched.log);
    expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
    expect(JSON.stringify(await store.read('run-1'))).toBe(log);
  });

  it('when somebody pushes onto run.log', async () => {
    const untouched = await runTwoRounds();
    const { run, log } = await runTwoRounds((started) => {
      started.subscribe(() => {
        // Typed as what cannot be changed; JavaScript has no types.
        const entries = started.log as Entry[];
        expect(() => entries.push(...entries)).toThrow(TypeError);
      });
    });
    expect(log).toBe(untouched.log);
    expect(run.log).toBe(run.log);
  });

  it('when the messages of a request, or what a specialist gave, change after they were handed over', async () => {
    const messages = [{ role: 'user' as const, content: 'do it' }];
    const given: object[] = [];
    const careless = defineSpecialist({
      name: 'worker',
      description: 'works',
      run() {
        const data = { found: ['a'] };
        given.push(data);
        return { text: 'seen', data };
      },
    });
    const model = scriptedModel([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'all is well' }) },
    ]);
    const troupe = createOrchestrator({ model, specialists: [careless] });
    const run = troupe.start(messages);
    run.subscribe(({ type }) => {
      vandalize(messages);
      if (type === 'step.completed') given.forEach(vandalize);
    });
    await run.result;
    expect(JSON.stringify(run.log).includes('changed from outside')).toBe(false);
    expect(given.length).toBe(2);
    expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
  });

  it('when the value of an edit, or a snapshot, changes after it was handed over', async () => {
    const model = scriptedModel([{ purpose: 'think', reply: () => new Promise(() => {}) }]);
    const run = createOrchestrator({ model, specialists: [worker] }).start(ask('do it'));
    const limits = { rounds: 5, steps: 50 };
    run.edit('options.limits', limits);
    vandalize(limits);
    vandalize(run.snapshot());
    expect(run.actor.getSnapshot().context.options.limits.rounds).toBe(5);
    run.edit('round', Number.NaN);
    run.cancel();
    expect((await run.result).status).toBe('cancelled');
    expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
  });

  it('when a store empties the list that it was given', async () => {
    const store = memoryStore();
    const greedy: Store = {
      ...store,
      append(...args) {
        store.append(...args);
        (args[2] as Entry[]).length = 0; // typed as what cannot be changed; JavaScript has no types
      },
    };
    const troupe = createOrchestrator({ model: scriptedModel([]), specialists: [worker], store: greedy });
    await expect(troupe.invoke(ask('do it'))).rejects.toThrow(TypeError);
  });

  it('when entries are changed that a store was given, or has given back', async () => {
    const store = memoryStore();
    const entries = structuredClone(sampleEntries('a', 1, 2));
    await store.append('a', 0, entries);
    vandalize(entries);
    vandalize(await store.read('a'));
    vandalize(await store.runs());
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
    expect((await store.runs())[0]?.status).toBe('pending');
  });
});
