import { defineSpecialist, defineTool } from 'troupe';
import { entryChain, findEntries, views } from 'troupe/log';
import { reflection, type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runText } from '../../src/cli/commands/show.ts';
import { of, planText, stage, types } from './scenario.ts';

const planned = (plan: string, ...lines: readonly ScriptLine[]): ScriptLine[] => [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: plan },
  ...lines,
];
const work = (step: string, reply: string): ScriptLine => ({ purpose: 'work', step, reply });
const close: ScriptLine = { purpose: 'reflect', reply: reflection({ finalAnswer: 'the end' }) };
const peek = (at: string): ScriptLine => ({
  purpose: 'think',
  reply: { toolCalls: [{ name: 'peek', arguments: JSON.stringify({ at }) }] },
});
const looker = defineSpecialist({
  name: 'looker',
  description: 'looks',
  tools: [
    defineTool({
      name: 'peek',
      description: 'looks at something',
      capability: 'read',
      input: z.object({ at: z.string() }),
      run: ({ at }) => ({ text: `${at} is blue` }),
    }),
  ],
});

describe('a question that is answered in hops', () => {
  it('has each step in its log that rests on others, with what it gave, linked to what it rests on', async () => {
    const plan = planText({ a: [], b: ['a'], c: ['b'] });
    const { start } = stage(planned(plan, work('a', 'one'), work('b', 'two'), work('c', 'three'), close));
    const run = start();
    await run.result;
    const hops = findEntries(run.log, { type: ['hop.taken', 'hop.completed'] });
    expect(hops.map(({ type, data }) => [type, data])).toEqual([
      ['hop.taken', { id: 'step b', question: 'work on b', restsOn: ['step a'] }],
      ['hop.completed', { id: 'step b', found: ['sb#1/ask#1.1'] }],
      ['hop.taken', { id: 'step c', question: 'work on c', restsOn: ['step b'] }],
      ['hop.completed', { id: 'step c', found: ['sc#1/ask#1.1'] }],
    ]);
    expect(types(entryChain(run.log, hops.at(-1)?.id ?? ''))).toEqual([
      'step.started',
      'step.completed',
      'hop.taken',
      'hop.completed',
      'hop.taken',
      'hop.completed',
    ]);
    expect(views.multiHop.of(run.log)).toMatchObject({ longest: 3, open: 0 });
    expect(views.multiHop.of(run.log).hops.items[2]).toMatchObject({ status: 'completed', found: ['sc#1/ask#1.1'] });
  });

  it('rests on what there is a result of, and is completed only by a result', async () => {
    const plan = `${planText({ a: [], b: ['a'], c: ['a', 'b'] }).replace('work on b', 'work on b\n  - when: step a contains "zebra"')}`;
    const { start } = stage(planned(plan, work('a', 'one'), work('c', 'CANNOT: no way'), close));
    const run = start();
    await run.result;
    expect(of(run.log, 'hop.taken').map(({ data }) => data.restsOn)).toEqual([['step a']]);
    expect(of(run.log, 'hop.completed')).toEqual([]);
    expect(views.multiHop.of(run.log).hops.items.at(-1)).toMatchObject({ id: 'step c', status: 'failed' });
  });

  it('has look-ups that follow on others', async () => {
    const lines = [peek('the sky'), peek('the sea'), peek('the lake'), { purpose: 'think', reply: 'Blue.' } as const];
    const { start } = stage(lines, { specialists: [looker] });
    const run = start();
    await run.result;
    expect(of(run.log, 'hop.taken').map(({ data }) => [data.id, ...data.restsOn, data.question])).toEqual([
      ['t1.2', 't1', 'peek {"at":"the sea"}'],
      ['t1.3', 't1.2', 'peek {"at":"the lake"}'],
    ]);
    expect(of(run.log, 'hop.completed').map(({ data }) => data.found)).toEqual([['t1.2/look.1'], ['t1.3/look.1']]);
    const [first, last] = [of(run.log, 'hop.taken')[0], of(run.log, 'hop.completed').at(-1)];
    expect(run.log.find(({ id }) => id === first?.parent)).toMatchObject({ data: { key: 't1/look.1' } });
    expect(types(entryChain(run.log, last?.id ?? '')).slice(0, 3)).toEqual([
      'effect.started',
      'effect.completed',
      'hop.taken',
    ]);
    const { hops, longest, open } = views.multiHop.of(run.log);
    expect([longest, open]).toEqual([3, 0]);
    // A log without these entries says the same by its look-ups.
    const older = views.multiHop.of(run.log.filter(({ type }) => !type.startsWith('hop.')));
    expect(older.hops.items.map(({ id, restsOn }) => [id, restsOn])).toEqual(
      hops.items.map(({ id, restsOn }) => [id, restsOn]),
    );
  });

  it('is not in the log as such where steps rest on nothing, or where nobody wants it', async () => {
    for (const [plan, config] of [
      [planText({ a: [], b: [] }), {}],
      [planText({ a: [], b: ['a'] }), { recordHops: false }],
    ] as const) {
      const { start } = stage(planned(plan, work('a', 'one'), work('b', 'two'), close), config);
      const run = start();
      await run.result;
      expect(types(run.log).filter((type) => type.startsWith('hop.'))).toEqual([]);
    }
  });

  it('is shown', async () => {
    const { start } = stage(planned(planText({ a: [], b: ['a'] }), work('a', 'one'), work('b', 'two'), close));
    const run = start();
    await run.result;
    const shown = (log: typeof run.log) =>
      runText(log, { columns: 100, rows: 99, now: 0, isColorful: false }).join('\n');
    expect(shown(run.log)).toContain(
      'Hops\n  step a, completed: work on a\n  step b after step a, completed: work on b\n',
    );
    expect(shown(run.log.filter(({ type }) => type === 'request.received'))).not.toContain('Hops');
  });
});
