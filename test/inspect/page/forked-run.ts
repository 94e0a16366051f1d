import { createOrchestrator, defineSpecialist, defineTool, memoryStore, type Run, type Store } from 'troupe';
import type { Inspector } from 'troupe/inspect';
import { scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';
import type { EntryOf } from '../../../src/log/entry.ts';
import { ask, of, planText } from '../../scenarios/scenario.ts';

/** A run in which a step looks up what tea costs, and says so; its forks do the same with what they are given. */
export async function pricedRun(inspector?: Inspector, store: Store = memoryStore()) {
  const calls: string[] = [];
  const price = defineTool({
    name: 'price',
    description: 'what a thing costs',
    capability: 'read',
    input: z.object({ of: z.string() }),
    run: ({ of: thing }) => {
      calls.push(thing);
      return '5 EUR';
    },
  });
  const words = ({ messages }: { messages: readonly { role: string; content: string }[] }) =>
    `A cup of tea costs ${messages.findLast(({ role }) => role === 'tool')?.content ?? 'nothing'} in the shop.`;
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [] }, 'buyer') },
    { purpose: 'work', reply: { toolCalls: [{ name: 'price', arguments: '{"of":"tea"}' }] } },
    ...Array.from({ length: 8 }, () => ({ purpose: 'work' as const, reply: words })),
  ]);
  const troupe = createOrchestrator({
    model,
    specialists: [defineSpecialist({ name: 'buyer', description: 'buys', tools: [price] })],
    store,
    ...(inspector ? { inspect: inspector } : {}),
  });
  const run: Run = troupe.start(ask('What does tea cost?'), { runId: 'first' });
  await run.result;
  const used = of(run.log, 'effect.completed').find(
    ({ data }) => data.kind === 'useTool',
  ) as EntryOf<'effect.completed'>;
  /** The same with another price. */
  const fork = async (text = '7 EUR') => {
    const output = { ...(used.data.output as object), text, data: text };
    const made = await troupe.fork('first', {
      at: used.seq - 1,
      newRunId: 'second',
      outcome: { key: used.data.key, output },
    });
    await made.run.result;
    return made.run;
  };
  return { troupe, store, run, used, calls, model, fork };
}
