/** Several agents answer the same request at once, and one joins what they said. */
import { agent, createAgentRunner, parallel } from 'troupe/agents';
import { scriptedModel } from 'troupe/testing';

// In the place of a real model, such as openaiModel({ model: '…' }).
const model = scriptedModel([
  { purpose: 'agent', agent: 'lawyer', reply: 'No objections.' },
  { purpose: 'agent', agent: 'accountant', reply: 'Too expensive.' },
  { purpose: 'agent', agent: 'chair', reply: 'Legal, but over budget: no.' },
]);

const lawyer = agent({ name: 'lawyer', description: 'Judges contracts by the law.', model });
const accountant = agent({ name: 'accountant', description: 'Judges contracts by their cost.', model });
const chair = agent({ name: 'chair', description: 'Decides by what the others said.', model });

const board = parallel({
  name: 'board',
  description: 'Judges contracts from several sides.',
  agents: [lawyer, accountant],
  join: chair,
});

const run = createAgentRunner({ agents: [board] }).run(board, 'May we sign?');
for await (const { runPath, output } of run) {
  if (output && 'message' in output) console.log(`${runPath.join(' > ')}: ${output.message.content}`);
}
