/**
 * Started by the tests in a process of its own: begins or continues one run of a machine until it has ended, or until somebody kills the process.
 *
 *     driver.ts <machine> <store> <run id> [before|after <write>]
 *
 * Kills itself at a write when it is told one. Prints the type of every entry when it is stored, and at last a line of JSON. TROUPE_SIDE_FILE names the file
 * for what it does outside, TROUPE_SABOTAGE what is wrong with this runner, TROUPE_HANG_MS how long a run takes only when it hangs.
 */
import { writeSync } from 'node:fs';
import type { AnyMachineSnapshot } from 'xstate';
import { messageOf } from '../../src/errors.ts';
import type { Entry } from '../../src/log/entry.ts';
import type { ChartRun } from '../../src/run/chart-run.ts';
import { createRunner } from '../../src/run/create-runner.ts';
import { effectKey } from '../../src/run/live-sources.ts';
import type { Store } from '../../src/stores/store.ts';
import type { Case } from './catalogue.ts';
import { charts, endOf, openStore, type Report } from './charts.ts';
import { essenceOf } from './essence.ts';
import { followScript } from './follow-script.ts';
import { sabotage } from './sabotage.ts';
import { did, nameEffectsBy } from './side-file.ts';

const [name = '', place = '', runId = '', when, write] = process.argv.slice(2);
const print = (line: string) => writeSync(1, `${line}\n`);
const die = () => process.kill(process.pid, 'SIGKILL');

/** Kills the process at its write. */
function dying(store: Store): Store {
  let writes = 0;
  return {
    ...store,
    append(...args: Parameters<Store['append']>) {
      const isLast = ++writes === Number(write);
      if (isLast && when === 'before') die();
      const written = store.append(...args);
      if (!isLast || when !== 'after') return written;
      return written instanceof Promise ? written.then(() => void die()) : void die();
    },
  };
}

/** Waits until the lease of a process that was killed has run out. */
async function untilFree(store: Store): Promise<void> {
  for (;;) {
    const lease = await store.acquire(runId, 'the driver', 1);
    if (lease) return store.release(lease);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function drive(run: ChartRun, stored: readonly Entry[], { script = [] }: Case): Promise<void> {
  run.follow(({ type }) => print(type));
  const taken = new Set(stored.flatMap((entry) => (entry.type === 'event.received' ? [entry.data.id] : [])));
  const failure = Promise.withResolvers<never>();
  run.result.catch(failure.reject);
  const following = followScript(
    {
      snapshot: () => run.getSnapshot() as AnyMachineSnapshot, // a chart's
      subscribe: (listener) => {
        run.subscribe(listener);
        run.result.then(listener, () => {});
      },
      async send(event, id) {
        await run.send(event, { id });
        did(`acked ${id}`);
      },
      wasTaken: (id) => taken.has(id),
    },
    script,
  );
  await Promise.race([following, failure.promise]);
  await run.result;
}

async function main(): Promise<Report> {
  nameEffectsBy(effectKey);
  const store = dying(sabotage(await openStore(place), process.env.TROUPE_SABOTAGE));
  const { chart, used } = charts(name);
  const problems: string[] = [];
  const runner = createRunner({
    charts: [chart],
    store,
    leaseMs: 50,
    shadow: true,
    onProblem: (problem) => problems.push(problem),
  });
  const stored = await store.read(runId);
  if (endOf(stored)) return { problems };
  await untilFree(store);
  const isNew = stored.length === 0;
  const run = isNew ? runner.start(chart, { id: runId, input: used.input }) : await runner.resume(runId);
  await drive(run, stored, used);
  return { problems, live: essenceOf(run.getSnapshot()) };
}

setTimeout(() => {
  print(JSON.stringify({ problems: ['The run hangs.'] } satisfies Report));
  process.exit();
}, Number(process.env.TROUPE_HANG_MS)).unref();
const report = await main().catch((error: unknown): Report => ({ problems: [messageOf(error)] }));
print(JSON.stringify(report));
process.exit();
