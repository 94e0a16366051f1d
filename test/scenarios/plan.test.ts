import { createOrchestrator, defineSpecialist, replay } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';

const plan = `# Plan: two and one

Do it.

- [ ] 1: first
  - specialist: worker
- [ ] 2: second
  - specialist: worker
- [ ] 3: last
  - specialist: worker
  - after: 1, 2
`;

it('does independent steps side by side and a dependent one after them', async () => {
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: plan },
    { purpose: 'work', step: '1', reply: 'one' },
    { purpose: 'work', step: '2', reply: 'two' },
    {
      purpose: 'work',
      step: '3',
      reply: (request) =>
        request.messages
          .map((m) => m.content)
          .join('|')
          .includes('one')
          ? 'three'
          : 'no',
    },
    { purpose: 'reflect', reply: reflection() },
    { purpose: 'finalize', reply: 'all done' },
  ]);
  const troupe = createOrchestrator({
    model,
    specialists: [defineSpecialist({ name: 'worker', description: 'does things' })],
  });
  const run = troupe.start([{ role: 'user', content: 'do it' }]);
  const result = await run.result;
  model.assertUsedUp();
  for (const e of run.log)
    console.log(e.seq, e.kind, e.type, e.actor, e.parent ?? '', JSON.stringify(e.data).slice(0, 150));
  console.log(JSON.stringify(result, null, 1));
  expect(result.message.content).toBe('all done');
  expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
});
