import { createOrchestrator, defineSpecialist, defineTool, type Entry, ModelError } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { changeLine } from '../../../src/cli/terminal/change-line.ts';
import { advance, noProgress, type Progress, shownPlan } from '../../../src/cli/terminal/progress.ts';
import { completed, entries, failed, request, started, threeSteps } from '../entries.ts';

const follow = (log: readonly Entry[]): Progress => log.reduce(advance, noProgress);

/** Every progress on the way. */
function trail(log: readonly Entry[]): Progress[] {
  let progress = noProgress;
  return log.map((entry) => {
    progress = advance(progress, entry);
    return progress;
  });
}

const lines = (log: readonly Entry[]) =>
  log.flatMap((entry, index) => {
    const before = follow(log.slice(0, index));
    return changeLine(before, advance(before, entry), entry) ?? [];
  });

/** The log of a run in which a call fails, a tool is used and two steps are done. */
async function realLog(): Promise<readonly Entry[]> {
  const model = scriptedModel([
    { purpose: 'think', reply: new ModelError('server', 'The server has a cold.') },
    { purpose: 'think', reply: thinking() },
    {
      purpose: 'plan',
      reply:
        '# Plan: two\n\n- [ ] 1: look\n  - specialist: worker\n- [ ] 2: write\n  - specialist: worker\n  - after: 1\n',
    },
    { purpose: 'work', step: '1', reply: { toolCalls: [{ name: 'peek', arguments: '{}' }] } },
    { purpose: 'work', step: '1', reply: 'seen' },
    { purpose: 'work', step: '2', reply: 'written' },
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'done' }) },
  ]);
  const peek = defineTool({
    name: 'peek',
    description: 'looks',
    capability: 'read',
    input: z.object({}),
    run: () => 'a view',
  });
  const specialists = [defineSpecialist({ name: 'worker', description: 'works', tools: [peek] })];
  const run = createOrchestrator({ model, specialists, retry: { baseMs: 0 } }).start([{ role: 'user', content: 'go' }]);
  await run.result;
  model.assertUsedUp();
  return run.log;
}

it('ends with the status, the steps, the tokens and the round that the result tells', async () => {
  const log = await realLog();
  const progress = follow(log);
  expect(progress).toMatchObject({ status: 'completed', plan: { round: 1 }, maxRounds: 3, tokens: 90, trouble: '' });
  expect(shownPlan(progress)?.steps.map(({ id, status, after }) => ({ id, status, after }))).toEqual([
    { id: '1', status: 'completed', after: [] },
    { id: '2', status: 'completed', after: ['1'] },
  ]);
});

it('names the tool that a step uses while it uses it', async () => {
  const seen = trail(await realLog()).flatMap((progress) => shownPlan(progress)?.steps[0]?.detail ?? []);
  expect(new Set(seen)).toEqual(new Set(['', 'working', 'peek']));
});

it('tells why a call outside of the steps failed until one succeeds', async () => {
  const troubles = trail(await realLog()).map((progress) => progress.trouble);
  expect(troubles).toContain('The server has a cold.');
  expect(troubles.at(-1)).toBe('');
});

it('gives steps that are renewed another try in a new round', () => {
  const log = entries(
    request,
    threeSteps,
    started('1'),
    started('2'),
    completed('1', 100),
    failed('2', 'no such column'),
    ['step.blocked', { id: '3', reason: 'It needs step 2.' }],
  );
  expect(shownPlan(follow(log))?.steps.map((step) => step.status)).toEqual(['completed', 'failed', 'blocked']);
  const again = entries(['step.renewed', { id: '2' }], ['step.renewed', { id: '3' }], started('2', 2));
  const next = again.reduce(advance, follow(log));
  expect(next.plan.round).toBe(2);
  expect(shownPlan(next)?.steps.map((step) => step.status)).toEqual(['completed', 'executing', 'pending']);
});

it('counts the attempts of a step and keeps the reason while it waits for the next one', () => {
  const actor = 'host/step-1#1';
  const log = entries(
    request,
    threeSteps,
    started('1'),
    ['effect.started', { key: 'r1/s1/ask#1.1', kind: 'ask' }, { actor }],
    ['effect.failed', { key: 'r1/s1/ask#1.1', kind: 'ask', error: { message: 'busy' } }, { actor }],
    ['effect.started', { key: 'r1/s1/wait#1', kind: 'wait' }, { actor }],
    ['effect.started', { key: 'r1/s1/ask#2.1', kind: 'ask' }, { actor }],
  );
  expect(trail(log).map((progress) => shownPlan(progress)?.steps[0]?.detail)).toEqual([
    undefined,
    '',
    'working',
    'working',
    'busy',
    'waiting to try again: busy',
    'working, attempt 2',
  ]);
});

