import { createOrchestrator } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { worker } from './worker.ts';

// Started by many-runs.test.ts in a process of its own: prints how many of the answers were right and how the heap grew.

const count = 1000;
const plan =
  '# Plan: p\n\n- [ ] 1: first\n  - specialist: worker\n- [ ] 2: second\n  - specialist: worker\n  - after: 1\n';

async function runAll(): Promise<number> {
  const words = (request: { messages: readonly { content: string }[] }) =>
    /number (\d+)/.exec(request.messages.map((message) => message.content).join('\n'))?.[1] ?? 'none';
  const lines = Array.from({ length: count }, () => [
    { purpose: 'think', reply: thinking() } as const,
    { purpose: 'plan', reply: plan } as const,
    {
      purpose: 'work',
      step: '1',
      reply: (request: Parameters<typeof words>[0]) => `one of ${words(request)}`,
    } as const,
    {
      purpose: 'work',
      step: '2',
      reply: (request: Parameters<typeof words>[0]) => `two of ${words(request)}`,
    } as const,
    { purpose: 'reflect', reply: (request: Parameters<typeof words>[0]) => `answer ${words(request)}` } as const,
  ]).flat();
  // The script is searched from its start: the lines of one purpose stand together so that this stays cheap.
  lines.sort((a, b) => a.purpose.localeCompare(b.purpose));
  const model = scriptedModel(lines);
  const troupe = createOrchestrator({ model, specialists: [worker] });
  const results = await Promise.all(
    Array.from({ length: count }, (_, number) => troupe.invoke([{ role: 'user', content: `number ${number}` }])),
  );
  model.assertUsedUp();
  return results.filter(
    (result, number) =>
      result.status === 'completed' &&
      result.message.content === `answer ${number}` &&
      result.plan?.steps.every((step) => step.result?.endsWith(` of ${number}`)),
  ).length;
}

/** What is left when all that nobody holds has been collected, which takes some turns of the event loop. */
async function heapMiB(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
    least = Math.min(least, process.memoryUsage().heapUsed / 2 ** 20);
  }
  return least;
}
await runAll();
const before = await heapMiB();
const right = await runAll();
console.log(JSON.stringify({ right, grownMiB: (await heapMiB()) - before }));
