/** Two agents one after the other: the second builds on what the first said. */
import { agent, createAgentRunner, sequence } from 'troupe/agents';
import { scriptedModel } from 'troupe/testing';

// In the place of a real model, such as openaiModel({ model: '…' }).
const model = scriptedModel([
  { purpose: 'agent', agent: 'researcher', reply: 'Porto: 1,200 mm of rain a year' },
  { purpose: 'agent', agent: 'writer', reply: ({ messages }) => `It rains a lot. (${messages.at(-1)?.content})` },
]);

const researcher = agent({ name: 'researcher', description: 'Finds facts about cities.', model });
const writer = agent({ name: 'writer', description: 'Writes short texts for travellers.', model });
const guide = sequence({ name: 'guide', description: 'Writes about cities.', agents: [researcher, writer] });

const runner = createAgentRunner({ agents: [guide] });
const { message, history } = await runner.invoke(guide, 'Does it rain in Porto?');

console.log(message?.content);
console.log(history.map((entry) => entry.agent).join(', then '));
