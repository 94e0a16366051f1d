/** A conversation that is longer than a model should see: what is known of it, and what is kept of it. */
import {
  analyzeConversation,
  analyzeIntent,
  compressHistory,
  createConversationAnalyst,
  filterHistory,
  type Message,
  windowHistory,
} from 'troupe/conversation';

const messages: Message[] = [
  { role: 'system', content: 'You help the travel office.' },
  { role: 'user', content: 'We decided on Lisbon. The budget is 4,310 euros.' },
  { role: 'assistant', content: 'Noted. I like the tiles there.' },
  ...Array.from(
    { length: 200 },
    (_, at): Message => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: at % 2 === 0 ? 'Tell me something nice about the sea.' : 'It is wide, and in the evening it is calm.',
    }),
  ),
  { role: 'user', content: 'What was the budget for Lisbon?' },
];

const context = analyzeConversation(messages, { analyzedAt: new Date().toISOString() });
console.log(`${context.turnCount} turns, about ${context.tokenCount} tokens, names ${context.keyEntities.join(', ')}`);

const relevant = filterHistory(messages, 'What was the budget for Lisbon?', { threshold: 0.2 });
console.log(`relevant: ${relevant.map((message) => message.content).join(' | ')}`);

console.log(`the newest: ${windowHistory(messages, { maxMessages: 20, maxTokens: 200 }).length} messages`);

for (const message of compressHistory(messages, { maxTokens: 100 })) console.log(`${message.role}: ${message.content}`);

const { intent, confidence, tone } = analyzeIntent('不对，应该是里斯本！请马上改');
console.log(`${intent} (${confidence}), ${tone}`);

const analyst = createConversationAnalyst();
analyst.prepare(messages, { windowTokens: 100 });
messages.push({ role: 'assistant', content: 'It was 4,310 euros.' }, { role: 'user', content: 'And for two people?' });
const { isContinuation, relevantHistory } = analyst.analyze(messages, new Date().toISOString());
console.log(`goes on: ${isContinuation}, with ${relevantHistory.length} messages`);
