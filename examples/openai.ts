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

// What the host writes is the answer. A call that is made again may take a part of it back: then it begins on a new line.
let answer = '';
for await (const event of troupe.stream([{ role: 'user', content: 'Which region sold most?' }])) {
  if (event.type !== 'delta' || event.actor !== 'host') continue;
  const isGoingOn = event.at === answer.length;
  answer = answer.slice(0, event.at) + event.text;
  process.stdout.write(isGoingOn ? event.text : `\n${answer}`);
}
console.log();
store.close();
