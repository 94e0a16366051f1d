/** An agent that hands work over to others, and ends it. */
import { agent, createAgentRunner, supervisor } from 'troupe/agents';
import { scriptedModel } from 'troupe/testing';

const call = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });

// In the place of a real model, such as openaiModel({ model: '…' }).
const model = scriptedModel([
  {
    purpose: 'agent',
    agent: 'lead',
    reply: {
      toolCalls: [
        call('transfer_to_agent', { agent: 'search', task: 'Find the price of the tea.' }),
        call('transfer_to_agent', { agent: 'weather' }),
      ],
    },
  },
  { purpose: 'agent', agent: 'search', reply: 'It costs 5 euros.' },
  { purpose: 'agent', agent: 'weather', reply: 'It rains.' },
  {
    purpose: 'agent',
    agent: 'lead',
    reply: { toolCalls: [call('exit', { final_result: 'Tea for 5 euros, and bring an umbrella.' })] },
  },
]);

const search = agent({ name: 'search', description: 'Finds prices in shops.', model });
const weather = agent({ name: 'weather', description: 'Gets the current weather of a city.', model });
const lead = agent({
  name: 'lead',
  description: 'Decides who works next.',
  instructions: 'Hand each part of the task to the agent that can do it. When all is done, call exit.',
  model,
});
const team = supervisor({
  name: 'team',
  description: 'Plans how to spend an afternoon.',
  supervisor: lead,
  agents: [search, weather],
});

const run = createAgentRunner({ agents: [team] }).run(team, 'Shall we go out for tea?');
for await (const { runPath, output, action, error } of run) {
  const who = runPath.join(' > ');
  if (action?.type === 'transfer') console.log(`${who} hands over to ${action.to.join(' > ')}`);
  if (action?.type === 'exit') console.log(`${who} ends the work`);
  if (error) console.log(`${who} failed: ${error.message}`);
  if (output && 'message' in output && output.message.role === 'assistant' && output.message.content !== '') {
    console.log(`${who}: ${output.message.content}`);
  }
}
