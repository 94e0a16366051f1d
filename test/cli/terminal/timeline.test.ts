import { createOrchestrator, defineSpecialist, type Entry, failover, ModelError } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { runText } from '../../../src/cli/commands/show.ts';
import { timeline } from '../../../src/cli/terminal/timeline.ts';
import { entries, request } from '../entries.ts';

/** A run with a failed call, a condition that is not met, two specialists on one step and a part that is not done. */
async function realLog(): Promise<readonly Entry[]> {
  const plan = `# Plan: two

- [ ] 1: look
  - specialist: worker, other
- [ ] 2: warn
  - specialist: worker
  - after: 1
  - when: step 1 contains "zebra"
`;
  const model = scriptedModel([
    { purpose: 'think', reply: new ModelError('server', 'The server has a cold.') },
    { purpose: 'think', reply: thinking({ thought: 'Two steps will do.' }) },
    { purpose: 'plan', reply: plan },
    { purpose: 'work', step: '1', reply: 'seen' },
    { purpose: 'work', step: '1', reply: 'seen too' },
    {
      purpose: 'reflect',
      reply: reflection({
        finalAnswer: 'It was seen.',
        notDone: [{ what: 'mail', why: 'no post' }],
      }),
    },
  ]);
  const specialists = ['worker', 'other'].map((name) => defineSpecialist({ name, description: 'works' }));
  const run = createOrchestrator({ model, specialists, retry: { baseMs: 0 } }).start([{ role: 'user', content: 'go' }]);
  await run.result;
  model.assertUsedUp();
  return run.log;
}

it('tells in words what happened, in order', async () => {
  const happenings = timeline(await realLog());
  const texts = happenings.map(({ text }) => text.replace(/in \d+\.\ds/, 'in 0.0s'));
  expect(texts).toEqual([
    'thinking',
    'think: a call failed: The server has a cold.',
    'think: attempt 2',
    'thought: complex, makes a plan: Two steps will do.',
    'planning',
    'step 1 started: look (worker + other)',
    'plan v1: 2 steps',
    'step 1 done in 0.0s',
    'step 2 skipped: The condition "step 1 contains "zebra"" is not met.',
    'checking the results',
    'checked round 1, done',
    'the answer is ready',
    'completed in 0.0s · 75 tokens',
  ]);
  expect(happenings[6]?.details).toEqual([
    '1 look (worker + other)',
    '2 warn (worker, after 1, if step 1 contains "zebra")',
  ]);
});

it('tells what the host looked up', () => {
  const toolCalls = [{ id: '1', name: 'query_table', arguments: '{"file":"sales.csv"}' }];
  const log = entries(
    request,
    ['effect.completed', { key: 't1/think#1', kind: 'think', output: { toolCalls } }],
    ['status.changed', { status: 'analyzing', state: 'lookingUp' }],
    ['status.changed', { status: 'analyzing', state: 'thinking' }],
  );
  expect(timeline(log).map(({ text }) => text)).toEqual(['looking up: query_table {"file":"sales.csv"}']);
});

it('tells what people said', () => {
  const log = entries(
    request,
    ['clarification.requested', { id: 'q', question: 'Which year?' }, { at: 1000 }],
    ['clarification.answered', { id: 'q', text: '2025' }, { at: 9000 }],
    ['approval.requested', { id: 'p' }],
    ['plan.reviewed', { id: 'p', verdict: 'revise', remark: 'shorter' }],
    ['plan.reviewed', { id: 'p', verdict: 'approved', remark: '' }],
    ['run.cancelled', { reason: 'enough' }],
  );
  expect(
    timeline(log)
      .map(({ ms, text }) => `${ms} ${text}`)
      .slice(0, 2),
  ).toEqual(['1000 asked: Which year?', '9000 answered: 2025']);
  expect(
    timeline(log)
      .map(({ text }) => text)
      .slice(2),
  ).toEqual([
    'the plan is waiting for a review',
    'the plan was sent back: shorter',
    'the plan was approved',
    'cancelled: enough',
  ]);
});

it('shows the request, the plan as it stands, the answer, what is not done and what was used', async () => {
  const screen = { columns: 100, rows: 99, now: 0, isColorful: false };
  const text = runText(await realLog(), screen).join('\n');
  expect(text).toMatch(
    /^Run [\w-]+\ncompleted · \d{4}-\d\d-\d\d \d\d:\d\d · \d+\.\ds · \d+ entries\n\nRequest\n {2}go\n/,
  );
  expect(text).toMatch(
    /Plan v1\n ✓ 1 look {2}worker \+ other {2}\d\.\ds\n – 2 warn {2}worker {10}skipped: The condition/,
  );
  expect(text).toContain('Answer\n  It was seen.\n');
  expect(text).toContain('Not done\n  mail — because no post');
  expect(text).toMatch(/Usage\n {2}\d model calls, \d+ tokens in, \d+ out, cost not known$/);
});

it('says when another model answered than the first, and why', async () => {
  const first = { ...scriptedModel([{ purpose: 'think', reply: new ModelError('quota', 'empty') }]), name: 'first' };
  const second = { ...scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'hi' }) }]), name: 'second' };
  const specialists = [defineSpecialist({ name: 'worker', description: 'works' })];
  const run = createOrchestrator({ model: failover([first, second]), specialists }).start([
    { role: 'user', content: 'go' },
  ]);
  await run.result;
  expect(timeline(run.log).map(({ text }) => text)).toContain('think: second answered (first: quota)');
});
