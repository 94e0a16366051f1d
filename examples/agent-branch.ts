/** One of several agents takes a request: a rule of yours, or a model, says which. */
import { agent, branch, createAgentRunner } from 'troupe/agents';
import { scriptedModel } from 'troupe/testing';

// In the place of a real model, such as openaiModel({ model: '…' }).
const model = scriptedModel([
  { purpose: 'agent', agent: 'billing', reply: 'Your invoice is in the mail.' },
  { purpose: 'agent', agent: 'support', reply: 'Have you tried to turn it off and on?' },
]);

const billing = agent({ name: 'billing', description: 'Answers questions about invoices.', model });
const support = agent({ name: 'support', description: 'Answers questions about faults.', model });

const desk = branch({
  name: 'desk',
  description: 'Answers what customers ask.',
  agents: { billing, support },
  decide: ({ messages }) => (/invoice|refund/i.test(messages.at(-1)?.content ?? '') ? 'billing' : 'support'),
});

const runner = createAgentRunner({ agents: [desk] });
for (const question of ['Where is my invoice?', 'It does not work.']) {
  const { message } = await runner.invoke(desk, question);
  console.log(message?.content);
}
