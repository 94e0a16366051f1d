import {
  createOrchestrator,
  defineSpecialist,
  type Entry,
  memoryStore,
  type OrchestratorConfig,
  type Run,
  replay,
} from 'troupe';
import { entryChain, views } from 'troupe/log';
import { reflection, type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { sumOf } from '../../src/log/entry.ts';
import { ask, expectReplay, of, planText, stage, worker } from './scenario.ts';

const clerk = defineSpecialist({ name: 'clerk', description: 'writes letters' });
const scribe = defineSpecialist({ name: 'scribe', description: 'writes letters by hand' });
const cook = defineSpecialist({ name: 'cook', description: 'makes soup' });

const letter = '# Plan: post\n\n- [ ] a: write the letter\n  - specialist: clerk\n  - retries: 5\n';
const dispatch = `${letter}- [ ] b: put it into an envelope\n  - specialist: worker\n  - after: a\n`;
const planned = (plan: string): ScriptLine[] => [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
];
const work = (step: string, ...replies: readonly string[]): ScriptLine[] =>
  replies.map((reply) => ({ purpose: 'work', step, reply }));
/** A specialist that is a model fails three times: what it writes is empty. */
const thrice = ['', '', ''] as const;
const close = (parts: Parameters<typeof reflection>[0]): ScriptLine => ({
  purpose: 'reflect',
  reply: reflection(parts),
});

const scene = (lines: readonly ScriptLine[], config: Partial<OrchestratorConfig> = {}) =>
  stage(lines, { specialists: [clerk, scribe, worker, cook], ...config });
const corrections = (run: Run) => run.log.filter(({ type }) => type.startsWith('correction.'));

describe('a step that fails in the same way three times', () => {
  it('is done by another specialist that can, in the same round, and the result says so', async () => {
    const { start, model } = scene([...planned(letter), ...work('a', ...thrice, 'Dear Ms Hill')]);
    const run = start();
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', message: { content: 'Dear Ms Hill' }, rounds: 1, notDone: [] });
    expect(result.plan?.steps[0]).toMatchObject({ assignedTo: 'scribe', status: 'completed' });
    expect(result.corrections).toMatchObject([
      {
        step: 'a',
        pattern: 'step a of clerk: refused',
        reason: 'The result was empty. scribe takes it over.',
        attempts: [{ action: 'specialist', specialist: 'scribe', status: 'success' }],
      },
    ]);
    const last = model.calls.at(-1);
    expect(last?.brief).toMatchObject({ purpose: 'work', specialist: { name: 'scribe' } });
    expect(last?.messages.at(-1)?.content).toContain(
      'You do this step in the place of clerk, who has failed at it 3 times in the same way: The result was empty.',
    );
  });

  it('has its attempt linked to the trigger, and the count that the view has', async () => {
    const { start } = scene([...planned(letter), ...work('a', ...thrice, 'Dear Ms Hill')]);
    const run = start();
    await run.result;
    const [triggered, attempted] = corrections(run);
    expect(triggered).toMatchObject({
      type: 'correction.triggered',
      status: 'failed',
      data: { id: 'correction-1', count: 3 },
    });
    expect(attempted).toMatchObject({ type: 'correction.attempted', parent: triggered?.id, status: 'in_progress' });
    expect(entryChain(run.log, attempted?.id ?? '').map(({ type }) => type)).toEqual([
      'correction.triggered',
      'correction.attempted',
    ]);
    expect(views.correction.of(run.log).patterns.get('step a of clerk: refused')).toMatchObject({
      step: 'a',
      count: 3,
    });
  });

  it('is taken over without its condition being decided again', async () => {
    const plan = letter.replace('  - retries: 5', '  - retries: 5\n  - after: z\n  - when: there is an address');
    const { start, model } = scene([
      ...planned(plan.replace('- [ ] a', '- [ ] z: find the address\n  - specialist: worker\n- [ ] a')),
      ...work('z', '12 Mill Lane'),
      { purpose: 'decide', reply: '{"run":true,"reason":"There is one."}' },
      ...work('a', ...thrice, 'Dear Ms Hill'),
      close({ finalAnswer: 'Written.' }),
    ]);
    const run = start();
    const { plan: done, corrections: corrected } = await run.result;
    expect(done?.steps[1]).toMatchObject({ assignedTo: 'scribe', status: 'completed' });
    expect(corrected).toHaveLength(1);
    model.assertUsedUp();
    expectReplay(run.log);
  });

  it('blocks nothing that needs it', async () => {
    const { start } = scene([
      ...planned(dispatch),
      ...work('a', ...thrice, 'Dear Ms Hill'),
      ...work('b', 'sealed'),
      close({ finalAnswer: 'It is in the post.' }),
    ]);
    const run = start();
    expect((await run.result).plan?.steps.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(of(run.log, 'step.blocked')).toEqual([]);
  });

  it('is not taken over by somebody whose words have nothing to do with it, nor by more than two', async () => {
    const many = ['penman', 'poet', 'printer'].map((name) => defineSpecialist({ name, description: 'writes letters' }));
    const { start, model } = scene(
      [...planned(letter), ...work('a', ...thrice, ...thrice, ...thrice), close({ finalAnswer: 'No letter.' })],
      { specialists: [cook, clerk, ...many] },
    );
    const result = await start().result;
    const workers = model.calls.flatMap(({ brief }) => (brief.purpose === 'work' ? [brief.specialist.name] : []));
    expect([...new Set(workers)]).toEqual(['clerk', 'penman', 'poet']);
    expect(result.corrections?.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([
      ['failed'],
      ['failed'],
      [],
    ]);
  });

  it('goes on to the next one when whoever has taken it over cannot do it', async () => {
    const poet = defineSpecialist({ name: 'poet', description: 'writes letters in verse' });
    const { start } = scene([...planned(letter), ...work('a', ...thrice, 'CANNOT: no paper', 'Dear Ms Hill')], {
      specialists: [clerk, scribe, poet],
    });
    const result = await start().result;
    expect(result).toMatchObject({ rounds: 1, message: { content: 'Dear Ms Hill' }, notDone: [] });
    expect(result.corrections?.map(({ attempts }) => attempts.map((each) => [each.specialist, each.status]))).toEqual([
      [['scribe', 'failed']],
      [['poet', 'success']],
    ]);
  });

  it('goes to somebody who does not fail at other steps of the run', async () => {
    const poet = defineSpecialist({ name: 'poet', description: 'writes letters in verse' });
    const { start } = scene(
      [
        ...planned(letter.replace('- [ ] a', '- [ ] b: write a verse\n  - specialist: scribe\n- [ ] a')),
        ...work('b', 'CANNOT: no ink'),
        ...work('a', ...thrice, 'Dear Ms Hill'),
        close({ finalAnswer: 'One letter.' }),
      ],
      { specialists: [clerk, scribe, poet], concurrency: 1 },
    );
    const run = start();
    const result = await run.result;
    expect(result.plan?.steps.find(({ id }) => id === 'a')).toMatchObject({ assignedTo: 'poet', status: 'completed' });
  });

  it('is counted across rounds', async () => {
    const once = letter.replace('retries: 5', 'retries: 0');
    const { start } = scene(
      [...planned(once), ...work('a', ''), close({ verdict: 'continue' }), ...work('a', '', 'Dear Ms Hill')],
      { correctAfter: 2 },
    );
    const result = await start().result;
    expect(result).toMatchObject({ rounds: 2, plan: { steps: [{ assignedTo: 'scribe', status: 'completed' }] } });
  });

  it('is not corrected when it fails in different ways', async () => {
    const plan = letter.replace('retries: 5', 'retries: 2');
    const { start } = scene([
      ...planned(plan),
      ...work('a', '', '', 'CANNOT: there is no paper'),
      close({ finalAnswer: 'No paper.' }),
    ]);
    const run = start();
    expect((await run.result).corrections).toBeUndefined();
    expect(of(run.log, 'step.failed')[0]?.data.results[0]?.failures).toEqual(['refused', 'refused', 'cannot']);
  });

  it('is tried as often as it may be when nothing is corrected', async () => {
    const { start } = scene(
      [...planned(letter), ...work('a', ...thrice, ...thrice), close({ finalAnswer: 'No letter.' })],
      { correctAfter: 0 },
    );
    const run = start();
    expect((await run.result).corrections).toBeUndefined();
    expect(of(run.log, 'step.failed')[0]?.data.results[0]).not.toHaveProperty('failures');
  });

  it('waits for a person where plans are reviewed', async () => {
    const { start } = scene([...planned(letter), ...work('a', ...thrice), close({ finalAnswer: 'No letter.' })], {
      reviewPlan: 'all',
    });
    const run = start();
    await run.settled();
    run.approve();
    const { notDone } = await run.result;
    expect(notDone[0]?.why).toContain('only scribe could do it, in a plan that a person approves');
  });
});

describe('a step that nobody else can do', () => {
  const alone = { specialists: [clerk, cook], limits: { rounds: 6 } };

  it('fails for good, with the reason, before its retries are spent', async () => {
    const { start } = scene([...planned(letter), ...work('a', ...thrice), close({ finalAnswer: 'No letter.' })], alone);
    const run = start();
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', rounds: 1 });
    const why = 'The result was empty. It has failed 3 times in the same way, and nobody else can do it.';
    expect(result.notDone).toEqual([{ what: 'write the letter', why }]);
    expect(corrections(run).map(({ type }) => type)).toEqual(['correction.triggered']);
  });

  it('is told to whoever judges in plain words, and once where somebody else did the step', async () => {
    const dinner = `${letter}- [ ] b: make soup\n  - specialist: cook\n`;
    const { start, model } = scene([
      ...planned(dinner),
      ...work('a', ...thrice, 'Dear Ms Hill'),
      ...work('b', 'soup'),
      close({ finalAnswer: 'Both.' }),
    ]);
    await start().result;
    const said = model.calls.at(-1)?.messages.at(-1)?.content ?? '';
    expect(said).toContain('a (scribe): write the letter – done\nb (cook): make soup – done\n');
    expect(said).toContain(
      '<outcome>\nStep a: clerk failed 3 times: The result was empty. Then scribe took it over, and the step was done.\n</outcome>',
    );
    expect(said).not.toContain('failed for good');
  });

  it('is seen by whoever judges, with what was tried', async () => {
    const { start, model } = scene(
      [...planned(letter), ...work('a', ...thrice), close({ finalAnswer: 'No letter.' })],
      alone,
    );
    await start().result;
    const said = model.calls.at(-1)?.messages.at(-1)?.content ?? '';
    // Once: the outcome of the step says it.
    expect(said.split('The result was empty.')).toHaveLength(2);
    expect(said).toContain('a (clerk): write the letter – not done: The result was empty. It has failed 3 times');
    expect(said).toContain('Steps that failed for good (a) are not done again as they are');
  });

  it('is not repeated by a judgement that wants to go on: another plan is made, and when that fails too the run ends', async () => {
    const smaller = '# Plan: post\n\n- [ ] c: write one line of the letter\n  - specialist: clerk\n';
    const { start, model } = scene(
      [
        ...planned(letter),
        ...work('a', ...thrice),
        close({ verdict: 'continue' }),
        { purpose: 'plan', reply: smaller },
        ...work('c', ...thrice),
        { purpose: 'finalize', reply: 'There is no letter.' },
      ],
      alone,
    );
    const run = start();
    const result = await run.result;
    expect(result).toMatchObject({ rounds: 2, message: { content: 'There is no letter.' } });
    expect(result).not.toHaveProperty('limit');
    expect(result.notDone.map(({ what }) => what)).toEqual(['write one line of the letter']);
    expect(result.corrections).toMatchObject([
      { step: 'a', attempts: [{ action: 'plan', status: 'failed' }] },
      { step: 'c', attempts: [] },
    ]);
    const update = model.calls.filter(({ brief }) => brief.purpose === 'plan').at(-1);
    expect(update?.messages.at(-1)?.content).toContain('It has failed 3 times in the same way');
  });

  it('is not helped by another plan that is the same', async () => {
    const { start } = scene(
      [
        ...planned(letter),
        ...work('a', ...thrice),
        close({ verdict: 'update' }),
        { purpose: 'plan', reply: letter },
        { purpose: 'finalize', reply: 'There is no letter.' },
      ],
      alone,
    );
    const result = await start().result;
    expect(result).toMatchObject({ rounds: 2, message: { content: 'There is no letter.' } });
    expect(result.corrections).toMatchObject([{ step: 'a', attempts: [{ action: 'plan', status: 'failed' }] }]);
  });

  it('is not helped by another plan that gives it back to somebody who has failed at it', async () => {
    const { start, model } = scene([
      ...planned(letter),
      ...work('a', ...thrice, ...thrice),
      close({ verdict: 'update' }),
      { purpose: 'plan', reply: letter },
      { purpose: 'finalize', reply: 'There is no letter.' },
    ]);
    const run = start();
    const result = await run.result;
    expect(model.calls.filter(({ brief }) => brief.purpose === 'work')).toHaveLength(6);
    expect(result).toMatchObject({ rounds: 2, message: { content: 'There is no letter.' } });
    expect(result.notDone[0]?.why).toContain('It has failed 3 times in the same way, and nobody else can do it.');
    expectReplay(run.log);
  });

  it('is done once more when a judgement says what to do differently, and then no more', async () => {
    const retries = [{ step: 'a', why: 'One sentence is enough.' }];
    const { start, model } = scene(
      [
        ...planned(`${letter}- [ ] b: make soup\n  - specialist: cook\n`),
        ...work('a', ...thrice),
        ...work('b', 'soup'),
        close({ verdict: 'continue', retries }),
        ...work('a', ''),
        close({ finalAnswer: 'Only soup.' }),
      ],
      alone,
    );
    const run = start();
    const result = await run.result;
    expect(result.corrections).toMatchObject([{ step: 'a', attempts: [{ action: 'prompt', status: 'failed' }] }]);
    const last = model.calls.findLast(({ brief }) => brief.purpose === 'work');
    expect(last?.messages.at(-1)?.content).toContain('One sentence is enough. clerk has failed at this step 3 times');
    expect(result.notDone[0]?.why).toContain('It has failed 4 times in the same way, and');
  });

  it('is done with other words only once, however often a judgement wants it', async () => {
    const retries = [{ step: 'a', why: 'One sentence is enough.' }];
    const { start } = scene(
      [
        ...planned(`${letter}- [ ] b: make soup\n  - specialist: cook\n`),
        ...work('a', ...thrice),
        ...work('b', 'soup'),
        close({ verdict: 'continue', retries }),
        ...work('a', ''),
        close({ verdict: 'continue', retries }),
        { purpose: 'plan', reply: '# Plan: lunch\n\n- [ ] b: make soup\n  - specialist: cook\n' },
      ],
      alone,
    );
    const result = await start().result;
    expect(result.message.content).toBe('soup');
    expect(result.corrections?.flatMap(({ attempts }) => attempts.map(({ action }) => action))).toEqual([
      'prompt',
      'plan',
    ]);
  });

  it('keeps what needs it from being tried again', async () => {
    const { start } = scene(
      [
        ...planned(
          `${dispatch.replaceAll('worker', 'cook')}- [ ] c: make soup\n  - specialist: cook\n  - retries: 0\n`,
        ),
        ...work('a', ...thrice),
        ...work('c', ''),
        close({ verdict: 'continue' }),
        ...work('c', 'soup'),
        close({ finalAnswer: 'Only soup.' }),
      ],
      alone,
    );
    const run = start();
    const result = await run.result;
    expect(result.plan?.steps.map(({ status }) => status)).toEqual(['failed', 'blocked', 'completed']);
    expect(of(run.log, 'step.renewed').map(({ data }) => data.id)).toEqual(['c']);
  });
});

describe('a correction', () => {
  it('stays within the limits of a run', async () => {
    const { start } = scene(
      [...planned(letter), ...work('a', ...thrice), { purpose: 'finalize', reply: 'No letter.' }],
      {
        limits: { modelCalls: 6 },
      },
    );
    const result = await start().result;
    expect(result).toMatchObject({ limit: { name: 'modelCalls', max: 6 }, usage: { modelCalls: 6 } });
    expect(result.corrections).toMatchObject([{ attempts: [{ specialist: 'scribe', status: 'failed' }] }]);
  });

  it('repeats nothing when its process dies in the middle of it', async () => {
    const store = memoryStore();
    const asked: string[] = [];
    const lines: ScriptLine[] = [...planned(letter), ...work('a', ...thrice)];
    const noted = (name: string) =>
      defineSpecialist({
        name,
        description: 'writes letters',
        run: ({ key }) => {
          asked.push(key);
          return name === 'scribe' ? new Promise<string>(() => {}) : '';
        },
      });
    const settings = { store, retry: { baseMs: 1, maxMs: 2 } };
    const before = createOrchestrator({
      ...settings,
      model: scriptedModel(lines),
      specialists: [noted('clerk'), noted('scribe')],
    });
    const left = before.start(ask('do it'), { runId: 'post' });
    await new Promise<void>((resolve) => {
      left.subscribe((event) => {
        if (event.type === 'effect.started' && event.data.key.startsWith('sa#2')) resolve();
      });
    });
    left.actor.stop();
    const done = (name: string) =>
      defineSpecialist({
        name,
        description: 'writes letters',
        run: ({ key }) => {
          asked.push(key);
          return 'Dear Ms Hill';
        },
      });
    const after = createOrchestrator({
      ...settings,
      model: scriptedModel([]),
      specialists: [done('clerk'), done('scribe')],
    });
    const run = await after.resume('post');
    const result = await run.result;
    expect(result.message.content).toBe('Dear Ms Hill');
    expect(result.corrections).toMatchObject([{ attempts: [{ specialist: 'scribe', status: 'success' }] }]);
    expect(new Set(asked.slice(0, 3)).size).toBe(3);
    expect(asked.slice(3).every((key) => key === 'post/sa#2/ask#1.1')).toBe(true);
    expect(corrections(run)).toHaveLength(2);
    expectReplay(run.log);
  });
});

it('a fork from before a correction need not make it, and one from within it makes the rest', async () => {
  const store = memoryStore();
  const lines = [...planned(letter), ...work('a', ...thrice, 'Dear Ms Hill')];
  const settings = { store, specialists: [clerk, scribe], retry: { baseMs: 1, maxMs: 2 } };
  const first = createOrchestrator({ ...settings, model: scriptedModel(lines) }).start(ask('do it'), { runId: 'post' });
  await first.result;
  const triggered = first.log.findIndex(({ type }) => type === 'correction.triggered');
  const cause = first.log.findLastIndex(({ kind }, index) => kind === 'fact' && index < triggered);
  for (const [at, who] of [
    [cause, 'clerk'],
    [triggered + 1, 'scribe'],
  ] as const) {
    const troupe = createOrchestrator({ ...settings, model: scriptedModel(work('a', 'Dear Mr Hill')) });
    const { run } = await troupe.fork('post', { at });
    const result = await run.result;
    expect(result).toMatchObject({ message: { content: 'Dear Mr Hill' }, plan: { steps: [{ assignedTo: who }] } });
    expect(result.corrections?.length).toBe(who === 'clerk' ? undefined : 1);
    expectReplay(run.log);
  }
});

it('the plan of a run that has corrected itself says who does what', async () => {
  const { start } = scene([
    ...planned(planText({ a: [] }, 'clerk').replace('work on a', 'write the letter')),
    ...work('a', ...thrice, 'ok'),
  ]);
  const run = start();
  const result = await run.result;
  expect(result.plan?.version).toBe(2);
  expect(run.planMarkdown(1)).toContain('specialist: clerk');
  expect(run.planMarkdown()).toContain('specialist: scribe');
});

it('a log from before runs corrected themselves comes out equal: its options do not ask for it', async () => {
  const { start } = scene(
    [...planned(letter), ...work('a', ...thrice, ...thrice), close({ finalAnswer: 'No letter.' })],
    { correctAfter: 0 },
  );
  const run = start();
  await run.result;
  const older = run.log.map((entry): Entry => {
    if (entry.type !== 'request.received') return entry;
    const { correctAfter: _, ...options } = entry.data.options;
    const before = { ...entry, data: { ...entry.data, options } } as Entry; // as an earlier version wrote it
    return { ...before, sum: sumOf(before) };
  });
  expect(replay(older)).toEqual({ equal: true, entries: older.length });
});
