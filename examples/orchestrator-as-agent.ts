/** An orchestrator as an agent, with an agent as its specialist: each is a run of its own, and a question goes up to whoever can answer it. */
import { createOrchestrator, memoryStore } from 'troupe';
import { agent, asSpecialist, createAgentRunner, graph } from 'troupe/agents';
import { scriptedModel, thinking } from 'troupe/testing';

const model = scriptedModel([
  { purpose: 'think', reply: thinking({ question: 'For which year?' }) },
  { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'write about 2025', specialist: 'scribe' }] }) },
  { purpose: 'agent', agent: 'scribe', reply: '2025 was a good year.' },
]);
const store = memoryStore();

const scribe = agent({ name: 'scribe', description: 'Writes short reports.', model });
const scribes = createAgentRunner({ agents: [scribe], store });
const troupe = createOrchestrator({ model, store, specialists: [asSpecialist(scribe, { runner: scribes })] });

const office = troupe.asAgent({ name: 'office', description: 'Plans reports and hands them to scribes.' });
const press = graph({ name: 'press', description: 'Has reports written and prints them.' })
  .agent('report', office)
  .node('print', (text: string) => text.toUpperCase())
  .edge('start', 'report')
  .edge('report', 'print')
  .edge('print', 'end')
  .build();

const runner = createAgentRunner({ agents: [press], store });
const run = runner.run(press, 'Write the report.', { id: 'monday' });
const { waiting } = await run.settled();
for (const { id, runPath, question } of waiting) {
  console.log(`${runPath.join('/')} asks: ${question}`);
  await run.answer(id, '2025');
}
const { output, usage } = await run.result;
console.log(`${output} (${usage.modelCalls} calls)`);
for (const { run: id } of await store.runs()) console.log(`stored: ${id}`);
