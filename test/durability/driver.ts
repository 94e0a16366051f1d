/**
 * Started by the tests in a process of its own, on the built package: drives reference runs on a store until it is done or killed.
 *
 *     driver.ts start <reference run> <base URL> <store> <run id> [before|after <write>]
 *     driver.ts resume <reference run> <base URL> <store>        goes on with the runs whose ids come on standard input, one a line, when their
 *                                                                leases have run out
 *     driver.ts race <reference run> <base URL> <store>          the same, without waiting for a lease
 *     driver.ts work <question> <base URL> <store> <count> [before|after <write>]
 *                                                                starts or goes on with so many runs until all have ended
 *
 * Kills itself at a write when it is told one. Prints one line of JSON for each run, or when all is done.
 */
import { createInterface } from 'node:readline';
import { type Run, TroupeError } from 'troupe';
import { drive, essence, openStore, orchestrateOn, referenceRuns } from './reference-runs.ts';
import { untilFree } from './until-free.ts';

const [mode, name = '', baseURL = '', place = '', subject = '', when, write] = process.argv.slice(2);
const { question, reviewPlan = false } = referenceRuns[name] ?? { question: name };
const store = await openStore(place);

let writes = 0;
const die = () => process.kill(process.pid, 'SIGKILL');
const { append } = store;
const troupe = orchestrateOn(
  baseURL,
  {
    ...store,
    append(...args: Parameters<typeof append>) {
      const isLast = ++writes === Number(write);
      if (isLast && when === 'before') die();
      const written = append(...args);
      if (!isLast || when !== 'after') return written;
      return written instanceof Promise ? written.then(() => void die()) : void die();
    },
  },
  { reviewPlan },
);
const start = (runId: string) => troupe.start([{ role: 'user', content: question }], { runId });

async function report(begin: () => Run | Promise<Run>): Promise<void> {
  try {
    const result = await drive(await begin());
    console.log(JSON.stringify({ result: essence(result), writes }));
  } catch (error) {
    if (!(error instanceof TroupeError)) throw error;
    console.log(JSON.stringify({ error: error.code, message: error.message }));
  }
}

async function finish(runId: string): Promise<void> {
  const stored = await store.read(runId);
  if (stored.some(({ type }) => type === 'run.completed' || type === 'run.failed')) return;
  await drive(stored.length === 0 ? start(runId) : await untilFree(() => troupe.resume(runId)));
}

if (mode === 'start') {
  await report(() => start(subject));
} else if (mode === 'work') {
  const ids = Array.from({ length: Number(subject) }, (_, index) => `work-${index}`);
  const lane = async () => {
    for (let runId = ids.shift(); runId !== undefined; runId = ids.shift()) await finish(runId);
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  console.log(JSON.stringify({ done: Number(subject) }));
} else {
  const resume = (runId: string) => troupe.resume(runId);
  for await (const runId of createInterface({ input: process.stdin })) {
    await report(() => (mode === 'race' ? resume(runId) : untilFree(() => resume(runId))));
  }
}
await store.close();
