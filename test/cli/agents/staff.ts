import { appendFileSync, existsSync } from 'node:fs';
import { z } from 'zod';
import { agent, defineAgent, sequence } from '../../../src/agents/index.ts';
import { ask, defineTool } from '../../../src/index.ts';

const form = { type: 'object', properties: { guests: { type: 'integer' } }, required: ['guests'] };

/** Asks for a form, then whether it may go on. */
export const host = defineAgent({
  name: 'host',
  description: 'Plans parties with guests.',
  run({ resumed }) {
    if (!resumed) return ask({ kind: 'form', question: 'Who comes?', schema: form });
    if (resumed.keep === undefined)
      return ask({ kind: 'approval', question: 'Shall I?', keep: resumed.answer ?? null });
    return `${JSON.stringify(resumed.keep)}, ${resumed.answer ? 'yes' : `no: ${resumed.reason}`}`;
  },
});

/** Has a tool that asks whether it may buy, and says piece by piece what came of it. */
export const buyer = agent({
  name: 'buyer',
  description: 'Buys chairs for the hall.',
  tools: [
    defineTool({
      name: 'buy',
      description: 'Buys chairs.',
      capability: 'read',
      input: z.object({}),
      run: (_, { resumed }) => (resumed ? `bought: ${resumed.answer}` : ask({ kind: 'approval', question: 'Buy it?' })),
    }),
  ],
  model: {
    name: 'rules',
    async call({ messages, onDelta }) {
      const result = messages.find(({ role }) => role === 'tool')?.content;
      const text = result === undefined ? '' : `It is ${result}.`;
      for (const piece of text.split(/(?<= )/)) onDelta?.(piece);
      const toolCalls = result === undefined ? [{ id: '1', name: 'buy', arguments: '{}' }] : [];
      const usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1 };
      return { text, toolCalls, finishReason: result === undefined ? 'tool_calls' : 'stop', usage };
    },
  },
});

export const broken = defineAgent({
  name: 'broken',
  description: 'Breaks whatever it gets.',
  run: () => Promise.reject(new Error('It broke.')),
});

/** Repeats what was said before the last message. */
export const echo = defineAgent({
  name: 'echo',
  description: 'Repeats what was said.',
  run: ({ messages }) => messages.map(({ role, content }) => `${role}: ${content}`).join(' | '),
});

const { NOTES = '', GO = '' } = process.env;

/** A part of the movers, which is exported as well. */
export const counter = defineAgent({
  name: 'counter',
  description: 'Counts the chairs in the hall.',
  run() {
    appendFileSync(NOTES, 'counted\n');
    return '12 chairs';
  },
});
const porter = defineAgent({
  name: 'porter',
  description: 'Carries chairs, and rests until it may go.',
  run({ signal }) {
    appendFileSync(NOTES, 'carries\n');
    if (existsSync(GO)) return 'All chairs are there.';
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
});
export const movers = sequence({
  name: 'movers',
  description: 'Counts chairs and carries them.',
  agents: [counter, porter],
});
