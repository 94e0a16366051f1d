import { defineSpecialist, defineTool, type ModelRequest } from 'troupe';
import { reflection, type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, look, offeredIn, reader, stepsOf, textOf } from './moves.ts';
import { followed, of, planText, stage, worker } from './scenario.ts';

const planned = (needs: Record<string, readonly string[]>, specialist?: string): ScriptLine => ({
  purpose: 'think',
  reply: thinking({ steps: stepsOf(needs, specialist) }),
});
const work = (step: string, reply: ScriptLine['reply']): ScriptLine => ({ purpose: 'work', step, reply });

describe('a step', () => {
  it('has the output of a tool as its result, without another call, when the call of the tool says so', async () => {
    const { start } = stage(
      [
        planned({ a: [] }, 'reader'),
        work('a', { text: 'I look.', toolCalls: [look('apples', { answer_with_this: true })] }),
      ],
      { specialists: [reader] },
    );
    const run = start();
    const result = await run.result;
    expect(result).toMatchObject({ message: { content: 'apples: 7' }, usage: { modelCalls: 2 } });
    const asked = of(run.log, 'effect.completed').filter(({ data }) => data.kind === 'ask');
    expect(asked.map(({ data }) => data.key)).toEqual(['sa#1/ask#1.1', 'sa#1/ask#1.2']);
  });

  it('is asked again when that tool fails', async () => {
    const broken = defineTool({
      name: 'look',
      description: 'breaks',
      capability: 'read',
      input: z.object({ what: z.string() }),
      run: () => {
        throw new Error('It is dark.');
      },
    });
    const { start } = stage(
      [
        planned({ a: [] }, 'blind'),
        work('a', { toolCalls: [look('apples', { answer_with_this: true })] }),
        work('a', (request) => /It is dark/.exec(textOf(request))?.[0] ?? ''),
        // It had to do without a tool: somebody looks at it.
        { purpose: 'reflect', reply: 'Nobody could see.' },
      ],
      { specialists: [defineSpecialist({ name: 'blind', description: 'sees nothing', tools: [broken] })] },
    );
    const result = await start().result;
    expect(result.plan?.steps[0]).toMatchObject({ result: 'It is dark' });
    expect(result.message.content).toBe('Nobody could see.');
  });

  it('that cannot be done fails with the reason, and is not tried again', async () => {
    const { start } = stage([
      planned({ a: [] }),
      work('a', { toolCalls: [call('cannot', { reason: 'There are no figures.' })] }),
      { purpose: 'reflect', reply: 'sorry' },
    ]);
    const result = await start().result;
    expect(result.plan?.steps[0]).toMatchObject({ status: 'failed', reason: 'There are no figures.', retryCount: 0 });
    expect(result.notDone).toEqual([{ what: 'work on a', why: 'There are no figures.' }]);
    expect(result.message.content).toBe('sorry');
  });

  it('that can be done in part has what was written, and somebody looks at it', async () => {
    const half = { text: 'March: 7.', toolCalls: [call('cannot', { reason: 'April is missing.' })] };
    const { start } = stage([
      planned({ a: [] }),
      work('a', half),
      { purpose: 'reflect', reply: (request) => /March: 7\.\s+April is missing\./.exec(textOf(request))?.[0] ?? '' },
    ]);
    const run = start();
    expect((await run.result).message.content).toContain('March: 7.');
    expect(of(run.log, 'step.completed')).toMatchObject([{ data: { results: [{ status: 'partial' }] } }]);
  });
});

