import { createOrchestrator, defineSpecialist, memoryStore, type OrchestratorConfig, type Run } from 'troupe';
import { views } from 'troupe/log';
import { reflection, type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { ask, expectReplay, of, stage } from './scenario.ts';

const clerk = defineSpecialist({ name: 'clerk', description: 'writes letters' });
const scribe = defineSpecialist({ name: 'scribe', description: 'writes letters by hand' });
const cook = defineSpecialist({ name: 'cook', description: 'makes soup' });
const baker = defineSpecialist({ name: 'baker', description: 'makes soup in bread' });

const step = (id: string, task: string, specialist: string) =>
  `- [ ] ${id}: ${task}\n  - specialist: ${specialist}\n  - retries: 9\n`;
const letter = `# Plan: post\n\n${step('a', 'write the letter', 'clerk')}`;
const both = `${letter}${step('b', 'make soup', 'cook')}`;
const planned = (plan: string): ScriptLine[] => [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
];
const work = (id: string, ...replies: readonly string[]): ScriptLine[] =>
  replies.map((reply) => ({ purpose: 'work', step: id, reply }));
const close = (finalAnswer: string): ScriptLine => ({ purpose: 'reflect', reply: reflection({ finalAnswer }) });
const all = { specialists: [clerk, scribe, cook, baker] };
const scene = (lines: readonly ScriptLine[], config: Partial<OrchestratorConfig> = {}) =>
  stage(lines, { ...all, ...config });
const made = async (run: Run) => {
  const { corrections = [] } = await run.result;
  return corrections.map(({ step: id, pattern, attempts }) => [
    id,
    pattern,
    ...attempts.map(({ specialist, status }) => `${specialist} ${status}`),
  ]);
};

it('two specialists that fail at once are each replaced, and neither waits for the other', async () => {
  const { start, model } = scene([
    ...planned(both),
    ...work('a', '', '', '', 'Dear Ms Hill'),
    ...work('b', '', '', '', 'soup'),
    close('Both are done.'),
  ]);
  const run = start();
  const result = await run.result;
  expect(result).toMatchObject({ rounds: 1, notDone: [], message: { content: 'Both are done.' } });
  expect((await made(run)).toSorted()).toEqual([
    ['a', 'step a of clerk: refused', 'scribe success'],
    ['b', 'step b of cook: refused', 'baker success'],
  ]);
  const said = model.calls.at(-1)?.messages.at(-1)?.content ?? '';
  expect(said).toContain('Step a: clerk failed 3 times');
  expect(said).toContain('Step b: cook failed 3 times');
  expectReplay(run.log);
});

it('two specialists that fail at once, of whom one can be replaced, end with the reason of the other', async () => {
  const { start } = scene(
    [...planned(both), ...work('a', '', '', '', 'Dear Ms Hill'), ...work('b', '', '', ''), close('Only a letter.')],
    { specialists: [clerk, scribe, cook] },
  );
  const run = start();
  const { notDone, plan } = await run.result;
  expect(plan?.steps.map(({ status }) => status)).toEqual(['completed', 'failed']);
  expect(notDone).toMatchObject([{ what: 'make soup', why: expect.stringContaining('nobody else can do it') }]);
  expect((await made(run)).toSorted()).toEqual([
    ['a', 'step a of clerk: refused', 'scribe success'],
    ['b', 'step b of cook: refused'],
  ]);
  expectReplay(run.log);
});

it('a specialist that fails in two ways is replaced for the way that comes to the number first', async () => {
  const noted = { ...clerk, check: (output: { text: string }) => (output.text === 'short' ? 'Too short.' : true) };
  let turn = 0;
  const moody = defineSpecialist({
    ...noted,
    run: () => {
      turn++;
      if (turn % 2 === 0) throw new Error('The pen broke.');
      return 'short';
    },
  });
  const { start } = scene([...planned(letter), ...work('a', 'Dear Ms Hill')], { specialists: [moody, scribe] });
  const run = start();
  expect((await run.result).message.content).toBe('Dear Ms Hill');
  expect(turn).toBe(5);
  expect(await made(run)).toEqual([['a', 'step a of clerk: refused', 'scribe success']]);
  const { patterns } = views.correction.of(run.log);
  const counts = patterns.items.filter(({ kind }) => kind === 'step').map(({ code, count }) => [code, count]);
  expect(counts).toEqual([
    ['refused', 3],
    ['error', 2],
  ]);
  expectReplay(run.log);
});

it('a specialist that fails sometimes, below the number, is not corrected, however many steps it does', async () => {
  const ids = ['a', 'b', 'c'];
  const plan = `# Plan: post\n\n${ids.map((id) => step(id, `write letter ${id}`, 'clerk')).join('')}`;
  const { start } = scene([
    ...planned(plan),
    ...ids.flatMap((id) => work(id, '', '', 'Dear')),
    close('Three letters.'),
  ]);
  const run = start();
  const result = await run.result;
  expect(result.plan?.steps.map(({ status, assignedTo }) => `${status} ${assignedTo}`)).toEqual(
    ids.map(() => 'completed clerk'),
  );
  expect(result.corrections).toBeUndefined();
  expect(of(run.log, 'correction.triggered')).toEqual([]);
  expectReplay(run.log);
});

/** Stops a run with the first entry of a type, as a killed process does: what comes after it is not stored. */
const killedAt = async (type: string, lines: readonly ScriptLine[]) => {
  const store = memoryStore();
  const settings = { store, ...all, retry: { baseMs: 1, maxMs: 2 } };
  const before = createOrchestrator({ ...settings, model: scriptedModel(lines) });
  const left = before.start(ask('do it'), { runId: 'post' });
  await new Promise<void>((resolve) => {
    left.subscribe((entry) => {
      if (entry.type !== type) return;
      left.actor.stop();
      resolve();
    });
  });
  return settings;
};

it.each(['correction.triggered', 'correction.attempted'])(
  'a run that is killed at %s is corrected once when it goes on, and replays',
  async (type) => {
    const settings = await killedAt(type, [...planned(letter), ...work('a', '', '', '')]);
    const model = scriptedModel(work('a', 'Dear Ms Hill'));
    const run = await createOrchestrator({ ...settings, model }).resume('post');
    expect((await run.result).message.content).toBe('Dear Ms Hill');
    expect(await made(run)).toEqual([['a', 'step a of clerk: refused', 'scribe success']]);
    expect(of(run.log, 'correction.attempted')).toHaveLength(1);
    model.assertUsedUp();
    expectReplay(run.log);
  },
);

it('a fork from before the first failure knows nothing of the correction of its origin', async () => {
  const store = memoryStore();
  const settings = { store, ...all, retry: { baseMs: 1, maxMs: 2 } };
  const lines = [...planned(letter), ...work('a', '', '', '', 'Dear Ms Hill')];
  const first = createOrchestrator({ ...settings, model: scriptedModel(lines) }).start(ask('do it'), { runId: 'post' });
  await first.result;
  const at = first.log.findIndex(({ type }) => type === 'step.started');
  const model = scriptedModel(work('a', '', '', 'Dear Mr Hill'));
  const { run } = await createOrchestrator({ ...settings, model }).fork('post', { at });
  const result = await run.result;
  expect(result).toMatchObject({ message: { content: 'Dear Mr Hill' }, plan: { steps: [{ assignedTo: 'clerk' }] } });
  expect(result.corrections).toBeUndefined();
  expect((await first.result).corrections).toHaveLength(1);
  expectReplay(run.log);
  expectReplay(first.log);
});
