import { describe, expect, it } from 'vitest';
import { collectResults, type SpecialistResult } from '../../src/domain/results.ts';
import type { PlanStep } from '../../src/plan/plan.ts';
import { planStep } from '../../src/plan/plan-markdown.ts';
import type { Brief } from '../../src/prompts/brief.ts';
import { english } from '../../src/prompts/english.ts';
import { toMessages } from '../../src/prompts/to-messages.ts';
import { briefsOf } from './briefs.ts';

const briefs = briefsOf('en', () => 'something', 'own');
/** What a model reads of a brief, of which some parts are changed. */
const readOf = (name: string, parts: object = {}): string =>
  toMessages({ ...briefs[name], ...parts } as Brief) // of the same purpose
    .map(({ content }) => content)
    .join('\n');
const timesIn = (text: string, part: string) => text.split(part).length - 1;

describe('a model is told to call only what it can call', () => {
  it('which is nothing in the last turn of a step', () => {
    expect(readOf('work')).toContain('call cannot');
    expect(readOf('work, without tools', { isLast: true })).toContain('call cannot');
    const last = readOf('work', { isLast: true });
    expect(last).not.toContain('call cannot');
    expect(last).toContain('write CANNOT: and why');
  });

  it('which is no result where there is none', () => {
    expect(readOf('reflect')).toContain('call use_result');
    expect(readOf('reflect', { outputs: [] })).not.toContain('use_result');
  });
});

it.each(['reflect', 'finalize'])('whoever writes the answer in %s may use what is remembered, too', (name) => {
  const text = readOf(name, { remembered: ['We can spend 80.'] });
  expect(text).toContain('Use only what stands here');
  expect(text).not.toContain('Use only what the results hold');
  expect(text).toContain('("I" is the user):\n<memory>\n- We can spend 80.');
});

it.each(['think', 'answer', 'work', 'reflect', 'finalize'])(
  'a wish for a language goes before that of the request in %s',
  (name) => {
    expect(readOf(name)).toMatch(/^Write in the language .*, unless told otherwise\.$/m);
  },
);

describe('what a user prefers', () => {
  it.each(['think', 'answer', 'reflect', 'finalize'])(
    'comes first on language and form in %s, which they read',
    (name) => {
      expect(readOf(name)).toContain(`${english.preferences}\n- something`);
    },
  );

  it.each(['plan', 'work', 'decide', 'structure'])('changes nothing that others need in %s', (name) => {
    const text = readOf(name);
    expect(text).toContain(`${english.preferencesAtWork}\n- something`);
    expect(text).not.toContain('comes before what is said above');
  });
});

