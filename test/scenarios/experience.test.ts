import { createOrchestrator, defineSpecialist, memoryStore, replay, TroupeError } from 'troupe';
import { type Experience, experienceOf } from 'troupe/log';
import { reflection, type ScriptLine, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { stepWord } from '../../src/plan/step-kind.ts';
import { ask, of, stage } from './scenario.ts';

const description = 'writes letters';
const clerk = defineSpecialist({ name: 'clerk', description });
const scribe = defineSpecialist({ name: 'scribe', description });
const letter = '# Plan: post\n\n- [ ] 1: write the letter\n';
const known = (specialist: string, parts: Partial<Experience> = {}): Experience => ({
  specialist,
  steps: 5,
  success: 0.4,
  ...parts,
});
const planned = (plan: string, ...work: readonly ScriptLine[]): ScriptLine[] => [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
  ...work,
];
const done: ScriptLine = { purpose: 'work', reply: 'Dear Ms Hill,' };

describe('the experience with specialists', () => {
  it('has how many steps each did, how many of them succeeded, how long that takes and how they failed', async () => {
    const clock = simulatedClock();
    const store = memoryStore();
    const times = [5, 1, 3];
    const quick = defineSpecialist({
      name: 'clerk',
      description,
      run: ({ step }) =>
        step.id === '1'
          ? new Promise<string>((resolve) => clock.after(times.pop() ?? 0, () => resolve('ok')))
          : Promise.resolve('CANNOT: no ink'),
    });
    const plan = `${letter}- [ ] 2: write more\n`;
    for (const runId of ['a', 'b', 'c']) {
      const model = scriptedModel([...planned(plan), { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) }]);
      const run = createOrchestrator({ model, specialists: [quick], store, clock }).start(ask('do it'), { runId });
      let isOver = false;
      run.result.then(() => {
        isOver = true;
      });
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        clock.tick();
      }
    }
    const [whole, ...others] = await experienceOf(store);
    expect(others).toEqual([]);
    const figures = { steps: 6, success: 0.5, medianMs: 3 };
    expect(whole).toEqual({
      specialist: 'clerk',
      ...figures,
      failures: { cannot: 3 },
      kinds: { writ: { ...figures, word: 'write' } },
    });
    // The latest run alone, and the entries of one.
    expect(await experienceOf(store, { runs: 1 })).toMatchObject([{ steps: 2, medianMs: 5 }]);
    expect(experienceOf(await store.read('c'))).toEqual(await experienceOf(store, { runs: 1 }));
  });

  it('decides between specialists who fit a step equally well, and is in the log, which replays', async () => {
    const { start } = stage(planned(letter, done), {
      specialists: [clerk, scribe],
      experience: [known('clerk'), known('scribe', { success: 0.8, medianMs: 4000 })],
    });
    const run = start();
    expect((await run.result).plan?.steps[0]).toMatchObject({ assignedTo: 'scribe', estimatedMs: 4000 });
    expect(of(run.log, 'request.received')[0]?.data.options.specialists[1]?.experience).toEqual({
      steps: 5,
      success: 0.8,
      medianMs: 4000,
    });
    expect(replay(run.log).equal).toBe(true);
  });

  it('has them by kind of step, too: by the first word that says something', async () => {
    const store = memoryStore();
    const plan = `${letter}- [ ] 2: 3 stamps to buy\n- [ ] 3: read the letter\n`;
    const odd = defineSpecialist({
      name: 'clerk',
      description,
      run: ({ step }) => (step.id === '2' ? 'CANNOT: no money' : 'ok'),
    });
    for (const runId of ['a', 'b', 'c']) {
      const shorter = runId === 'c' ? plan.replace(/- \[ ] 3.*\n/, '') : plan;
      const model = scriptedModel([
        ...planned(shorter),
        { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
      ]);
      await createOrchestrator({ model, specialists: [odd], store }).invoke(ask('do it'), { runId });
    }
    const [whole] = await experienceOf(store);
    // Two steps of a kind say nothing.
    expect(whole?.kinds).toEqual({
      writ: { steps: 3, success: 1, medianMs: expect.any(Number), word: 'write' },
      stamp: { steps: 3, success: 0, word: 'stamps' },
    });
  });

  it('keeps a step from whoever has mostly failed at its kind, as long as somebody else fits', async () => {
    const weak = { steps: 4, success: 0.25 };
    const best = defineSpecialist({ name: 'clerk', description: 'writes the letter' });
    for (const [kinds, chosen] of [
      [{ writ: weak }, 'scribe'],
      [{ writ: { ...weak, success: 0.5 } }, 'clerk'],
      [{ writ: { ...weak, steps: 2 } }, 'clerk'],
      [{ read: weak }, 'clerk'],
    ] as const) {
      const experience = [known('clerk', { success: 0.9, kinds })];
      const { start } = stage(planned(letter, done), { specialists: [best, scribe], experience });
      expect((await start().result).plan?.steps[0]?.assignedTo).toBe(chosen);
    }
    const alone = stage(planned(letter, done), {
      specialists: [best, defineSpecialist({ name: 'cook', description: 'makes soup' })],
      experience: [known('clerk', { kinds: { writ: weak } })],
    });
    expect((await alone.start().result).plan?.steps[0]?.assignedTo).toBe('clerk');
  });

  it('decides by the kind of the step where that is known of both, and of equals for the faster one', async () => {
    const at = (success: number, medianMs: number) => ({ kinds: { writ: { steps: 4, success, medianMs } } });
    for (const [clerks, scribes, chosen, estimatedMs] of [
      [at(0.6, 10), at(0.9, 70), 'scribe', 70],
      [at(0.9, 70), at(0.9, 10), 'scribe', 10],
      [at(0.9, 10), at(0.9, 70), 'clerk', 10],
    ] as const) {
      const { start } = stage(planned(letter, done), {
        specialists: [clerk, scribe],
        // All in all the first one does better.
        experience: [known('clerk', { success: 0.9, ...clerks }), known('scribe', { medianMs: 9000, ...scribes })],
      });
      expect((await start().result).plan?.steps[0]).toMatchObject({ assignedTo: chosen, estimatedMs });
    }
  });

  it('decides who takes a step over', async () => {
    const other = defineSpecialist({ name: 'poet', description });
    const failed = Array.from({ length: 3 }, (): ScriptLine => ({ purpose: 'work', reply: '' }));
    const { start } = stage(planned(`${letter}  - specialist: clerk\n  - retries: 5\n`, ...failed, done), {
      specialists: [clerk, scribe, other],
      experience: [known('scribe', { kinds: { writ: { steps: 9, success: 0 } } })],
    });
    expect((await start().result).corrections?.[0]?.attempts[0]?.specialist).toBe('poet');
  });

  it('says nothing from fewer than three steps, nor of one of two specialists', async () => {
    for (const experience of [
      [known('clerk'), known('scribe', { steps: 2, success: 1, medianMs: 4000 })],
      [known('scribe', { success: 1 })],
    ]) {
      const { start } = stage(planned(letter, done), { specialists: [clerk, scribe], experience });
      const { plan } = await start().result;
      expect(plan?.steps[0]?.assignedTo).toBe('clerk');
      expect(plan?.steps[0]).not.toHaveProperty('estimatedMs');
    }
  });

  it('puts the step first that takes longest, unless the plan has an estimate', async () => {
    const plan = `${letter}  - specialist: clerk\n- [ ] 2: write more\n  - specialist: scribe\n`;
    for (const [text, order] of [
      [plan, ['2', '1']],
      [plan.replace('specialist: clerk\n', 'specialist: clerk\n  - estimate: 1h\n'), ['1', '2']],
    ] as const) {
      const { start } = stage(
        planned(text, done, done, { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) }),
        {
          // Those who may do more than read do not start before the plan is whole.
          specialists: [clerk, scribe].map((each) => ({ ...each, readsOnly: false })),
          concurrency: 1,
          experience: [known('clerk', { medianMs: 10 }), known('scribe', { medianMs: 60_000 })],
        },
      );
      const run = start();
      await run.result;
      expect(of(run.log, 'step.started').map(({ data }) => data.id)).toEqual(order);
    }
  });

  it('is shown to whoever plans, where there is a choice', async () => {
    const experience = [known('clerk', { medianMs: 1234 })];
    const shown = async (specialists: (typeof clerk)[]) => {
      const { start, model } = stage(planned(letter, done), { specialists, experience });
      await start().result;
      const asked = model.calls.find(({ brief }) => brief.purpose === 'plan');
      return asked?.messages.map(({ content }) => content).join('\n') ?? '';
    };
    expect(await shown([clerk, scribe])).toContain('[40 % of 5 earlier steps succeeded, usually in 1.2 s]');
    expect(await shown([clerk])).not.toContain('earlier steps');
    experience.push(
      known('scribe', {
        medianMs: 30,
        kinds: { writ: { steps: 4, success: 0.25, word: 'write' }, read: { steps: 4, success: 1 } },
      }),
    );
    expect(await shown([clerk, scribe])).toContain(
      '[40 % of 5 earlier steps succeeded, usually in under a second; only 25 % of 4 of the kind "write"]',
    );
  });

  it('leaves out a run whose log is damaged, and no other error', async () => {
    const store = memoryStore();
    const odd = defineSpecialist({ name: 'clerk', description, run: async () => 'ok' });
    for (const runId of ['a', 'b']) {
      await createOrchestrator({ model: scriptedModel(planned(letter)), specialists: [odd], store }).invoke(
        ask('do it'),
        { runId },
      );
    }
    const over = (code: 'bad-log' | 'store') => ({
      runs: store.runs,
      read: (run: string) => (run === 'a' ? Promise.reject(new TroupeError(code, 'It is torn.')) : store.read(run)),
    });
    expect(await experienceOf(over('bad-log'))).toMatchObject([{ specialist: 'clerk', steps: 1 }]);
    await expect(experienceOf(over('store'))).rejects.toThrow('It is torn.');
  });

  it('has the begin of a word that is none', () => {
    expect(stepWord(`${'w'.repeat(250)} the letter`)).toBe('w'.repeat(40));
  });

  it('may be a function, which is asked when a run begins', async () => {
    let success = 0.1;
    const experience = () => [known('clerk', { success: 0.5 }), known('scribe', { success })];
    const model = scriptedModel([...planned(letter, done), ...planned(letter, done)]);
    const troupe = createOrchestrator({ model, specialists: [clerk, scribe], experience });
    const first = await troupe.invoke(ask('do it'));
    success = 0.9;
    const second = await troupe.invoke(ask('do it'));
    expect([first, second].map(({ plan }) => plan?.steps[0]?.assignedTo)).toEqual(['clerk', 'scribe']);
  });

  it('that is none is refused', () => {
    const config = { model: scriptedModel([]), specialists: [clerk] };
    const wrong = [{ specialist: 'clerk', steps: 1, success: 7 }];
    expect(() => createOrchestrator({ ...config, experience: wrong })).toThrow(TroupeError);
    const troupe = createOrchestrator({ ...config, experience: () => wrong });
    expect(() => troupe.start(ask('do it'))).toThrow('the function has to return what experienceOf() of troupe/log');
  });
});
