import fc from 'fast-check';
import { parsePlanMarkdown, planProblems, planStep } from 'troupe/plan';
import { describe, expect, it } from 'vitest';
import { withKnownNames } from '../../src/plan/known-names.ts';
import { planStepSchema } from '../../src/plan/plan.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { matchName } from '../../src/text/match-name.ts';
import { cards } from './cards.ts';

const names = cards.map((card) => card.name);
const read = (written: unknown) => readPlan(written, cards);
const stepsOf = (...steps: unknown[]) => read({ steps }).steps;
const expected = [
  planStep({ id: '1', description: 'Load the table', assignedTo: 'data' }),
  planStep({ id: '2', description: 'Write the report', assignedTo: 'writer', dependencies: ['1'] }),
];
const load = { id: '1', task: 'Load the table', specialist: 'data' };
const write = { id: '2', task: 'Write the report', specialist: 'writer', after: ['1'] };

describe('readPlan', () => {
  it('reads the recommended form', () => {
    const plan = {
      thought: 'first count',
      title: 'Sales',
      steps: [load, { ...write, when: 'step 1 succeeded', format: 'table' }],
      answer_from: '2',
    };
    expect(read(plan)).toEqual({
      title: 'Sales',
      strategy: 'first count',
      steps: [expected[0], { ...expected[1], when: 'step 1 succeeded', format: 'table' }],
      answerFrom: '2',
    });
  });

  it.each<[string, unknown]>([
    ['a list', [load, write]],
    ['a text of JSON', JSON.stringify({ steps: [load, write] })],
    ['JSON in a fence', `Here:\n\`\`\`json\n${JSON.stringify({ steps: [load, write] }, null, 2)}\n\`\`\``],
    ['a list in a text', JSON.stringify([load, write])],
    ['steps as a text of JSON', { steps: JSON.stringify([load, write]) }],
    ['steps as Markdown', { steps: '1. Load the table (data)\n2. Write the report (writer, after: 1)' }],
    ['Markdown', '- [ ] 1: Load the table\n  - Owner: Data\n- [ ] 2: Write the report [writer]\n  - after: step 1'],
    ['plan as a list', { plan: [load, write] }],
    ['steps in the plan', { plan: { steps: [load, write] } }],
    ['the plan as a text', { plan: JSON.stringify({ steps: [load, write] }) }],
    [
      'the plan as Markdown',
      { plan: '## Plan\n1. Load the table (specialist: data)\n2. Write the report (specialist: writer, after: 1)' },
    ],
    ['steps by their ids', { steps: { 1: { ...load, id: undefined }, 2: { ...write, id: undefined } } }],
    [
      'steps by names of steps',
      { steps: { 'step 1': { ...load, id: null }, 'step 2': { ...write, id: null, after: 'step 1' } } },
    ],
    ['tasks', { tasks: [load, write] }],
    ['lines', { steps: ['1. Load the table (data)', '2. Write the report (writer, after: 1)'] }],
    ['lines without ids', { steps: ['Load the table (data)', 'Write the report (writer, after 1)'] }],
    [
      'Chinese keys',
      {
        步骤: [
          { 编号: 1, 任务: 'Load the table', 专家: 'data' },
          { 编号: 2, 任务: 'Write the report', 专家: 'writer', 依赖: '步骤1' },
        ],
      },
    ],
  ])('reads %s', (_, written) => {
    expect(read(written).steps).toEqual(expected);
  });

  it.each<[string, object]>([
    ['description', { description: 'Write the report' }],
    ['title', { title: 'Write the report' }],
    ['Action', { Action: ' Write the report\n' }],
    ['what', { what: 'Write the report' }],
    ['step', { step: 'Write the report' }],
    ['task over title', { title: 'Report', task: 'Write the report' }],
  ])('reads a task from %s', (_, task) => {
    expect(stepsOf(load, { id: 2, specialist: 'writer', after: 1, ...task })).toEqual(expected);
  });

  it.each<[string, object]>([
    ['assigned_to', { assigned_to: 'writer' }],
    ['assignedTo', { assignedTo: 'Writer' }],
    ['assignee', { assignee: '@writer' }],
    ['agent', { agent: { name: 'writer' } }],
    ['owner', { owner: 'the writer specialist' }],
    ['role', { role: 'Writer' }],
    ['specialists', { specialists: ['writer'] }],
  ])('reads who does it from %s', (_, who) => {
    expect(stepsOf(load, { ...write, specialist: undefined, ...who })).toEqual(expected);
  });

  it.each<[string, object]>([
    ['a number', { after: 1 }],
    ['a text', { after: '1' }],
    ['numbers', { depends_on: [1] }],
    ['the name of a step', { dependencies: ['step 1'] }],
    ['a title behind the number', { needs: ['Step 1: load the table'] }],
    ['an id with a word', { requires: 'S1' }],
    ['another id with a word', { dependsOn: 'Step-1' }],
    ['a hash', { after: '#1' }],
    ['objects', { after: [{ id: 1 }, { step: 'step 1' }] }],
    ['the same twice', { after: '1 and 1, step 1' }],
    ['itself, too', { after: ['1', '2'] }],
    ['nothing, too', { after: ['1', 'none', '-', 'start', '', null] }],
  ])('reads a need from %s', (_, needs) => {
    expect(stepsOf(load, { ...write, after: undefined, ...needs })).toEqual(expected);
  });

  it('reads several needs from one text', () => {
    const four = [1, 2, 3].map((id) => ({ id, task: 'load' }));
    expect(stepsOf(...four, { id: 4, task: 'tell', after: '1, step 2 and S3' })[3]?.dependencies).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(stepsOf(...four, { id: 4, task: 'tell', after: '1 2 3' })[3]?.dependencies).toEqual(['1', '2', '3']);
  });

  it.each<[string, unknown[], string[]]>([
    ['numbers', [1, 2], ['1', '2']],
    ['words around numbers', ['step 1', '步骤2'], ['1', '2']],
    ['ids of their own', ['S1', 'load-it'], ['S1', 'load-it']],
    ['texts', ['load data', '加载'], ['load-data', '2']],
    ['none', [undefined, null], ['1', '2']],
    ['the same again', [1, 1, '1'], ['1', '1-2', '1-3']],
    ['a place that is taken', [2, undefined], ['2', '2-2']],
  ])('gives each step an id from %s', (_, ids, given) => {
    const steps = stepsOf(...ids.map((id) => ({ id, task: 'load' })));
    expect(steps.map((step) => step.id)).toEqual(given);
    for (const step of steps) planStepSchema.parse(step);
  });

  it('finds a step by the id it was written with', () => {
    const steps = stepsOf(
      { id: '加载', task: 'a' },
      { id: 'Load data', task: 'b' },
      { id: 3, task: 'c', after: ['加载', 'load data'] },
    );
    expect(steps[2]?.dependencies).toEqual(['1', 'load-data']);
  });

  it('takes the nearest step above for a need that two have', () => {
    expect(
      stepsOf({ id: 1, task: 'a' }, { id: 1, task: 'b', after: 1 }, { id: 2, task: 'c', after: 1 }).map(
        (step) => step.dependencies,
      ),
    ).toEqual([[], ['1'], ['1-2']]);
  });

  it('leaves a need that nobody knows, for the problems to name', () => {
    const plan = read({ steps: [{ ...load, after: ['7'] }] });
    expect(planProblems(plan, { specialists: names, maxSteps: 5 })).toEqual([
      'Plan step 1 needs step 7, which is not in the plan.',
    ]);
  });

  it('keeps a need of a step that comes later', () => {
    expect(stepsOf({ ...load, after: ['step 2'] }, { id: 2, task: 'b' })[0]?.dependencies).toEqual(['2']);
  });

  it('lets several do a step', () => {
    for (const specialist of [['data', 'Writer', 'nobody'], 'data, writer', 'data and @writer', 'Data & the writer']) {
      expect(stepsOf({ ...load, specialist })[0]).toMatchObject({ assignedTo: 'data', alongside: ['writer'] });
    }
  });

  it('leaves a specialist that nobody knows empty, and takes the first that is known', () => {
    expect(stepsOf({ ...load, specialist: 'accountant' })[0]).toMatchObject({ assignedTo: '' });
    expect(stepsOf({ ...load, specialist: ['accountant', 'math'] })[0]).toEqual({ ...expected[0], assignedTo: 'math' });
  });

  it('lets a condition be about steps under their ids, and needs them', () => {
    const steps = stepsOf({ id: 'step 1', task: 'a' }, { id: 'step 2', task: 'b', if: 'step 1 failed' });
    expect(steps[1]).toMatchObject({ when: 'step 1 failed', dependencies: ['1'] });
    expect(stepsOf({ id: 'S1', task: 'a' }, { task: 'b', condition: 'step 1 failed' })[1]).toMatchObject({
      when: 'step S1 failed',
      dependencies: ['S1'],
    });
    expect(stepsOf({ ...load, when: 'always', format: 'none' })[0]).toEqual(expected[0]);
  });

  it.each([['2'], [2], ['step 2'], ['Step 2: write']])('finds the answer in %j', (answer_from) => {
    expect(read({ steps: [load, write], answer_from }).answerFrom).toBe('2');
  });

  it('drops an answer from a step that is not there', () => {
    expect(read({ steps: [load, write], answer_from: 'the last' })).not.toHaveProperty('answerFrom');
  });

  it('drops what has no task, and takes a telling id for one', () => {
    expect(stepsOf({}, null, 3, '', { id: 4 }, { specialist: 'data' })).toEqual([]);
    expect(stepsOf({ id: 'load_the_table', specialist: 'data' })).toEqual([
      { ...expected[0], id: 'load_the_table', description: 'load the table' },
    ]);
  });

  it('takes a schema for a format', () => {
    expect(stepsOf({ ...load, format: { type: 'number' } })[0]?.format).toBe('{"type":"number"}');
  });

  it.each([
    undefined,
    null,
    3,
    '',
    'I am sorry.',
    {},
    [],
    { steps: null },
    { steps: 'none' },
    { thought: 'hm' },
    '{"steps": [',
    { plan: { title: 'x', notes: 'y' } },
  ])('finds no steps in %j', (written) => {
    expect(read(written).steps).toEqual([]);
  });

  it('never throws, and what it gives is well formed and stays as it is', () => {
    const keys = fc.constantFrom(
      'steps',
      'plan',
      'id',
      'task',
      'specialist',
      'after',
      'when',
      'format',
      'answer_from',
      'x1',
    );
    const leaf = fc.oneof(
      fc.constantFrom('1', 'step 1', 'data', '@Writer, math', 'none', '1. x (data)', 'step 1 failed'),
      fc.integer(),
      fc.string(),
      fc.constant(null),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(value, (written) => {
        const plan = read(written);
        for (const step of plan.steps) planStepSchema.parse(step);
        expect(new Set(plan.steps.map((step) => step.id)).size).toBe(plan.steps.length);
        for (const step of plan.steps) expect(['', ...names]).toContain(step.assignedTo);
        expect(withKnownNames(plan, cards)).toEqual(plan);
      }),
      { numRuns: 1000 },
    );
  });

  it('survives what goes deeper than any plan', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 50_000; depth++) deep = depth % 2 ? [deep] : { plan: deep, after: deep, steps: deep };
    expect(read(deep).steps).toEqual([]);
    expect(stepsOf({ ...load, after: deep, specialist: deep, format: deep })).toHaveLength(1);
  });
});

