import { createOrchestrator, defineSpecialist, type Entry, type Milestone, ModelError, type RunSettings } from 'troupe';
import { reflection, type ScriptLine, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { RunLog } from '../../src/log/run-log.ts';
import { milestoneReader, toMilestones } from '../../src/log/to-milestones.ts';
import { twoRounds } from '../scenarios/two-rounds.ts';

const specialists = ['worker', 'other'].map((name) => defineSpecialist({ name, description: 'does things' }));

async function logOf(
  lines: readonly ScriptLine[],
  settings: Partial<Pick<RunSettings, 'attempts' | 'limits' | 'timeouts' | 'retry'>> = {},
): Promise<readonly Entry[]> {
  const clock = simulatedClock();
  const model = scriptedModel(lines);
  const troupe = createOrchestrator({ model, specialists, clock, ...settings });
  const run = troupe.start([{ role: 'user', content: 'do it' }], { runId: 'run-1' });
  await clock.run(run.settled());
  model.assertUsedUp();
  run.actor.stop();
  return run.log;
}
const read = (log: readonly Entry[]): Milestone[] => log.flatMap(milestoneReader('run-1'));
const of = <Type extends Milestone['type']>(milestones: readonly Milestone[], type: Type) =>
  milestones.filter((each): each is Extract<Milestone, { type: Type }> => each.type === type);

/** A model that does not answer. */
const never = () => new Promise<string>(() => {});

describe('the milestones of a log', () => {
  it('tell a run of two rounds in order', async () => {
    const told = read(await logOf(twoRounds)).map((each) =>
      each.type === 'specialist.invoked' || each.type === 'specialist.completed'
        ? `${each.type} ${each.step.id} ${each.specialist}`
        : each.type,
    );
    expect(told).toEqual([
      'thinking.started',
      'thinking.completed',
      'specialist.invoked 1 worker',
      'specialist.invoked 1 other',
      'specialist.invoked 2 worker',
      'plan.created',
      'specialist.completed 1 worker',
      'specialist.completed 1 other',
      'specialist.completed 2 worker',
      'feedback.generated',
      'plan.updated',
      'specialist.invoked 4 worker',
      'specialist.completed 4 worker',
      'specialist.invoked 3 worker',
      'specialist.completed 3 worker',
      'feedback.generated',
      'task.completed',
    ]);
  });

  it('carry what the callback needs, without a look into the log', async () => {
    const log = await logOf(twoRounds);
    const milestones = read(log);
    expect(of(milestones, 'thinking.started')).toMatchObject([
      { runId: 'run-1', turn: 1, messages: [{ role: 'user', content: 'do it' }], context: { turnCount: 1 } },
    ]);
    expect(of(milestones, 'thinking.completed')).toMatchObject([
      { turn: 1, thought: { thought: 'much to do' }, branch: 'plan', durationMs: 0 },
    ]);
    expect(of(milestones, 'plan.created')[0]?.plan).toMatchObject({
      version: 1,
      title: 'one',
      content: expect.stringContaining('# Plan: one'),
      steps: [{ id: '1' }, { id: '2' }, { id: '3' }],
    });
    expect(of(milestones, 'plan.updated')[0]).toMatchObject({
      plan: { version: 2, title: 'two' },
      previousVersion: 1,
      updates: [{ updateType: 'add_step' }, { updateType: 'modify_step' }, { updateType: 'remove_step' }],
    });
    expect(of(milestones, 'specialist.invoked')[1]).toMatchObject({
      step: { id: '1', description: 'look', assignedTo: 'worker', alongside: ['other'], status: 'executing' },
      specialist: 'other',
      round: 1,
      start: 1,
    });
    const [seen, seenToo, broken] = of(milestones, 'specialist.completed');
    expect(seen).toMatchObject({ step: { status: 'completed' }, text: 'seen', result: { status: 'success' } });
    expect(seenToo).toMatchObject({ specialist: 'other', text: 'seen too', result: { specialistName: 'other' } });
    expect(broken).toMatchObject({
      step: { status: 'failed', reason: 'it does not break' },
      result: { status: 'failed', error: 'it does not break' },
    });
    expect(broken).not.toHaveProperty('text');
    expect(of(milestones, 'feedback.generated')).toMatchObject([
      { round: 1, branch: 'update', feedback: { feedback: 'another way' } },
      { round: 2, branch: 'done', feedback: { finalAnswer: 'all is well' } },
    ]);
    expect(of(milestones, 'task.completed')).toMatchObject([
      { result: { runId: 'run-1', status: 'completed', message: { content: 'all is well' }, rounds: 2 } },
    ]);
  });

  it('are each of an entry, and the last entry of a run that ended is its end', async () => {
    const log = await logOf(twoRounds);
    for (const { seq, at } of read(log)) expect(log[seq - 1]?.at).toBe(at);
    expect(read(log).at(-1)).toMatchObject({ type: 'task.completed', seq: log.length });
  });

  it('depend on nothing that comes after their entry, and change nothing', async () => {
    const log = await logOf(twoRounds);
    const before = JSON.stringify(log);
    const alone = log.flatMap((entry) => toMilestones(entry, new RunLog('run-1', log.slice(0, entry.seq))));
    expect(alone).toEqual(read(log));
    expect(JSON.stringify(log)).toBe(before);
  });

  it('survive JSON unchanged', async () => {
    const milestones = read(await logOf(twoRounds));
    expect(JSON.parse(JSON.stringify(milestones))).toEqual(milestones);
  });
});

describe('thinking', () => {
  it('that is tried again starts once, and its time includes the wait', async () => {
    const milestones = read(
      await logOf(
        [
          { purpose: 'think', reply: new ModelError('server', 'down', { retryAfterMs: 700 }) },
          { purpose: 'think', reply: thinking({ answer: '4' }) },
        ],
        { retry: { baseMs: 700, maxMs: 700, maxAskedMs: 1000 } },
      ),
    );
    expect(milestones.map(({ type }) => type)).toEqual(['thinking.started', 'thinking.completed', 'task.completed']);
    expect(of(milestones, 'thinking.completed')[0]).toMatchObject({ branch: 'direct', durationMs: 700 });
  });

  it('that looks things up starts once, and its time includes them', async () => {
    const milestones = read(
      await logOf(
        [
          { purpose: 'think', reply: new ModelError('server', 'down', { retryAfterMs: 700 }) },
          { purpose: 'think', reply: { toolCalls: [{ name: 'look', arguments: '{}' }] } },
          { purpose: 'think', reply: thinking({ question: 'Which?' }) },
        ],
        { retry: { baseMs: 700, maxMs: 700, maxAskedMs: 1000 } },
      ),
    );
    expect(milestones.slice(0, 2)).toMatchObject([
      { type: 'thinking.started', turn: 1 },
      { type: 'thinking.completed', turn: 1, branch: 'clarify', durationMs: 700 },
    ]);
  });

  it('that never succeeds is not completed, and the task is, as failed', async () => {
    const milestones = read(
      await logOf([{ purpose: 'think', reply: new ModelError('auth', 'who are you') }], { attempts: 1 }),
    );
    expect(milestones.map(({ type }) => type)).toEqual(['thinking.started', 'task.completed']);
    expect(of(milestones, 'task.completed')[0]?.result).toMatchObject({ status: 'failed', error: { code: 'auth' } });
  });
});

describe('a step', () => {
  const plan = '# Plan: one\n\n- [ ] 1: look\n  - specialist: worker, other\n';

  it('that a limit of time ends completes each of its specialists, with the reason', async () => {
    const milestones = read(
      await logOf(
        [
          { purpose: 'think', reply: thinking() },
          { purpose: 'plan', reply: plan },
          { purpose: 'work', step: '1', reply: never },
          { purpose: 'work', step: '1', reply: never },
        ],
        { limits: { rounds: 3, steps: 50, modelCalls: 200, wallMs: 5000 } },
      ),
    );
    expect(of(milestones, 'specialist.completed')).toMatchObject([
      { specialist: 'worker', step: { status: 'failed' }, result: { status: 'failed', durationMs: 5000 } },
      { specialist: 'other', step: { status: 'failed' }, result: { status: 'failed', durationMs: 5000 } },
    ]);
    expect(of(milestones, 'specialist.completed')[0]?.result.error).toMatch(/5000 milliseconds/);
  });

  it('that an edit of the plan stops completes each of its specialists as failed, with the reason, and only once', async () => {
    const [gone, stays] = ['- [ ] 1: look\n  - specialist: worker, other\n', '- [ ] 2: wait\n  - specialist: worker\n'];
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<string>();
    let calls = 0;
    const hold = (reply: Promise<string>) => () => {
      calls += 1;
      if (calls === 3) asked.resolve();
      return reply;
    };
    const model = scriptedModel([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: `# Plan: two\n\n${gone}${stays}` },
      { purpose: 'work', step: '1', reply: hold(never()) },
      { purpose: 'work', step: '1', reply: hold(never()) },
      { purpose: 'work', step: '2', reply: hold(held.promise) },
      { purpose: 'work', step: '1', reply: 'seen' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const run = createOrchestrator({ model, specialists }).start([{ role: 'user', content: 'do it' }], {
      runId: 'run-1',
    });
    await asked.promise;
    run.editPlan(`# Plan: one\n\n${stays}`);
    run.editPlan(`# Plan: one again\n\n${stays}- [ ] 1: look again\n  - specialist: worker\n`);
    held.resolve('waited');
    await run.result;
    model.assertUsedUp();
    const milestones = read(run.log);
    const told = milestones.flatMap((each) =>
      'specialist' in each ? [`${each.type} ${each.step.id} ${each.specialist} ${each.step.description}`] : [],
    );
    expect(told.filter((each) => each.includes('completed 1'))).toEqual([
      'specialist.completed 1 worker look',
      'specialist.completed 1 other look',
      'specialist.completed 1 worker look again',
    ]);
    expect(told.filter((each) => each.includes('completed'))).toHaveLength(4);
    expect(told.filter((each) => each.includes('invoked'))).toHaveLength(4);
    const reason = 'The plan was changed: version 2 no longer has this work.';
    const after = milestones.slice(milestones.findIndex(({ type }) => type === 'plan.updated'));
    expect(after.slice(0, 3)).toMatchObject([
      { type: 'plan.updated', plan: { version: 2 } },
      { specialist: 'worker', step: { status: 'failed', reason }, result: { status: 'failed', error: reason } },
      { specialist: 'other', step: { status: 'failed', reason }, result: { status: 'failed', error: reason } },
    ]);
  });

  it('that is drafted in other words completes what was begun on its first draft', async () => {
    const first =
      '# Plan: p\n\n- [ ] 1: look\n  - specialist: worker\n- [ ] 2: act\n  - specialist: other\n  - after: 9\n';
    const second = first.replace('look', 'look well').replace('  - after: 9\n', '');
    const log = await logOf([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: first },
      { purpose: 'plan', reply: second },
      { purpose: 'work', step: '1', reply: never },
      { purpose: 'work', step: '1', reply: 'seen' },
      { purpose: 'work', step: '2', reply: 'done' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    const told = read(log).flatMap((each) =>
      'specialist' in each
        ? [`${each.type} ${each.step.description}`]
        : each.type === 'plan.created'
          ? [each.type]
          : [],
    );
    expect(told.slice(0, 3)).toEqual(['specialist.invoked look', 'plan.created', 'specialist.completed look']);
    expect(told.filter((each) => each.includes('completed')).toSorted()).toEqual([
      'specialist.completed act',
      'specialist.completed look',
      'specialist.completed look well',
    ]);
  });

  it('whose condition cannot be decided has no specialist to tell of', async () => {
    const conditional =
      '# Plan: p\n\n- [ ] 1: look\n  - specialist: worker\n- [ ] 2: act\n  - specialist: worker\n  - after: 1\n  - when: it sounds urgent\n';
    const log = await logOf([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: conditional },
      { purpose: 'work', step: '1', reply: 'all calm' },
      { purpose: 'decide', reply: new ModelError('auth', 'no') },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
    ]);
    expect(log.some((entry) => entry.type === 'step.failed' && entry.data.id === '2')).toBe(true);
    const told = read(log).flatMap((each) => ('specialist' in each ? [`${each.type} ${each.step.id}`] : []));
    expect(told).toEqual(['specialist.invoked 1', 'specialist.completed 1']);
  });

  it('that is started again says so', async () => {
    const milestones = read(
      await logOf([
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: '# Plan: one\n\n- [ ] 1: look\n  - specialist: worker\n' },
        { purpose: 'work', step: '1', reply: 'CANNOT: not today' },
        { purpose: 'reflect', reply: reflection({ verdict: 'continue' }) },
        { purpose: 'work', step: '1', reply: 'seen' },
      ]),
    );
    expect(of(milestones, 'specialist.invoked').map(({ start, round }) => ({ start, round }))).toEqual([
      { start: 1, round: 1 },
      { start: 2, round: 2 },
    ]);
    // What is told of the second start has nothing of the failure before it.
    expect(of(milestones, 'specialist.invoked')[1]?.step).not.toHaveProperty('reason');
    expect(of(milestones, 'specialist.completed').map(({ result }) => result.status)).toEqual(['failed', 'success']);
  });
});
