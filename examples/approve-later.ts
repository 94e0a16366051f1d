/** A call waits for a person; the process lets go of the run, and another one approves it. */
import { createOrchestrator, defineSpecialist, defineTool, memoryStore } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const pay = defineTool({
  name: 'pay',
  description: 'Pays somebody.',
  capability: 'write',
  input: z.object({ to: z.string(), euros: z.number() }),
  run: ({ to, euros }) => `Paid ${euros} euros to ${to}.`,
});
const clerk = defineSpecialist({ name: 'clerk', description: 'Pays people.', tools: [pay] });
const store = memoryStore(); // in a service: sqliteStore('runs.db')
const steps = [{ id: '1', task: 'pay Bob', specialist: 'clerk' }];

const asked = scriptedModel([
  { purpose: 'think', reply: thinking({ steps, answerFrom: '1' }) },
  { purpose: 'work', reply: { toolCalls: [{ name: 'pay', arguments: '{"to":"Bob","euros":40}' }] } },
]);
const first = createOrchestrator({ model: asked, specialists: [clerk], store });
const { status, waiting } = await first.invoke([{ role: 'user', content: 'Pay Bob 40 euros.' }], { runId: 'friday' });
for (const { tool, arguments: input } of waiting) console.log(`${status}: ${tool} ${input}`);

const model = scriptedModel([{ purpose: 'work', reply: 'Bob has his 40 euros.' }]);
const troupe = createOrchestrator({ model, specialists: [clerk], store });
const run = await troupe.resume('friday');
for (const { id } of run.waiting) run.approve(id, { by: 'Ada' });
const { message } = await run.result;
console.log(message.content);