describe('withKnownNames', () => {
  it.each([
    '1. Load the table (data)',
    '1. Load the table [Data]',
    '1. [data] Load the table',
    '1. @data Load the table',
    '1. **Data**: Load the table',
    '1. Load the table → data',
    '1. Load the table - the data specialist',
    '1. Load the table\n   Assigned to: Data Specialist',
    '- [ ] 1: Load the table\n  - specialist: **dta**',
  ])('knows who is meant by %j', (markdown) => {
    expect(withKnownNames(parsePlanMarkdown(markdown), cards).steps).toEqual([expected[0]]);
  });

  it('leaves a task whose brackets name nobody as it is', () => {
    const { steps } = withKnownNames(parsePlanMarkdown('1. Load: the table (all of it)'), cards);
    expect(steps).toEqual([planStep({ id: '1', description: 'Load: the table (all of it)' })]);
  });

  it('keeps a task that is nothing but a name, and names nobody twice', () => {
    expect(stepsOf('(data)')).toEqual([planStep({ id: '1', description: '(data)' })]);
    expect(stepsOf('Load the table (data, the Data specialist)')).toEqual([expected[0]]);
  });

  it('changes nothing in a plan that is well formed', () => {
    const long = planStep({ id: 'x'.repeat(100), description: 'c' });
    const plan = { title: 'a', strategy: 'b', steps: [...expected, long], answerFrom: '2' };
    expect(withKnownNames(plan, cards)).toEqual(plan);
  });
});

describe('matchName', () => {
  it.each([
    ['data', 'data'],
    ['Data', 'data'],
    ['`data`', 'data'],
    ['@data', 'data'],
    ['the data specialist', 'data'],
    ['data-specialist', 'data'],
    ['DataAgent', 'data'],
    ['data analyst', 'data'],
    ['writter', 'writer'],
    ['serach', 'search'],
    ['data or writer', undefined],
    ['数据专家', undefined],
    ['accountant', undefined],
    ['', undefined],
  ])('takes %j for %j', (written, name) => {
    expect(matchName(written, names)).toBe(name);
  });

  it('knows names of other scripts and names that are decoration themselves', () => {
    expect(matchName('数据专家', ['数据', '写作'])).toBe('数据');
    expect(matchName('The Expert', ['agent', 'expert'])).toBe('expert');
    expect(matchName('R&D', ['r-d', 'd'])).toBe('r-d');
  });
});
