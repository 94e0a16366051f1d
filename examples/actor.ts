/** The orchestrator as a plain XState actor: subscribe to it, send it events, read its output. */
import { createOrchestrator } from 'troupe';
import { offlineModel, shippedSpecialists } from 'troupe/offline';
import { createActor, toPromise } from 'xstate';

const files = ['examples/data/sales.csv'];
const troupe = createOrchestrator({ model: offlineModel({ files }), specialists: shippedSpecialists({ files }) });

const actor = createActor(troupe.machine, {
  input: { messages: [{ role: 'user', content: 'sales.csv: top 3 products by revenue' }] },
});
let last = '';
actor.subscribe((state) => {
  const tags = [...state.tags].join(' ');
  if (tags !== last) console.log(tags);
  last = tags;
});
const output = await toPromise(actor.start());
console.log(output.message.content);
