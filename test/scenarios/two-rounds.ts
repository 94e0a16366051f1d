import { reflection, type ScriptLine, thinking } from 'troupe/testing';

const firstPlan = `# Plan: one

- [ ] 1: look
  - specialist: worker, other
- [ ] 2: break
  - specialist: worker
- [ ] 3: join
  - specialist: worker
  - after: 1, 2
`;
const secondPlan = `# Plan: two

- [ ] 1: look
  - specialist: worker, other
- [ ] 4: mend
  - specialist: worker
- [ ] 3: join
  - specialist: worker
  - after: 1, 4
`;

/** Two rounds with the specialists `worker` and `other`: step 2 cannot be done, the plan is updated, and all ends well. */
export const twoRounds: readonly ScriptLine[] = [
  { purpose: 'think', reply: thinking({ thought: 'much to do' }) },
  { purpose: 'plan', reply: firstPlan },
  { purpose: 'work', step: '1', reply: 'seen' },
  { purpose: 'work', step: '1', reply: 'seen too' },
  { purpose: 'work', step: '2', reply: 'CANNOT: it does not break' },
  { purpose: 'reflect', reply: reflection({ verdict: 'update', planUpdateSuggestion: 'another way' }) },
  { purpose: 'plan', reply: secondPlan },
  { purpose: 'work', step: '4', reply: 'mended' },
  { purpose: 'work', step: '3', reply: 'joined' },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'all is well' }) },
];