/** The log of a run in which the host looks two things up and one of them fails. */
async function lookupLog(): Promise<readonly Entry[]> {
  const peek = (arguments_: string) => ({ name: 'peek', arguments: arguments_ });
  const model = scriptedModel([
    { purpose: 'think', reply: { text: 'Let me see.', toolCalls: [peek('{"at":"the\\u001b[2J sky"}'), peek('{}')] } },
    { purpose: 'think', reply: 'It is blue.' },
  ]);
  const tool = defineTool({
    name: 'peek',
    description: 'looks',
    capability: 'read',
    input: z.object({ at: z.string() }),
    run: () => 'blue',
  });
  const specialists = [defineSpecialist({ name: 'worker', description: 'works', tools: [tool] })];
  const run = createOrchestrator({ model, specialists }).start([{ role: 'user', content: 'go' }]);
  await run.result;
  model.assertUsedUp();
  return run.log;
}

it('tells what the host looks up while it does so, and no longer', async () => {
  const log = await lookupLog();
  const seen = trail(log).map((progress, index) => [log[index]?.type, progress.lookups.length]);
  const began = seen.findIndex(([, count]) => count === 2);
  const ended = seen.findLastIndex(([, count]) => count === 2);
  expect(seen.slice(began, ended + 1).map(([type]) => type)).toEqual([
    'effect.completed',
    'status.changed',
    'effect.started',
    'effect.started',
    'effect.completed',
    'effect.completed',
  ]);
  expect(trail(log)[began]?.lookups).toEqual(['peek {"at":"the\\u001b[2J sky"}', 'peek']);
});

it('says in a plain line what the host looks up', async () => {
  const shown = lines(await lookupLog()).map((line) => line.replace(/in \d+\.\ds/, 'in 0.0s'));
  expect(shown).toEqual([
    'thinking',
    'looking up: peek {"at":"the\\u001b[2J sky"}, peek',
    'completed in 0.0s · 30 tokens',
  ]);
});

it('shows no trouble when a look-up fails: whoever asked reads of it', () => {
  const error = { message: 'It took too long.' };
  const log = entries(request, ['effect.failed', { key: 't1/look.1', kind: 'useTool', error }]);
  expect(follow(log).trouble).toBe('');
});

it('says each change in one plain line', async () => {
  const log = (await realLog()).map((entry) => ({ ...entry, at: '2026-01-01T00:00:00.000Z' }));
  const shown = lines(log).map((line) => line.replace(/in \d+\.\ds/, 'in 0.0s'));
  expect(shown).toEqual([
    'thinking',
    'a call failed: The server has a cold.',
    'planning',
    'step 1 started: look (worker)',
    'plan v1: 2 steps',
    'step 1 done in 0.0s',
    'step 2 started: write (worker)',
    'step 2 done in 0.0s',
    'checking the results',
    'completed in 0.0s · 90 tokens',
  ]);
});

it('says in plain lines what failed, what is blocked and which limit was reached', () => {
  const log = entries(
    request,
    threeSteps,
    started('2', 2),
    failed('2', 'no such\u001b[31m column\nat all'),
    ['step.blocked', { id: '3', reason: 'It needs step 2.' }],
    ['limit.reached', { name: 'rounds', max: 2 }],
  );
  expect(lines(log)).toEqual([
    'plan v1: 3 steps',
    'step 2 started in round 2 of 3: do 2 (data)',
    'step 2 failed: no such column at all',
    'step 3 blocked: It needs step 2.',
    'limit reached: rounds (2)',
  ]);
});

it('says in plain lines what is skipped, paused, resumed, edited and changed in the plan', () => {
  const log = entries(
    request,
    threeSteps,
    ['step.skipped', { id: '2', reason: 'The condition is not met.' }],
    ['run.paused', {}],
    ['run.resumed', {}],
    ['run.restored', {}],
    ['context.edited', { path: 'options.limits.rounds', value: 1 }],
    ['plan.updated', { plan: { version: 2, steps: [] }, updates: [{ description: 'Step 2 is gone.' }] }],
  );
  expect(lines(log)).toEqual([
    'plan v1: 3 steps',
    'step 2 skipped: The condition is not met.',
    'paused',
    'resumed after the pause',
    'resumed after entry 5',
    'options.limits.rounds set to 1',
    'plan v2: 0 steps (Step 2 is gone.)',
  ]);
});

it.each([
  ['by the planner', 'plan-1/draft#1', 'draft'],
  ['by the host', 't1/think#1', 'think'],
])('shows the steps of a plan that is still being written %s', (_, key, kind) => {
  const draft = { id: '1', description: 'look', assignedTo: 'data', dependencies: [], status: 'pending' };
  const log = entries(request, ['effect.progressed', { key, kind, value: draft }], started('1'));
  expect(shownPlan(follow(log))).toMatchObject({
    version: 0,
    steps: [{ id: '1', status: 'executing', detail: 'working' }],
  });
});

it('keeps what a step is doing when another version of its plan comes in', () => {
  const steps = [
    { id: '1', description: 'Load', assignedTo: 'data', alongside: ['math'], dependencies: [], status: 'executing' },
  ];
  const plan = (version: number) => ['plan.updated', { plan: { version, steps }, updates: [] }] as const;
  const log = entries(
    request,
    plan(1),
    ['effect.started', { key: 's1#1@2/ask#1.1', kind: 'ask' }, { actor: 'host/step-1#1@2' }],
    plan(2),
  );
  expect(shownPlan(follow(log))).toMatchObject({ version: 2, steps: [{ detail: 'math: working' }] });
});
