/** A run whose conversation is analysed, filtered and shortened by parts of one's own. */
import { createOrchestrator, defineSpecialist, type Message, type Model } from 'troupe';
import { defaultPrompts } from 'troupe/prompts';

// With a key this would be openaiModel({ model: '…' }). It shows what it is told.
const model: Model = {
  name: 'parrot',
  isFree: true,
  async call({ messages }) {
    const text = messages.map(({ role, content }) => `${role}: ${content.split('\n').at(-1)}`).join('\n');
    const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
    return { text, toolCalls: [], finishReason: 'stop', usage };
  },
};

const troupe = createOrchestrator({
  model,
  specialists: [defineSpecialist({ name: 'helper', description: 'Helps.' })],
  session: { maxHistory: 6 },
  conversation: {
    analyze: ({ computed, question }) => ({
      userIntent: question.endsWith('!') ? 'demand' : computed.userIntent,
      contextSummary: `${computed.turnCount} turns about the harbour`,
    }),
    filter: ({ messages }) => messages.filter(({ content }) => content.includes('budget')),
    compress: ({ messages, relevant, maxMessages }) => ({
      kept: [...relevant, ...messages.slice(-2)],
      summary: `${messages.length} messages, of which ${maxMessages} may stay`,
    }),
  },
  prompts: {
    // The template of the analysis: what the host reads of it.
    think: (brief) => [
      { role: 'system', content: `The user has a ${brief.context.userIntent}. ${brief.context.contextSummary}.` },
      ...defaultPrompts.think(brief).slice(1),
    ],
  },
});

const turn = (at: number): Message[] => [
  { role: 'user', content: at === 2 ? 'The budget is 4,310.' : `Is ship ${at} in?` },
  { role: 'assistant', content: 'Yes.' },
];
const history = [0, 1, 2, 3, 4, 5].flatMap(turn);
const { message } = await troupe.invoke([...history, { role: 'user', content: 'Tell me what we can spend!' }]);
console.log(message.content);
