import { planStep, toPlanMermaid } from 'troupe/plan';
import { expect, it } from 'vitest';

const steps = [
  planStep({ id: '1', description: 'load', assignedTo: 'data', status: 'completed' }),
  planStep({ id: '2', description: 'a "quoted" <b>', assignedTo: 'data', dependencies: ['1'], status: 'failed' }),
  planStep({
    id: 'a-b',
    description: 'maybe',
    assignedTo: 'x',
    alongside: ['y'],
    dependencies: ['1'],
    when: 'step 1 failed',
  }),
  planStep({ id: '4', description: 'end', dependencies: ['2'], status: 'blocked' }),
];

it('draws each step with its status and each need once, the critical path in heavy arrows', () => {
  const drawing = toPlanMermaid({ steps });
  expect(drawing.split('\n').slice(0, 8)).toEqual([
    'flowchart TD',
    '  step_1["1. load<br/>data · completed"]:::completed',
    '  step_2["2. a #34;quoted#34; #60;b#62;<br/>data · failed"]:::failed',
    '  step_a_45_b{{"a-b. maybe<br/>x + y · pending<br/>when: step 1 failed"}}:::pending',
    '  step_4["4. end<br/>blocked"]:::blocked',
    '  step_1 ==> step_2',
    '  step_1 --> step_a_45_b',
    '  step_2 ==> step_4',
  ]);
  expect(drawing).toContain('%% critical path: 1 > 2 > 4');
});
