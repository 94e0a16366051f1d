import { createOrchestrator, defineSpecialist, defineTool, memoryStore } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, expectReplay, of, planText } from './scenario.ts';

/** A run in which one step looks up a price; its close says what the step said. */
async function priced() {
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
  const buyer = defineSpecialist({ name: 'buyer', description: 'buys', tools: [price] });
  const said: string[] = [];
  const words = ({ messages }: { messages: readonly { role: string; content: string }[] }) => {
    said.push(messages.findLast(({ role }) => role === 'tool')?.content ?? '');
    return `it costs ${said.at(-1)}`;
  };
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [] }, 'buyer') },
    { purpose: 'work', reply: { toolCalls: [{ name: 'price', arguments: '{"of":"tea"}' }] } },
    { purpose: 'work', reply: words },
    { purpose: 'work', reply: words },
    { purpose: 'work', reply: 'unused' },
  ]);
  const store = memoryStore();
  const troupe = createOrchestrator({ model, specialists: [buyer], store });
  await troupe.invoke(ask('buy tea'), { runId: 'first' });
  const log = await store.read('first');
  const used = of(log, 'effect.completed').find(({ data }) => data.kind === 'useTool');
  if (!used) throw new Error('no tool was used');
  return { troupe, store, calls, said, log, used };
}

describe('a fork with a given outcome', () => {
  it('goes on from another result of a tool, which is not called again, and says in its first entry where it comes from', async () => {
    const { troupe, store, calls, said, used } = await priced();
    const output = { ...(used.data.output as object), text: '7 EUR', data: '7 EUR' };
    const { run, again } = await troupe.fork('first', {
      at: used.seq - 1,
      newRunId: 'second',
      outcome: { key: used.data.key, output },
    });
    await run.result;
    const log = await store.read('second');
    expectReplay(log);
    expect(calls).toEqual(['tea']);
    expect(said[1]).toContain('7 EUR');
    expect(again).not.toContain(used.data.key);
    expect(log[used.seq - 1]).toMatchObject({ type: 'effect.completed', data: { key: used.data.key, output } });
    expect(log[0]?.data).toMatchObject({
      forkedFrom: { run: 'first', at: used.seq - 1, given: { key: used.data.key, changed: 'result' } },
    });
  });

  it('is refused, and nothing is stored, where the outcome is none of its kind or its effect is not under way', async () => {
    const { troupe, store, used } = await priced();
    const { key } = used.data;
    const fork = (at: number, output: unknown, of = key) =>
      troupe.fork('first', { at, newRunId: 'second', outcome: { key: of, output } });
    await expect(fork(used.seq - 1, { text: 7 })).rejects.toThrow(
      /cannot be the outcome of ".*" \(useTool\)[\s\S]*text/,
    );
    await expect(fork(used.seq, used.data.output)).rejects.toThrow('has its outcome there already');
    await expect(fork(used.seq - 1, used.data.output, 'nobody')).rejects.toThrow('has not begun there');
    expect(await store.read('second')).toEqual([]);
  });
});

describe('a call that is made again', () => {
  it('is put to another model with the same request, and is in no log', async () => {
    const { troupe, log, store } = await priced();
    const started = of(log, 'effect.started').find(({ data }) => data.kind === 'think');
    const seen: string[] = [];
    const other = scriptedModel([
      {
        purpose: 'think',
        reply: ({ messages }) => {
          seen.push(messages.at(-1)?.content ?? '');
          return 'Tea is cheap.';
        },
      },
    ]);
    const again = await troupe.askAgain(
      log.slice(0, started?.seq ?? 0),
      { kind: 'think', input: { key: 'think#1', exchange: [] } },
      {
        model: other,
        signal: new AbortController().signal,
        rewrite: (all) => [...all, { role: 'user', content: 'really?' }],
      },
    );
    expect(again).toMatchObject({ model: other.name, output: { answer: 'Tea is cheap.' } });
    expect(seen).toEqual(['really?']);
    expect(await store.read('first')).toEqual(log);
    await expect(
      troupe.askAgain(log, { kind: 'useTool', input: {} }, { signal: new AbortController().signal }),
    ).rejects.toThrow('useTool asks no model');
  });
});
