import { defineAgent } from '../../../src/agents/index.ts';
import { ask } from '../../../src/index.ts';

/** Says what is remembered, after a question where it is told to ask. */
export const diary = defineAgent({
  name: 'diary',
  description: 'Says what people have said before.',
  run({ messages, remembered, preferences, resumed }) {
    if (!resumed && messages.at(-1)?.content.includes('Ask me')) return ask({ kind: 'question', question: 'What?' });
    return `facts: ${remembered.join(' ') || 'none'}, wishes: ${preferences.join(' ') || 'none'}`;
  },
});
