import { parsePlanMarkdown, planStep } from 'troupe/plan';
import { describe, expect, it } from 'vitest';

/** Two steps, of which the second needs the first: every dress below says the same. */
const expected = [
  { id: '1', description: 'Load the table', assignedTo: 'data', dependencies: [] },
  { id: '2', description: 'Write the report', assignedTo: 'writer', dependencies: ['1'] },
].map(planStep);

const dresses: readonly (readonly [string, string])[] = [
  ['numbers', '1. Load the table (specialist: data)\n2. Write the report (specialist: writer, after: 1)'],
  ['brackets', '1) Load the table [specialist: data]\n2) Write the report [specialist: writer; after: 1]'],
  ['round numbers', '(1) Load the table (data, after: none)\n(2) Write the report (writer, after: 1)'],
  [
    'bullets with ids',
    '- 1: Load the table\n  - specialist: data\n- 2: Write the report\n  - specialist: writer\n  - after: 1',
  ],
  [
    'a name before each step',
    'Step 1: Load the table\nSpecialist: data\n\nStep 2: Write the report\nSpecialist: writer\nDepends on: Step 1',
  ],
  [
    'headings',
    '### Step 1 – Load the table\nAssigned to: data\n\n### Step 2 – Write the report\nAssigned to: writer\nNeeds: 1',
  ],
  [
    'headings without a mark',
    '## Step 1 Load the table\n**Agent**: data\n## Step 2 Write the report\n**Agent**: writer\n**Depends on**: step 1',
  ],
  [
    'bold numbers',
    '**1.** Load the table\n   *Owner:* data\n\n**2.** Write the report\n   *Owner:* writer\n   *After:* `1`',
  ],
  [
    'bold texts',
    '1. **Load the table** – Specialist: `data`\n2. **Write the report** – Specialist: **writer**, Depends on: 1',
  ],
  ['sentences', '1. Load the table. Specialist: data.\n2. Write the report. Specialist: writer. After: step 1.'],
  [
    'needs without a colon',
    '1. Load the table\n   - Owner: data\n2. Write the report\n   - Owner: writer\n   - After step 1',
  ],
  [
    'checkboxes without ids',
    '- [ ] Load the table (specialist: data)\n- [ ] Write the report (specialist: writer, after: 1)',
  ],
  ['plain bullets', '* Load the table\n  * Specialist: data\n* Write the report\n  * Specialist: writer\n  * After: 1'],
  ['a list that lets Markdown count', '- Load the table (specialist: data)\n- Write the report (writer, after step 1)'],
  [
    'a fence and words around it',
    'Here is my plan:\n\n```markdown\n1. Load the table (specialist: data)\n2. Write the report (specialist: writer, after: 1)\n```\n\nShall I go on?',
  ],
  [
    'another list below it',
    '## Steps\n1. Load the table (specialist: data)\n2. Write the report (specialist: writer, after: 1)\n\n## Risks\n1. The table is empty.\n2. It is late.',
  ],
  [
    'another list above it',
    'Aims:\n1. Be quick.\n2. Be right.\n\n## Plan\n1. Load the table (specialist: data)\n2. Write the report (specialist: writer, after: 1)',
  ],
  [
    'a table',
    '| # | Task | Specialist | Depends on |\n|---|------|:----------:|---|\n| 1 | Load the table | data | - |\n| 2 | **Write the report** | `writer` | 1 |',
  ],
  [
    'a table of steps without numbers',
    '| Step | Assigned to | After |\n|---|---|---|\n| Load the table | data | none |\n| Write the report | writer | 1 |',
  ],
  [
    'a Chinese table',
    '| 序号 | 任务 | 负责人 | 依赖 |\n| --- | --- | --- | --- |\n| 1 | Load the table | data | 无 |\n| 2 | Write the report | writer | 步骤1 |',
  ],
  ['Chinese steps', '步骤1：Load the table\n负责人：data\n\n步骤2：Write the report\n负责人：writer\n依赖：步骤1'],
  [
    'Chinese headings',
    '## 第一步：Load the table\n- **专家**：data\n## 第二步：Write the report\n- **专家**：writer\n- **之后**：1',
  ],
  ['Chinese numbers', '1、Load the table（专家：data）\n2、Write the report（专家：writer，依赖：1）'],
  ['Chinese needs', '1. Load the table\n   - 执行者：data\n2. Write the report\n   - 执行者：writer\n   - 在步骤1之后'],
];

describe('a plan that is not in our form', () => {
  it.each(dresses)('is read from %s', (_, markdown) => {
    expect(parsePlanMarkdown(markdown).steps).toEqual(expected);
  });

  it('keeps its title and what stands above its steps', () => {
    const plan = parsePlanMarkdown(
      '# Plan: Sales\n\nCompute first.\n\n1. Load (specialist: data)\n\nAnswer from: step 1',
    );
    expect(plan).toEqual({
      title: 'Sales',
      strategy: 'Compute first.',
      steps: [planStep({ id: '1', description: 'Load', assignedTo: 'data' })],
      answerFrom: '1',
    });
  });

  it('keeps what belongs to a step, lists of its own included', () => {
    const plan = parsePlanMarkdown(
      '1. Load the table:\n   1. open it\n   2. count its rows\n   - Condition: step 3 failed\n   - Format: table\n2. Tell\nthe user\n\nThat is all.',
    );
    expect(plan.steps).toEqual([
      planStep({
        id: '1',
        description: 'Load the table:\n1. open it\n2. count its rows',
        when: 'step 3 failed',
        format: 'table',
      }),
      planStep({ id: '2', description: 'Tell\nthe user' }),
    ]);
  });

  it('keeps the text below a heading', () => {
    const { steps } = parsePlanMarkdown(
      '### Step 1: Load\n\nRead all files.\n\n1. first\n2. second\n\n#### Details\nNone.\n\n### Notes\nno step',
    );
    expect(steps.map((step) => step.description)).toEqual([
      'Load\n\nRead all files.\n\n1. first\n2. second\n\n#### Details\nNone.',
    ]);
  });

  it('goes on below the heading of a next part', () => {
    const { steps } = parsePlanMarkdown('## Phase 1\n1. Load\n2. Search\n## Phase 2\n3. Write');
    expect(steps.map((step) => step.id)).toEqual(['1', '2', '3']);
  });

  it('takes an everyday word for a field only where steps follow it', () => {
    const { steps } = parsePlanMarkdown('1. Load\n   - Needs: the table of sales\n2. Count\n   - Needs: step 1');
    expect(steps[0]).toMatchObject({ description: 'Load\n- Needs: the table of sales', dependencies: [] });
    expect(steps[1]).toMatchObject({ description: 'Count', dependencies: ['1'] });
  });

  it.each([
    'In 2024. it rained',
    '1.5 million people',
    '10:30 meeting',
    'Step 1 is done.',
    '- a bullet',
    '2024: a year',
  ])('has no step in %j', (line) => {
    expect(parsePlanMarkdown(line).steps).toEqual([]);
  });

  it('is in our form as soon as one step has a checkbox and an id', () => {
    const plan = parsePlanMarkdown('1. be quick (specialist: data)\n\n- [ ] 1: load (after: 2)\n- Owner: writer');
    expect(plan.strategy).toBe('1. be quick (specialist: data)');
    expect(plan.steps).toEqual([planStep({ id: '1', description: 'load', assignedTo: 'writer', dependencies: ['2'] })]);
  });
});
