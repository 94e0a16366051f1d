/**
 * Started by the test in a process of its own: drives a run whose three steps each ask for approval of a mail.
 *
 *     asking-process.ts <store> <notes> ask        starts the run, and is killed when all three have asked
 *     asking-process.ts <store> <notes> answer     refuses one, approves another with other arguments, and is killed when both are done
 *     asking-process.ts <store> <notes> end        waits until the third has run out of time and the run has ended, and prints its result
 *
 * What is sent and what a model is asked is written into the notes, so that nothing is done twice unseen.
 */
import { appendFileSync } from 'node:fs';
import { createOrchestrator, defineSpecialist, defineTool, type Run } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';
import { untilFree } from './until-free.ts';

const [file = '', notes = '', mode] = process.argv.slice(2);
const note = (line: string) => appendFileSync(notes, `${line}\n`);
const die = () => process.kill(process.pid, 'SIGKILL');
const names = ['a', 'b', 'c'];

const mail = defineTool({
  name: 'mail',
  description: 'Sends a mail.',
  capability: 'write',
  input: z.strictObject({ to: z.string() }),
  run({ to }) {
    note(`mail to ${to}`);
    return `sent to ${to}`;
  },
});
const steps = names.map((id) => ({ id, task: `write to ${id}`, specialist: 'mailer' }));
/** The same in every process: what it answers depends on what it is asked. */
const work = (step: string): ScriptLine => ({
  purpose: 'work',
  step,
  reply({ messages }) {
    const result = messages.findLast(({ role }) => role === 'tool')?.content;
    note(`call for ${step}${result === undefined ? '' : ' with a result'}`);
    return result ?? { toolCalls: [{ name: 'mail', arguments: JSON.stringify({ to: step }) }] };
  },
});
const troupe = createOrchestrator({
  model: scriptedModel([
    { purpose: 'think', reply: thinking({ steps }) },
    ...names.flatMap((step) => [work(step), work(step)]),
    { purpose: 'reflect', reply: 'all done' },
  ]),
  specialists: [defineSpecialist({ name: 'mailer', description: 'sends mail', tools: [mail] })],
  store: sqliteStore(file),
  leaseMs: 300,
  // Nobody ever answers about the first one.
  policy: { rules: [{ arguments: { to: 'a' }, verdict: 'ask', approvalMs: 5000 }] },
});

const isThere = (run: Run, isIt: (run: Run) => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => isIt(run) && resolve();
    run.subscribe(look);
    look();
  });
const hasAsked = (step: string) => (run: Run) => run.waiting.some((each) => each.step === step);
const isDone = (step: string) => (run: Run) =>
  run.log.some(({ type, data }) => type === 'step.completed' && 'id' in data && data.id === step);
const idOf = (run: Run, step: string) => run.waiting.find((each) => each.step === step)?.id ?? '';

if (mode === 'ask') {
  const run = troupe.start([{ role: 'user', content: 'write to all' }], { runId: 'r' });
  await Promise.all(names.map((name) => isThere(run, hasAsked(name))));
  die();
}
const run = await untilFree(() => troupe.resume('r'));
if (mode === 'answer') {
  await run.refuse(idOf(run, 'c'), 'c has left');
  await run.approve(idOf(run, 'b'), { arguments: { to: 'bob' } });
  await Promise.all(['b', 'c'].map((name) => isThere(run, isDone(name))));
  die();
}
const { status, message, plan } = await run.result;
console.log(JSON.stringify({ status, answer: message.content, results: plan?.steps.map(({ result }) => result) }));
