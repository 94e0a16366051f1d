/** A draft goes round between a writer and a critic until the critic is content. */
import { agent, createAgentRunner, loop } from 'troupe/agents';
import { scriptedModel } from 'troupe/testing';

// In the place of a real model, such as openaiModel({ model: '…' }).
const model = scriptedModel([
  { purpose: 'agent', agent: 'writer', reply: 'A first slogan' },
  { purpose: 'agent', agent: 'critic', reply: 'Too long.' },
  { purpose: 'agent', agent: 'writer', reply: 'Slogan' },
  {
    purpose: 'agent',
    agent: 'critic',
    reply: { toolCalls: [{ name: 'exit', arguments: '{"final_result":"Slogan"}' }] },
  },
]);

const writer = agent({ name: 'writer', description: 'Writes slogans for products.', model });
const critic = agent({
  name: 'critic',
  description: 'Finds what is wrong with slogans.',
  instructions: 'Say what is wrong with the last slogan. When nothing is, call exit.',
  model,
});
const studio = loop({
  name: 'studio',
  description: 'Writes slogans until they are good.',
  agents: [writer, critic],
  max: 5,
});

const { message, limit } = await createAgentRunner({ agents: [studio] }).invoke(studio, 'A slogan for tea, please.');

console.log(message?.content);
console.log(limit ? `stopped after ${limit.max} rounds` : 'the critic was content');