describe('what went wrong', () => {
  const failure = { code: 'refused', kind: 'step', pattern: 'step 1 of reader: refused' } as const;
  const lost = {
    patterns: [{ ...failure, step: '1', specialist: 'reader', count: 3, message: 'It was empty.' }],
    corrections: [{ id: 'c', pattern: failure.pattern, reason: 'It was empty.', at: '', step: '1', attempts: [] }],
  };
  const tried = (action: string, status: string) => ({
    ...lost,
    corrections: lost.corrections.map((each) => ({ ...each, attempts: [{ action, at: '', status }] })),
  });
  const dead = 'Error: The line is dead.';
  const dial = {
    kind: 'useTool',
    code: 'tool',
    pattern: 'dial',
    tool: 'dial',
    step: '1',
    specialist: 'reader',
  } as const;
  const taken = (status: string) => ({
    patterns: [{ ...dial, count: 3, message: dead }],
    corrections: [{ ...lost.corrections[0], pattern: dial.pattern, attempts: [{ action: 'tool', at: '', status }] }],
  });
  /** A plan with one step. */
  const planWith = (step: Partial<PlanStep>) => {
    const { plan } = briefs.reflect as Extract<Brief, { purpose: 'reflect' }>;
    return { ...plan, steps: [{ ...planStep({ id: '1', description: 'try', assignedTo: 'reader' }), ...step }] };
  };
  const failed = planWith({ status: 'failed', reason: 'It was empty. It has failed 3 times in the same way.' });
  const closing = (plan: unknown, parts: Partial<SpecialistResult> = {}, wentWrong: unknown = undefined) => {
    const result = { stepId: '1', specialistName: 'reader', durationMs: 1, retryCount: 0, ...parts };
    const results = collectResults([result as SpecialistResult]); // times are not told
    return readOf('reflect', { plan, results, ...(wentWrong ? { wentWrong } : {}) });
  };

  it('is told once to whoever tries again', () => {
    expect(timesIn(readOf('work', { remarks: ['It was empty.', 'It was empty.'] }), 'It was empty.')).toBe(1);
  });

  it('is told once to whoever judges, with what was tried, and names the steps that failed for good', () => {
    const text = closing(failed, { status: 'failed', qualityScore: 0 }, tried('prompt', 'failed'));
    expect(timesIn(text, 'It was empty.')).toBe(1);
    expect(timesIn(text, '3 times')).toBe(1);
    expect(text).not.toContain('rated');
    expect(text).toContain(
      '<outcome>\nStep 1: it was tried once more with other words, and the step was still not done.\n</outcome>',
    );
    expect(text).toContain('Steps that failed for good (1) are not done again as they are');
  });

  it('is not said to be done when other steps were, planned in its place', () => {
    const text = closing(planWith({ status: 'completed' }), { status: 'success' }, tried('plan', 'success'));
    expect(text).toContain(
      'Step 1: reader failed 3 times: It was empty. Then other steps were planned in its place, and its steps were done.',
    );
    expect(text).toContain('what was tried, for you to judge by:');
  });

  it('does not end a step for good when a tool failed, nor one that was done after all', () => {
    expect(closing(failed, { status: 'failed' }, taken('failed'))).not.toContain('for good');
    expect(
      closing(planWith({ status: 'completed' }), { status: 'success' }, tried('specialist', 'failed')),
    ).not.toContain('for good');
  });

  it('in a tool is said in plain words of a step that was done, and once', () => {
    const done = planWith({ status: 'completed' });
    const part = { status: 'partial' as const, qualityScore: 0.5, failures: ['tool dial'] };
    expect(closing(done, part)).toContain('1 (reader): try – done, though dial failed\n');
    const told = closing(done, part, taken('success'));
    expect(told).toContain('1 (reader): try – done\n');
    expect(told).toContain(
      `the tool dial failed reader 3 times: ${dead} Then it was taken away, and the step was done.`,
    );
    const said = closing(
      planWith({ status: 'failed', reason: 'The line is dead, and that is it.' }),
      {},
      taken('failed'),
    );
    expect(timesIn(said, 'The line is dead')).toBe(1);
  });

  it('is rated where something finds fault with a result, and not else', () => {
    const done = planWith({ status: 'completed' });
    expect(closing(done, { status: 'success', qualityScore: 1 })).not.toContain('rated');
    expect(closing(done, { status: 'success', qualityScore: 0.7 })).toContain('try – done; rated 0.7 of 1');
    expect(closing(done, { status: 'partial' })).toContain('try – done in part\n');
    const bad = { status: 'partial' as const, qualityScore: 0.3, failures: ['tool dial'] };
    expect(closing(done, bad)).toContain('done, though dial failed; rated 0.3 of 1');
  });

  it('stands behind a task that says where it was cut', () => {
    const long = `${'Write to Hill & Co. '.repeat(20)}If nothing is missing, write nothing.`;
    const text = closing(planWith({ status: 'completed', description: long }), { status: 'success' });
    expect(text).toContain(`${long.slice(0, 299)}… – done\n`);
  });

  it('is told once to whoever makes another plan, which is no attempt yet', () => {
    const { previous } = briefs['plan, updated'] as Extract<Brief, { purpose: 'plan' }>;
    const feedback = { ...previous?.feedback, feedback: 'Cut it.', planUpdateSuggestion: 'Cut it.' };
    const plan = { ...failed, content: 'reason: It was empty. It has failed 3 times.' };
    const text = readOf('plan, updated', {
      previous: { ...previous, plan, feedback, wentWrong: tried('plan', 'in_progress') },
    });
    expect(timesIn(text, 'Cut it.')).toBe(1);
    expect(text).not.toContain('planned in its place');
    expect(text).toContain('Steps that failed for good (1)');
  });

  it('is a list of sentences for whoever writes the last answer', () => {
    const notDone = [{ what: 'Write the letter.', why: 'Nobody can.' }];
    expect(readOf('finalize', { notDone })).toContain('- Write the letter: Nobody can.');
  });
});
