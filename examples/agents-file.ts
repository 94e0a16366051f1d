/** Agents for the command line: troupe ask "A table for Friday, please." --agents examples/agents-file.ts --store runs.db */
import { ask, defineTool, type Model } from 'troupe';
import { agent, supervisor } from 'troupe/agents';
import { z } from 'zod';

const book = defineTool({
  name: 'book_table',
  description: 'Books a table.',
  capability: 'read',
  input: z.object({ day: z.string() }),
  run({ day }, { resumed }) {
    if (resumed) return `A table on ${day} at ${resumed.answer}.`;
    return ask({ kind: 'choice', question: 'At what time?', options: ['18:00', '20:00'] });
  },
});
const pay = defineTool({
  name: 'pay_deposit',
  description: 'Pays the deposit for a table.',
  capability: 'write', // so that a person has to approve it
  input: z.object({ euros: z.number() }),
  run: ({ euros }) => `${euros} euros are paid.`,
});

// Rules in the place of a real model, such as openaiModel({ model: '…' }): the example runs without a key.
const model: Model = {
  name: 'rules',
  async call({ brief, messages, onDelta }) {
    const results = messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
    const isDone = messages.some(({ content }) => content.includes('[clerk] said'));
    const steps =
      brief.purpose === 'agent' && brief.agent === 'lead'
        ? [['transfer_to_agent', { agent: 'clerk', task: 'Book a table for Friday.' }] as const]
        : [['book_table', { day: 'Friday' }] as const, ['pay_deposit', { euros: 20 }] as const];
    const [name, input] = isDone ? [] : (steps[results.length] ?? []);
    const text = isDone ? 'Your table is booked.' : name ? '' : results.join(' ');
    if (text !== '') onDelta?.(text);
    return {
      text,
      toolCalls: name ? [{ id: `call-${messages.length}`, name, arguments: JSON.stringify(input) }] : [],
      finishReason: name ? 'tool_calls' : 'stop',
      usage: { modelCalls: 1, inputTokens: 20, outputTokens: 10 },
    };
  },
};

const lead = agent({ name: 'lead', description: 'Decides who works next.', model });
const clerk = agent({ name: 'clerk', description: 'Books tables in restaurants.', tools: [book, pay], model });

export const desk = supervisor({
  name: 'desk',
  description: 'Books tables for guests and pays for them.',
  supervisor: lead,
  agents: [clerk],
});
