/** A plan that is looked at again after each step. */
import { createAgentRunner, planExecuteReplan } from 'troupe/agents';
import { scriptedModel } from 'troupe/testing';

const call = (name: string, input: object) => ({ toolCalls: [{ name, arguments: JSON.stringify(input) }] });

// In the place of a real model, such as openaiModel({ model: '…' }).
const model = scriptedModel([
  { purpose: 'agent', agent: 'planner', reply: call('final_answer', { steps: ['find a flight', 'book it'] }) },
  { purpose: 'agent', agent: 'executor', reply: 'There are no flights, but a train at 9.' },
  { purpose: 'agent', agent: 'replanner', reply: call('plan', { steps: ['book the train at 9'] }) },
  { purpose: 'agent', agent: 'executor', reply: 'Booked: seat 12.' },
  { purpose: 'agent', agent: 'replanner', reply: call('respond', { response: 'You take the train at 9, seat 12.' }) },
]);

const travel = planExecuteReplan({
  name: 'travel',
  description: 'Plans trips and books them.',
  model,
  tools: [],
  max: 10,
});

const { message, history } = await createAgentRunner({ agents: [travel] }).invoke(travel, 'Get me to Porto.');

const steps = history.filter((entry) => entry.agent === 'executor');
for (const { message: result } of steps) console.log(`step: ${result.content}`);
console.log(message?.content);
