import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, agent, type Graph, graph } from '../../src/agents/index.ts';
import type { Message } from '../../src/domain/message.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';

/** Whether two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <_A extends true>() => {};

const model = scriptedModel([]);
const about = { name: 'typed', description: 'Shows what does not compile.' };
const writer = agent({ name: 'writer', description: 'Writes short texts.', model });
const judge = agent({
  name: 'judge',
  description: 'Judges short texts.',
  model,
  outputSchema: z.object({ ok: z.boolean() }),
});
const base = graph({ ...about, state: () => ({ found: [] as string[] }) })
  .node('split', (topic: string) => topic.split(','))
  .node('count', (names: readonly string[]) => names.length)
  .node('shout', async (text: string) => text.toUpperCase())
  .node('sum', (all: { split: string[]; count?: number }) => all.split.length + (all.count ?? 0))
  .agent('write', writer)
  .agent('judge', judge);

it('lets outputs go only where they fit', () => {
  base.edge('start', 'split').edge('split', 'count').edge('count', 'end');
  // @ts-expect-error what count gives is a number, and shout takes a text
  base.edge('count', 'shout');
  // @ts-expect-error what start gives is a text, and count takes a list
  base.edge('start', 'count');
  // @ts-expect-error there is no such node
  base.edge('start', 'nobody');
  // @ts-expect-error there is no such node
  base.edge('nobody', 'end');
  // @ts-expect-error nothing leads to the start
  base.edge('shout', 'start');
  expect(true).toBe(true);
});

it('feeds agents with texts and messages, and with nothing else', () => {
  base.edge('start', 'write').edge('write', 'shout').edge('write', 'judge');
  // @ts-expect-error an agent takes a text or messages, and not a number
  base.edge('count', 'write');
  // @ts-expect-error an agent takes a text or messages, and not data
  base.edge('judge', 'write');
  base.agent('other', writer, { before: (count: number) => ({ input: `${count} names` }) }).edge('count', 'other');
  // @ts-expect-error its handler makes a number of it
  base.agent('wrong', writer, { before: (count: number) => ({ input: count }) });
  expect(true).toBe(true);
});

it('lets a branch choose only among nodes that fit, and only what it has named', () => {
  base.branch('judge', ({ ok }, { found }) => (ok || found.length > 0 ? 'end' : 'end'), ['end']);
  // @ts-expect-error there is no such node
  base.branch('judge', () => 'nobody', ['nobody']);
  // @ts-expect-error what judge gives is no text
  base.branch('judge', () => 'shout', ['shout']);
  // @ts-expect-error it has not named shout
  base.branch('start', () => 'shout', ['split']);
  expect(true).toBe(true);
});

it('joins outputs by the names of their nodes; those with a question mark may be missing', () => {
  base.join(['split', 'count?'], 'sum').join(['split', 'count'], 'sum');
  // @ts-expect-error sum needs what split gives
  base.join(['split?', 'count'], 'sum');
  // @ts-expect-error sum needs what split gives
  base.join(['count', 'shout'], 'sum');
  // @ts-expect-error what count gives is no text
  base.first(['shout', 'count'], 'write');
  expect(true).toBe(true);
});

it('knows what handlers get and give', () => {
  base
    .agent('again', judge, {
      after: (reply, { found }) => ({ output: reply.output.ok ? found.length : 0, state: { found: [reply.text] } }),
      onError: () => 0,
    })
    .edge('start', 'again')
    .edge('again', 'end');
  // @ts-expect-error the state has other fields
  base.node('wrong', (text: string) => text, { after: (output) => ({ output, state: { other: 1 } }) });
  const other = base.node('other', (text: string) => text, { onError: () => 1 });
  // @ts-expect-error its fallback is a number, and shout takes a text
  other.edge('other', 'shout');
  expect(true).toBe(true);
});

it('has the types of its input and of whatever leads to its end', () => {
  const built = base.edge('start', 'split').edge('split', 'count').edge('count', 'end');
  same<Same<ReturnType<typeof built.build>, Graph<string, number>>>();
  const judged = base.edge('start', 'judge').edge('judge', 'end').edge('start', 'shout').edge('shout', 'end');
  same<Same<ReturnType<typeof judged.build>, Graph<string, string | { ok: boolean }>>>();
  const chosen = base.branch('count', () => 'end', ['end']);
  same<Same<ReturnType<typeof chosen.build>, Graph<string, number>>>();
  const messages = graph({ ...about, input: 'messages' });
  same<Same<ReturnType<typeof messages.build>, Graph<readonly Message[], never>>>();
  const data = graph({ ...about, input: z.object({ city: z.string() }) });
  same<Same<ReturnType<typeof data.build>, Graph<{ city: string }, never>>>();
  expect(true).toBe(true);
});

it('is a node of another graph by what it takes, and an agent by what it is', () => {
  const inner = graph({ ...about, name: 'inner', input: z.object({ city: z.string() }) })
    .node('greet', ({ city }: { city: string }) => city.length)
    .edge('start', 'greet')
    .edge('greet', 'end')
    .build();
  const outer = graph({ ...about, input: z.object({ city: z.string(), year: z.number() }) }).graph('inner', inner);
  outer.edge('start', 'inner').edge('inner', 'end');
  // @ts-expect-error the graph takes a city, and not a text
  base.graph('inner', inner).edge('start', 'inner');
  const someone: Agent<number> = inner;
  expect(someone.name).toBe('inner');
});
