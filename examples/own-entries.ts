/** Entries of one's own in the log of a run: recorded, read in a newer version, seen by a view, and written by a node that watches the run. */
import { createOrchestrator, defineSpecialist, memoryStore, replay } from 'troupe';
import { defineEntry, findEntries, on, storedView, views } from 'troupe/log';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';

const priceSeen = defineEntry({ type: 'price.seen', schema: z.object({ price: z.number() }) });

// The next version of the program writes another shape, and still reads the first one.
const priceSeen2 = defineEntry({
  type: 'price.seen',
  version: 2,
  schema: z.object({ amount: z.number(), currency: z.string() }),
  older: { 1: ({ price }: { price: number }) => ({ amount: price, currency: 'EUR' }) },
});

// A node reads a view of the run, decides, and what it returns is recorded. A replay takes it from the log and asks nobody.
const helped = defineEntry({ type: 'help.counted', schema: z.object({ by: z.string(), times: z.number() }) });
const counter = on(views.collaboration, ({ delegations, open }) => {
  const [first] = delegations.items;
  return first && open === 0 ? helped.make({ by: first.to, times: delegations.length }) : undefined;
});

const store = memoryStore();
const model = scriptedModel([
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: '# Plan: tea\n\n- [ ] 1: find the price of tea\n  - specialist: shopper\n' },
]);
const shopper = defineSpecialist({
  name: 'shopper',
  description: 'finds prices',
  run: async () => {
    await run.record(priceSeen.make({ price: 3 }, { id: 'tea' }));
    await run.record(priceSeen2.make({ amount: 4, currency: 'USD' }, { parent: 'tea' }));
    return 'Tea costs 3 EUR here and 4 USD there.';
  },
});
const troupe = createOrchestrator({ model, specialists: [shopper], store, nodes: [counter] });
const run = troupe.start([{ role: 'user', content: 'What does tea cost?' }], { runId: 'tea-time' });
console.log((await run.result).message.content);

const entries = await store.read('tea-time');
for (const entry of findEntries(entries, { type: 'price.seen', from: '2026-01-01' })) {
  console.log(`seen: ${JSON.stringify(priceSeen2.read(entry))}${entry.parent ? ', after another one' : ''}`);
}
const [latest] = await store.find({ type: 'price.seen', from: '2026-01-01', limit: 1 });
console.log(`the last price of all runs: ${latest && JSON.stringify(priceSeen2.read(latest))}`);
console.log(`counted: ${JSON.stringify(findEntries(entries, { type: 'help.counted' }).map(helped.read))}`);

const { delegations } = await storedView(store, views.collaboration).run('tea-time');
for (const { from, to, task, status } of delegations) console.log(`${from} asked ${to} to ${task}: ${status}`);
console.log(`replay: ${(await replay(entries)).equal ? 'equal' : 'differs'}`);
