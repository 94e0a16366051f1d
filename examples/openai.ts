/** With a language model: any endpoint that speaks OpenAI's chat completions. */
import { createOrchestrator } from 'troupe';
import { shippedSpecialists } from 'troupe/offline';
import { openaiModel } from 'troupe/openai';
import { sqliteStore } from 'troupe/sqlite';

const model = openaiModel({
  model: process.env.TROUPE_MODEL ?? 'gpt-5.4-mini',
  apiKey: process.env.OPENAI_API_KEY,
  baseURL: process.env.OPENAI_BASE_URL,
});
const store = sqliteStore(process.env.TROUPE_STORE ?? ':memory:');
const troupe = createOrchestrator({
  model,
  specialists: shippedSpecialists({ files: ['examples/data/sales.csv'] }),
  store,
});

// An answer that a thought or a reflection already holds comes whole; any other is streamed.
let streamed = '';
for await (const event of troupe.stream([{ role: 'user', content: 'Which region sold most?' }])) {
  if (event.type === 'delta') {
    process.stdout.write(event.text);
    streamed += event.text;
  }
  if (event.type === 'answer.given') console.log(streamed === '' ? event.data.content : '');
}
store.close();
