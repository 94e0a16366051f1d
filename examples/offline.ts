/** Without a language model: the offline rules and the shipped specialists answer from a table. */
import { createOrchestrator } from 'troupe';
import { offlineModel, shippedSpecialists } from 'troupe/offline';

const files = ['examples/data/sales.csv'];
const troupe = createOrchestrator({
  model: offlineModel({ files }),
  specialists: shippedSpecialists({ files }),
  limits: { rounds: 3 },
});

const question = 'sales.csv: revenue by region, and which product dropped most, then write a short report';
const { message, status, plan } = await troupe.invoke([{ role: 'user', content: question }]);

console.log(message.content);
console.log(`\n${status}: ${plan?.steps.map((step) => `${step.id} ${step.status} by ${step.assignedTo}`).join(', ')}`);
