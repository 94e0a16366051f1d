/** The conversation engine tells a request's way through its phases: context, tasks, schedule, work, answer. */

import { createConversationEngine } from 'troupe';
import { offlineModel, shippedSpecialists } from 'troupe/offline';

const files = ['examples/data/sales.csv'];
const engine = createConversationEngine({
  model: offlineModel({ files }),
  specialists: shippedSpecialists({ files }),
  coordinator: {
    getContext: () => ({ rules: ['Name the region.'], knowledge: [], tools: [] }),
  },
});

for await (const { type, data } of engine.run('sales.csv: revenue by region, and average units per month')) {
  if (type === 'task_completed') console.log(`[${type}] progress ${data.progress}`);
  else if (type === 'engine_completed') console.log(`[${type}] ${data.message.content}`);
  else console.log(`[${type}] ${JSON.stringify(data)}`);
}
