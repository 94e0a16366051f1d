/** A service that resumes the runs that the last process left, says how it is, and leaves its own when it is told to end. */
import { createOrchestrator, defineSpecialist, memoryStore, type Run, TroupeError } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';

const store = memoryStore(); // in a service: sqliteStore('runs.db') or postgresStore(process.env.DATABASE_URL)
const steps = [{ id: '1', task: 'pack the order', specialist: 'packer' }];
const script = () => scriptedModel([{ purpose: 'think', reply: thinking({ steps, answerFrom: '1' }) }]);

/** What one process of the service does. */
function createService(pack: () => string | Promise<string>) {
  const packer = defineSpecialist({ name: 'packer', description: 'Packs orders.', run: pack });
  const troupe = createOrchestrator({ model: script(), specialists: [packer], store });
  const open = new Set<Run>();
  const keep = (run: Run) => {
    open.add(run);
    run.result.catch(() => undefined).finally(() => open.delete(run)); // one that was left rejects
    return run;
  };
  return {
    begin: (content: string) => keep(troupe.start([{ role: 'user', content }])),
    /** At the start: whatever has not ended and is driven by nobody. */
    async resumeOpenRuns() {
      const resumed: Run[] = [];
      for (const { run, status } of await store.runs({ limit: 1000 })) {
        if (['completed', 'failed', 'cancelled', 'timeout'].includes(status)) continue;
        try {
          resumed.push(keep(await troupe.resume(run)));
        } catch (error) {
          const isDriven = error instanceof TroupeError && error.code === 'lease'; // another process has it
          if (!isDriven) console.error(`${run} stays where it is: ${error}`);
        }
      }
      return resumed;
    },
    /** For the load balancer. */
    health: () => troupe.health(),
    /** On SIGTERM: the runs stop here, and the next process resumes them. */
    leave() {
      for (const run of open) run.actor.stop();
    },
  };
}

const packing = Promise.withResolvers<void>();
const first = createService(() => {
  packing.resolve();
  return new Promise(() => {}); // the process ends before it is packed
});
first.begin('Pack order 7.');
await packing.promise;
first.leave();
console.log('the first process has left');

const second = createService(() => 'Order 7 is packed.');
for (const run of await second.resumeOpenRuns()) console.log((await run.result).message.content);
const { isHealthy, openRuns } = await second.health();
console.log(`healthy: ${isHealthy}, open runs: ${openRuns}`);
