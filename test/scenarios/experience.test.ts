import { createOrchestrator, defineSpecialist, memoryStore, replay, TroupeError } from 'troupe';
import { type Experience, experienceOf } from 'troupe/log';
import { reflection, type ScriptLine, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
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
    expect(whole).toEqual({ specialist: 'clerk', steps: 6, success: 0.5, medianMs: 3, failures: { cannot: 3 } });
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
