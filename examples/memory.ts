/** What a user says to be known later is known in the next conversation, until it is forgotten. */
import { createOrchestrator, defineSpecialist, type Model } from 'troupe';
import { agent, createAgentRunner } from 'troupe/agents';
import { createMemory, deleteSources } from 'troupe/memory';
import { sqliteShelf, sqliteStore } from 'troupe/sqlite';

// Both may be in one file, such as 'troupe.db'.
const store = sqliteStore(':memory:');
const memory = createMemory({ shelf: sqliteShelf(':memory:') });

// With a key this would be openaiModel({ model: '…' }). It shows what it is told beyond the question.
const model: Model = {
  name: 'parrot',
  isFree: true,
  async call({ brief }) {
    const { remembered = [], preferences = [] } = brief;
    const text = `facts: ${remembered.join(' ') || 'none'} wishes: ${preferences.join(' ') || 'none'}`;
    const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
    return { text, toolCalls: [], finishReason: 'stop', usage };
  },
};

const troupe = createOrchestrator({
  model,
  specialists: [defineSpecialist({ name: 'helper', description: 'Helps.' })],
  store,
  memory,
});

const ask = async (user: string, content: string) => {
  const { message } = await troupe.invoke([{ role: 'user', content }], { context: { user } });
  console.log(`${user}: ${message.content}`);
};

await ask('anna', 'My daughter cannot eat nuts. From now on answer in German.');
await ask('anna', 'What shall we have for dinner?');
await ask('bert', 'What shall we have for dinner?');

const cook = agent({ name: 'cook', description: 'Cooks for families.', model });
const runner = createAgentRunner({ agents: [cook], memory });
const { message } = await runner.invoke(cook, 'And for lunch?', { context: { user: 'anna' } });
console.log(`cook: ${message?.content}`);

// A person sees, corrects and deletes all of it.
const anna = { user: 'anna' };
await memory.remember(anna, { key: 'preference/language', value: 'Answer in French.', kind: 'preference', by: 'user' });
for (const { key, value } of await memory.list(anna)) console.log(`${key}: ${value}`);

const forgotten = await memory.forget(anna, ['fact/daughter-eat-nuts']);
const runs = await deleteSources(store, forgotten);
console.log(`deleted with ${runs.length} runs`);
await ask('anna', 'What shall we have for dinner?');

await memory.close();
await store.close();
