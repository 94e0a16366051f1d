import fc from 'fast-check';
import { parsePlanMarkdown, planStep, toPlanMarkdown } from 'troupe/plan';
import { describe, expect, it } from 'vitest';
import { stepStatuses } from '../../src/domain/status.ts';
import { planStepSchema } from '../../src/plan/plan.ts';

/** Texts that break line formats: marks of the format itself, line ends, white space, references, quotes. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '\r',
        '\r\n',
        ' ',
        '    ',
        '\t',
        '\u2028',
        '\u00a0',
        '# ',
        '## Plan: ',
        '- [ ] 9: ',
        '1. [x] b',
        '* [ ] **2**: c',
        '- after: 1',
        'after step 1',
        '(data, after: 1)',
        ' [specialist: x]',
        'answer from: 1',
        '1. do',
        'Step 1: ',
        '| Task | Owner |\n|--|--|\n',
        '| a | b |',
        '; Assigned to: ',
        '.',
        ')',
        '(',
        '  - specialist: x',
        '- **reason:** y',
        '```',
        '\\',
        '\\- ',
        '**',
        '&#10;',
        '&amp;#13;',
        '"',
        '`',
        '@',
        ':',
        '：',
        ',',
        'none',
        'and',
        'word',
        '字',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
const id = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,8}$/),
  fc.constantFrom('none', 'and', 'step', 'Steps', 'load-and-clean', '1', 'a-'),
);
const step = fc
  .record(
    {
      id,
      description: text,
      status: fc.constantFrom(...stepStatuses),
      assignedTo: text,
      alongside: fc.array(text, { minLength: 1, maxLength: 3 }),
      when: text,
      format: text,
      dependencies: fc.array(fc.oneof(id, text), { maxLength: 4 }),
      priority: fc.maxSafeInteger(),
      maxRetries: fc.maxSafeNat(),
      estimatedMs: fc.oneof(fc.nat(), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
      reason: text,
    },
    { requiredKeys: ['id', 'description'] },
  )
  .map(planStep);

describe('a plan written as Markdown', () => {
  it('reads back without loss, whatever its texts are', () => {
    fc.assert(
      fc.property(text, text, fc.array(step, { maxLength: 4 }), fc.option(id), (title, strategy, steps, from) => {
        for (const each of steps) planStepSchema.parse(each);
        const plan = { title, strategy, steps, ...(from === null ? {} : { answerFrom: from }) };
        expect(parsePlanMarkdown(toPlanMarkdown(plan))).toEqual(plan);
      }),
      { numRuns: 3000 },
    );
  });

  it('is the same when it is written again', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        const once = toPlanMarkdown(parsePlanMarkdown(markdown));
        expect(toPlanMarkdown(parsePlanMarkdown(once))).toBe(once);
      }),
    );
  });

  it('is what a person would write', () => {
    const plan = {
      title: 'Sales',
      strategy: 'Load first.\n\n- then count\n- then tell',
      steps: [
        planStep({ id: '1', description: 'load the table', assignedTo: 'data', status: 'completed' }),
        planStep({
          id: 'count-it',
          description: 'count\nline by line',
          dependencies: ['1'],
          priority: 2,
          maxRetries: 0,
          estimatedMs: 1500,
          status: 'failed',
          reason: 'no rows',
        }),
      ],
    };
    expect(toPlanMarkdown(plan)).toBe(`# Plan: Sales

Load first.

- then count
- then tell

- [x] 1: load the table
  - specialist: data
- [!] count-it: count
    line by line
  - after: 1
  - priority: 2
  - retries: 0
  - estimate: 1500ms
  - reason: no rows
`);
  });
});

describe('a plan as models write it', () => {
  const ids = (markdown: string) => parsePlanMarkdown(markdown).steps.map((each) => each.id);
  const first = (markdown: string) => parsePlanMarkdown(markdown).steps[0];
  const after = (value: string) => first(`- [ ] 9: x\n  - after: ${value}`)?.dependencies;

  it('may stand in a fence, with words around it', () => {
    const plan = parsePlanMarkdown(
      'Sure, here it is:\n```markdown\n# Plan: Sales\n- [ ] 1: load\n```\nDoes that suit you?',
    );
    expect(plan).toEqual({
      title: 'Sales',
      strategy: 'Sure, here it is:',
      steps: [planStep({ id: '1', description: 'load' })],
    });
  });

  it('may have Windows line ends', () => {
    expect(parsePlanMarkdown('# Plan: a\r\n\r\n- [ ] 1: b\r\n  - after: none\r\n')).toEqual({
      title: 'a',
      strategy: '',
      steps: [planStep({ id: '1', description: 'b' })],
    });
  });

  it.each([
    '- [ ] **1**: load',
    '- [ ] **1:** load',
    '- [ ] **Step 1:** load',
    '- [ ] Step 1: load',
    '* [ ] 1: load',
    '- [] 1: load',
    '1. [ ] 1: load',
    '1) [ ] load',
    '1. [ ] **load**',
    '- [ ] 1. load',
    '- [ ] 1：load',
    '- [ ] 1、load',
    '- [ ] 步骤1：load',
    '- [ ] 1: load   ',
  ])('may write a step as %j', (line) => {
    expect(first(line)).toEqual(planStep({ id: '1', description: 'load' }));
  });

  it('may number its steps without ids', () => {
    expect(ids('1. [ ] load the table\n2. [ ] count\n')).toEqual(['1', '2']);
  });

  it('does not take a list in the strategy for steps', () => {
    const plan = parsePlanMarkdown('# Plan: a\n\n- be quick\n1. be right\n\n- [ ] 1: b\n');
    expect(plan.strategy).toBe('- be quick\n1. be right');
    expect(plan.steps).toHaveLength(1);
  });

  it.each([
    ['none', []],
    ['None.', []],
    ['-', []],
    ['无', []],
    ['', []],
    ['1, 2', ['1', '2']],
    ['1，2、3', ['1', '2', '3']],
    ['1 and 2', ['1', '2']],
    ['step 1, step 2.', ['1', '2']],
    ['[1, 2]', ['1', '2']],
    ['`1`, "2"', ['1', '2']],
    ['#1', ['1']],
    ['load-and-clean, b_2', ['load-and-clean', 'b_2']],
  ])('may need %j', (value, expected) => {
    expect(after(value)).toEqual(expected);
  });

  it.each([
    ['- specialist: data'],
    ['* Specialist：data'],
    ['- **specialist:** data'],
    ['- **specialist**: data'],
    ['- specialist: @data'],
    ['- specialist: `data`'],
  ])('may name the specialist as %j', (line) => {
    expect(first(`- [ ] 1: x\n  ${line}`)?.assignedTo).toBe('data');
  });

  it.each([
    ['1500ms', 1500],
    ['1500', 1500],
    ['2 s', 2000],
    ['2 seconds', 2000],
    ['1.5 min', 90_000],
    ['30 minutes', 1_800_000],
    ['1h', 3_600_000],
    ['5分钟', 300_000],
    ['soon', undefined],
    ['3 days', undefined],
  ])('may estimate %j', (value, expected) => {
    expect(first(`- [ ] 1: x\n  - estimate: ${value}`)?.estimatedMs).toBe(expected);
  });

  it('may write numbers that are none: they have their default', () => {
    expect(first('- [ ] 1: x\n  - priority: high\n  - retries: many')).toMatchObject({ priority: 0, maxRetries: 2 });
    expect(first('- [ ] 1: x\n  - retries: -1')?.maxRetries).toBe(0);
  });

  it('has no steps when it is no plan', () => {
    expect(parsePlanMarkdown('I am sorry.').steps).toEqual([]);
    expect(parsePlanMarkdown('')).toEqual({ title: '', strategy: '', steps: [] });
  });

  it.each([
    [' ', 'pending'],
    ['x', 'completed'],
    ['X', 'completed'],
    ['~', 'executing'],
    ['!', 'failed'],
    ['-', 'skipped'],
    ['?', 'blocked'],
    ['✓', 'pending'],
  ])('with the mark %j is a step that is %s', (mark, status) => {
    expect(first(`- [${mark}] 1: x`)?.status).toBe(status);
  });
});
