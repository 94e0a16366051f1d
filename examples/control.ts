/** A run can be watched, paused, resumed and cancelled; its log replays to the same moves without a model. */
import { createOrchestrator, replay } from 'troupe';
import { offlineModel, shippedSpecialists } from 'troupe/offline';

const files = ['examples/data/sales.csv'];
const troupe = createOrchestrator({ model: offlineModel({ files }), specialists: shippedSpecialists({ files }) });

const run = troupe.start([{ role: 'user', content: 'sales.csv: revenue by region, and average units per month' }]);
run.subscribe((event) => {
  if (event.type === 'effect.started') console.log(`begins: ${event.data.key}`);
});
run.pause();
console.log('paused: what has begun finishes, nothing new begins');
setTimeout(() => {
  console.log('resumed');
  run.resume();
}, 10);

const { status } = await run.result;
console.log(status);
console.log('replayed without a model:', replay(run.log).equal ? 'every move is the same' : 'something differs');