describe('a round', () => {
  it('of one step needs no closing call: its result is the answer', async () => {
    const { start } = stage([planned({ a: [] }), work('a', 'seven apples')]);
    const run = start();
    const told = followed(run);
    expect(await run.result).toMatchObject({ message: { content: 'seven apples' }, usage: { modelCalls: 2 } });
    expect(told()).toBe('seven apples');
    expect(of(run.log, 'effect.completed').at(-1)?.data.key).toBe('adopt');
  });

  it.each([
    ['is partial', { isPartial: true }],
    ['is poor', { quality: 0.4 }],
  ])('of one step is closed by a call when its result %s', async (_, own) => {
    const unsure = defineSpecialist({ name: 'unsure', description: 'x', run: () => ({ text: 'some apples', ...own }) });
    const { start } = stage([planned({ a: [] }, 'unsure'), { purpose: 'reflect', reply: 'some apples, perhaps' }], {
      specialists: [unsure],
    });
    expect((await start().result).message.content).toBe('some apples, perhaps');
  });

  it('of one step that several do is closed by a call', async () => {
    const other = defineSpecialist({ name: 'other', description: 'does the same work' });
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [] }, 'worker, other') },
        work('a', 'one'),
        work('a', 'another'),
        { purpose: 'reflect', reply: 'both' },
      ],
      { specialists: [worker, other] },
    );
    expect((await start().result).message.content).toBe('both');
  });

  it('ends with a result as it is when that is said to be the answer', async () => {
    const { start, model } = stage([
      planned({ a: [], b: ['a'] }),
      work('a', 'figures'),
      work('b', 'a whole report'),
      { purpose: 'reflect', reply: reflection({ use: 'b' }) },
    ]);
    const run = start();
    const told = followed(run);
    expect((await run.result).message.content).toBe('a whole report');
    expect(told()).toBe('a whole report');
    expect(offeredIn(model.calls.at(-1))).toEqual(['use_result', 'go_on', 'update_plan']);
  });

  it('ends with a result as it is, whatever announces it', async () => {
    const announced = { text: 'Here is the report:', toolCalls: [call('use_result', { step: 'b' })] };
    const { start } = stage([
      planned({ a: [], b: ['a'] }),
      work('a', 'figures'),
      work('b', 'a whole report'),
      { purpose: 'reflect', reply: announced },
    ]);
    const run = start();
    const told = followed(run);
    expect((await run.result).message.content).toBe('a whole report');
    expect(told()).toBe('a whole report');
  });

  it('is closed again when a result is said to be the answer that is not there', async () => {
    const { start } = stage([
      planned({ a: [], b: [] }),
      work('a', 'A'),
      work('b', 'B'),
      { purpose: 'reflect', reply: reflection({ use: 'z' }) },
      { purpose: 'reflect', reply: (request) => (/has no result/.test(textOf(request)) ? 'A and B' : '') },
    ]);
    expect((await start().result).message.content).toBe('A and B');
  });

  it('has a finished step done again with the reason in hand, and all that was built on it', async () => {
    const { start } = stage([
      planned({ a: [], b: ['a'], c: [] }),
      work('a', 'figures of 2024'),
      work('b', 'a report on 2024'),
      work('c', 'weather'),
      {
        purpose: 'reflect',
        reply: reflection({ verdict: 'continue', retries: [{ step: 'a', why: 'It has to be 2025.' }] }),
      },
      work('a', (request) => (/It has to be 2025\./.test(textOf(request)) ? 'figures of 2025' : 'figures of 2024')),
      work('b', (request) => (/figures of 2025/.test(textOf(request)) ? 'a report on 2025' : 'a report on 2024')),
      { purpose: 'reflect', reply: 'ok' },
    ]);
    const run = start();
    const { plan, rounds } = await run.result;
    expect(plan?.steps.map(({ result }) => result)).toEqual(['figures of 2025', 'a report on 2025', 'weather']);
    expect({ rounds, version: plan?.version }).toEqual({ rounds: 2, version: 1 });
    expect(of(run.log, 'step.started').map(({ data }) => data.id)).toEqual(['a', 'c', 'b', 'a', 'b']);
  });

  it('gets new steps from whoever closes it, without a planner', async () => {
    const { start } = stage([
      planned({ a: [], b: [] }),
      work('a', 'A'),
      work('b', 'B'),
      {
        purpose: 'reflect',
        reply: reflection({ verdict: 'update', planUpdateSuggestion: 'sum up', steps: stepsOf({ c: ['a', 'b'] }) }),
      },
      work('c', (request) => (/A[\s\S]*B/.test(textOf(request)) ? 'the sum' : '')),
      { purpose: 'reflect', reply: 'ok' },
    ]);
    const run = start();
    const { plan, rounds } = await run.result;
    expect(plan?.steps.map(({ id, result }) => [id, result])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'the sum'],
    ]);
    expect({ rounds, version: plan?.version }).toEqual({ rounds: 2, version: 2 });
    expect(of(run.log, 'step.started')).toHaveLength(3);
  });
});

describe('a result that is too long to be shown', () => {
  const long = `${'A line of many words that say very little.\n'.repeat(4000)}The sum is 4711.`;
  /** Reads on where it was cut, as the note at the cut says. */
  const readOn = (request: ModelRequest) => {
    const [, id, from] = /read_result\("(\w+)", from (\d+)\)/.exec(textOf(request)) ?? [];
    return { toolCalls: [call('read_result', { result: id, from: Math.max(Number(from), long.length - 1000) })] };
  };
  const sum = (request: ModelRequest) => /The sum is 4711\./.exec(textOf(request))?.[0] ?? 'no sum';

  it('is read to its end by a step that needs it, and by whoever closes the round', async () => {
    const { start, model } = stage([
      planned({ a: [], b: ['a'] }),
      work('a', long),
      work('b', readOn),
      work('b', sum),
      { purpose: 'reflect', reply: readOn },
      { purpose: 'reflect', reply: sum },
    ]);
    const run = start();
    const { plan, message } = await run.result;
    expect(plan?.steps[1]?.result).toBe('The sum is 4711.');
    expect(message.content).toBe('The sum is 4711.');
    const [first, again] = model.calls.filter(({ brief }) => brief.purpose === 'reflect');
    expect(offeredIn(first)).toContain('read_result');
    expect(textOf(again as ModelRequest).length).toBeLessThan(long.length); // there were two
    expect(of(run.log, 'effect.started').filter(({ data }) => data.kind === 'useTool')).toHaveLength(2);
  });

  it('is no reason to offer that where all of it is shown', async () => {
    const { start, model } = stage([
      planned({ a: [], b: ['a'] }),
      work('a', 'short'),
      work('b', 'short, too'),
      { purpose: 'reflect', reply: 'ok' },
    ]);
    await start().result;
    expect(model.calls.flatMap(offeredIn)).not.toContain('read_result');
  });
});
