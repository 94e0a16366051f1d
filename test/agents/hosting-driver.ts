/**
 * Started by a test in a process of its own: begins or continues a run of a graph in which an orchestrator works, whose specialist is an agent.
 *
 *     hosting-driver.ts <store> <side file> <run id> [<write>]
 *
 * Kills itself after a write of any of the three runs when it is told one. Notes what it does outside in the side file, and prints the result as JSON.
 */
import { appendFileSync } from 'node:fs';
import { createOrchestrator, type Model, type Store } from 'troupe';
import { asSpecialist, createAgentRunner, defineAgent, graph } from 'troupe/agents';
import { sqliteStore } from 'troupe/sqlite';
import { scriptedModel, thinking } from 'troupe/testing';
import { untilFree } from '../durability/until-free.ts';

const [place = '', side = '', runId = '', write] = process.argv.slice(2);
const leaseMs = 300;
const did = (what: string) => appendFileSync(side, `${what}\n`);
const plain = sqliteStore(place, { synchronous: 'NORMAL' });
let writes = 0;
const store: Store = {
  ...plain,
  append(...args: Parameters<Store['append']>) {
    const written = plain.append(...args);
    if (++writes === Number(write)) process.kill(process.pid, 'SIGKILL');
    return written;
  },
};

const script = scriptedModel([
  { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'count', specialist: 'counter' }] }) },
]);
const model: Model = {
  name: 'scripted',
  call(request) {
    did(`model ${request.key}`);
    return script.call(request);
  },
};
const counter = defineAgent({
  name: 'counter',
  description: 'Counts the words of a text.',
  run: ({ key }) => {
    did(`agent ${key}`);
    return 'three words';
  },
});
const inner = createAgentRunner({ agents: [counter], store, leaseMs });
const host = createOrchestrator({ model, store, leaseMs, specialists: [asSpecialist(counter, { runner: inner })] });
const outer = graph({ name: 'outer', description: 'Asks the office and shouts.' })
  .agent('ask', host.asAgent({ name: 'office', description: 'Plans work and hands it on.' }))
  .node('shout', (text: string, { key }) => {
    did(`node ${key}`);
    return text.toUpperCase();
  })
  .edge('start', 'ask')
  .edge('ask', 'shout')
  .edge('shout', 'end')
  .build();
const runner = createAgentRunner({ agents: [outer], store, leaseMs });
const stored = await runner.entries(runId);
const run =
  stored.length === 0
    ? runner.run(outer, 'How many words?', { id: runId })
    : await untilFree(() => runner.resume(runId));
const { status, output } = await run.result;
const { ok } = await runner.check(runId);
console.log(JSON.stringify({ status, output, ok, writes }));
plain.close();
