/** A program that records prices in their first version, in runs of every kind: node price-writer.ts <store>. */
import { createOrchestrator, createRunner, defineChart, defineSpecialist } from 'troupe';
import { agent, createAgentRunner } from 'troupe/agents';
import { defineEntry } from 'troupe/log';
import { sqliteStore } from 'troupe/sqlite';
import { scriptedModel, thinking } from 'troupe/testing';
import { createMachine } from 'xstate';
import { z } from 'zod';

const store = sqliteStore(process.argv[2] ?? '');
const price = defineEntry({ type: 'price.seen', schema: z.object({ price: z.number() }) });
const chart = defineChart({
  name: 'shop',
  version: '1',
  machine: createMachine({ initial: 'open', states: { open: { on: { left: 'closed' } }, closed: { type: 'final' } } }),
});
const specialist = defineSpecialist({ name: 'buyer', description: 'buys things for the office' });
const writer = agent({
  name: 'writer',
  description: 'Writes slogans for all kinds of tea.',
  model: scriptedModel([{ purpose: 'agent', agent: 'writer', reply: 'Tea.' }]),
});

const held = Promise.withResolvers<string>();
const model = scriptedModel([{ purpose: 'think', reply: async () => thinking({ answer: await held.promise }) }]);
const asked = createOrchestrator({ model, specialists: [specialist], store }).start(
  [{ role: 'user', content: 'What does tea cost?' }],
  { runId: 'host-run' },
);
await asked.record(price.make({ price: 3 }, { id: 'tea' }));
held.resolve('Three.');
await asked.result;

const shopping = createRunner({ charts: [chart], store }).start(chart, { id: 'chart-run' });
await shopping.record(price.make({ price: 4 }));
await shopping.send({ type: 'left' });
await shopping.result;

const writing = createAgentRunner({ agents: [writer], store }).run(writer, 'A slogan, please.');
await writing.record(price.make({ price: 5 }));
await writing.result;
await store.close();
