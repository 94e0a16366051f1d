/**
 * Started by the tests in a process of its own: does every machine once with XState alone and prints what came of each as JSON. What they do outside is
 * in the file that TROUPE_SIDE_FILE names, after the name of each.
 */
import { type AnyMachineSnapshot, createActor } from 'xstate';
import { type Case, cases } from './catalogue.ts';
import { type Essence, essenceOf } from './essence.ts';
import { followScript } from './follow-script.ts';
import { did } from './side-file.ts';

async function plainly({ machine, input, script = [] }: Case): Promise<Essence> {
  const actor = createActor(machine, { input, logger: () => {} });
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  actor.subscribe({ next: notify, error: notify, complete: notify });
  actor.start();
  const snapshot = () => actor.getSnapshot() as AnyMachineSnapshot; // each is a machine
  await followScript(
    {
      snapshot,
      subscribe: (listener) => void listeners.add(listener),
      send: (event) => actor.send(event),
      wasTaken: () => false,
    },
    script,
  );
  return essenceOf(snapshot());
}

const essences: Record<string, Essence> = {};
for (const [name, each] of Object.entries(cases)) {
  did(`case ${name}`);
  essences[name] = await plainly(each);
}
console.log(JSON.stringify(essences));
// Some have started what takes a day.
process.exit();
