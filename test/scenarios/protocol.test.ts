import { defineSpecialist, defineTool, ModelError } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, look, looking, offeredIn, reader, stepsOf, textOf } from './moves.ts';
import { followed, of, planText, stage, worker } from './scenario.ts';

describe('a question that nothing has to be looked up for', () => {
  it('is answered in one call, whose words are followed while they are written', async () => {
    const { start } = stage([{ purpose: 'think', reply: 'four' }]);
    const run = start('2 + 2?');
    const told = followed(run);
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', complexity: 'simple', rounds: 0, usage: { modelCalls: 1 } });
    expect(result.message.content).toBe('four');
    expect(told()).toBe('four');
    expect(result.plan).toBeUndefined();
  });

  it('may be answered in part: what cannot be done is in the result', async () => {
    const notDone = [{ what: 'next year', why: 'Nobody knows.' }];
    const { start } = stage([{ purpose: 'think', reply: thinking({ answer: 'This year: 7.', notDone }) }]);
    expect(await start().result).toMatchObject({ message: { content: 'This year: 7.' }, notDone });
  });

  it('misses nothing that nobody names', async () => {
    const { start } = stage([{ purpose: 'think', reply: { text: 'seven', toolCalls: [call('cannot', {})] } }]);
    expect(await start().result).toMatchObject({ message: { content: 'seven' }, notDone: [] });
  });

  it('is answered by the second reply when the first was a plan and was cut: its steps are not missing', async () => {
    const { start } = stage([
      {
        purpose: 'think',
        reply: (request) => {
          const text = '{"steps":[{"id":"a","task":"A","specialist":"worker"},';
          request.onCallDelta?.({ index: 0, name: 'plan', text });
          return new ModelError('disconnected', 'It was cut.');
        },
      },
      { purpose: 'work', step: 'a', reply: () => new Promise(() => {}) },
      { purpose: 'think', reply: 'four' },
    ]);
    expect(await start().result).toMatchObject({ message: { content: 'four' }, notDone: [] });
  });
});

describe('a question for which the host looks something up', () => {
  it('is answered in two calls, the second with what was found', async () => {
    const { start } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [look('apples')] } },
        { purpose: 'think', reply: (request) => /(apples: 7)/.exec(textOf(request))?.[1] ?? '' },
      ],
      { specialists: [reader] },
    );
    const run = start('How many apples?');
    expect(await run.result).toMatchObject({
      message: { content: 'apples: 7' },
      complexity: 'moderate',
      usage: { modelCalls: 2 },
    });
    expect(of(run.log, 'status.changed').map(({ data }) => data.state)).toEqual([
      'analyzing',
      'thinking',
      'lookingUp',
      'thinking',
      'judging',
      'answering',
      'completed',
    ]);
  });

  it('has the look-ups of one reply done side by side, each with a name in the log', async () => {
    const begun: string[] = [];
    const slow = defineTool({
      name: 'look',
      description: 'Tells what has begun when it ends.',
      capability: 'read',
      input: z.object({ what: z.string() }),
      async run({ what }) {
        begun.push(what);
        await new Promise((resolve) => setImmediate(resolve));
        return begun.join(' and ');
      },
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [look('apples'), look('pears')] } },
        { purpose: 'think', reply: 'fourteen' },
      ],
      { specialists: [defineSpecialist({ name: 'slow', description: 'is slow', tools: [slow] })] },
    );
    const run = start();
    await run.result;
    const found = of(run.log, 'effect.completed').filter(({ data }) => data.kind === 'useTool');
    expect(found.map(({ actor, data }) => [actor, data.key])).toEqual([
      ['host', 't1/look.1'],
      ['host', 't1/look.2'],
    ]);
    for (const { data } of found) expect(data.output).toMatchObject({ text: 'apples and pears' });
  });

  it('tells the last turn that it is the last; whoever still calls a tool then is asked for the answer', async () => {
    const { start, model } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [look('apples')] } },
        { purpose: 'think', reply: { toolCalls: [look('pears')] } },
        { purpose: 'answer', reply: (request) => (/apples: 7/.test(textOf(request)) ? 'seven apples' : '') },
      ],
      { specialists: [reader], turns: 2 },
    );
    const run = start();
    expect(await run.result).toMatchObject({ message: { content: 'seven apples' }, usage: { modelCalls: 3 } });
    const isTold = model.calls.map((request) => textOf(request).includes('Nothing more can be looked up'));
    expect(isTold).toEqual([false, true, false]);
    expect(of(run.log, 'effect.started').filter(({ data }) => data.kind === 'useTool')).toHaveLength(1);
  });

  it('takes back what was written before a call: what was followed is the message', async () => {
    const { start } = stage(
      [
        { purpose: 'think', reply: { text: 'Let me see.', toolCalls: [look('apples')] } },
        { purpose: 'think', reply: 'There are 7.' },
      ],
      { specialists: [reader] },
    );
    const run = start();
    const told = followed(run);
    const pieces: string[] = [];
    run.subscribe((event) => event.type === 'delta' && pieces.push(event.text));
    const { message } = await run.result;
    expect(pieces).toContain('Let me see.');
    expect(told()).toBe('There are 7.');
    expect(message.content).toBe('There are 7.');
  });

  it('has what was found in view when a message comes meanwhile and the thinking begins again', async () => {
    const hangs = Promise.withResolvers<void>();
    const hanging = defineTool({
      name: 'look',
      description: 'Hangs over pears.',
      capability: 'read',
      input: z.object({ what: z.string() }),
      run({ what }) {
        if (what !== 'pears') return `${what}: 7`;
        hangs.resolve();
        return new Promise<string>(() => {});
      },
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [look('apples')] } },
        { purpose: 'think', reply: { toolCalls: [look('pears')] } },
        {
          purpose: 'think',
          reply: (request) => (/no pears, sorry[\s\S]*apples: 7/.test(textOf(request)) ? 'seven' : ''),
        },
      ],
      { specialists: [defineSpecialist({ name: 'hanging', description: 'hangs', tools: [hanging] })] },
    );
    const run = start('apples and pears');
    await hangs.promise;
    expect(await run.steer('no pears, sorry')).toBe(true);
    expect((await run.result).message.content).toBe('seven');
    expect(of(run.log, 'message.added')).toMatchObject([{ data: { state: 'lookingUp', does: 'think' } }]);
  });
});

describe('the tools of the host', () => {
  it('are those of the specialists that read; one that writes is unknown to it, whatever is allowed', async () => {
    const sent: string[] = [];
    const send = defineTool({
      name: 'send',
      description: 'Sends a mail.',
      capability: 'write',
      input: z.object({}),
      run: () => String(sent.push('a mail')),
    });
    const clerk = defineSpecialist({ name: 'clerk', description: 'reads and writes', tools: [looking, send] });
    const { start, model } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [call('send', {})] } },
        { purpose: 'think', reply: (request) => /there is no tool "send"/.exec(textOf(request))?.[0] ?? '' },
      ],
      { specialists: [clerk], allow: ['write'] },
    );
    expect((await start().result).message.content).toBe('there is no tool "send"');
    expect(offeredIn(model.calls[0])).toEqual(['look', 'plan', 'ask_user', 'cannot']);
    expect(sent).toEqual([]);
  });

  it('are as many as are allowed', async () => {
    const tools = ['one', 'two', 'three'].map((name) => ({ ...looking, name }));
    const specialists = [defineSpecialist({ name: 'rich', description: 'has tools', tools })];
    for (const [lookupTools, offered] of [
      [0, []],
      [2, ['one', 'two']],
    ] as const) {
      const { start, model } = stage([{ purpose: 'think', reply: 'ok' }], { specialists, lookupTools });
      await start().result;
      expect(offeredIn(model.calls[0])).toEqual([...offered, 'plan', 'ask_user', 'cannot']);
    }
  });
});

describe('a plan of the host', () => {
  it('is carried out without another call to write it', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [], b: ['a'] }) }) },
      { purpose: 'work', step: 'a', reply: 'A' },
      { purpose: 'work', step: 'b', reply: 'B' },
      { purpose: 'reflect', reply: 'A and B' },
    ]);
    const { plan, message, usage } = await start().result;
    expect(plan?.steps.map(({ id, dependencies, result }) => [id, dependencies, result])).toEqual([
      ['a', [], 'A'],
      ['b', ['a'], 'B'],
    ]);
    expect(message.content).toBe('A and B');
    expect(usage.modelCalls).toBe(4);
  });

  it('goes before a look-up of the same reply', async () => {
    const planned = call('plan', { thought: 'split', steps: stepsOf({ a: [] }, 'reader') });
    const { start } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [look('apples'), planned] } },
        { purpose: 'work', step: 'a', reply: 'done' },
      ],
      { specialists: [reader] },
    );
    const run = start();
    expect((await run.result).message.content).toBe('done');
    expect(of(run.log, 'effect.started').some(({ data }) => data.kind === 'useTool')).toBe(false);
  });

  it('has what was looked up before it in view of its steps and of whoever closes it', async () => {
    const { start, model } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [look('apples')] } },
        { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [], b: [] }) }) },
        { purpose: 'work', step: 'a', reply: 'A' },
        { purpose: 'work', step: 'b', reply: 'B' },
        { purpose: 'reflect', reply: 'ok' },
      ],
      { specialists: [reader, worker] },
    );
    await start().result;
    for (const request of model.calls.slice(2)) expect(textOf(request)).toMatch(/<found id="lookup-1">[^<]*apples: 7/);
  });

  it('is made also where the host was answering already, when a message asks for more', async () => {
    const answering = Promise.withResolvers<void>();
    const { start } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [look('apples')] } },
        {
          purpose: 'answer',
          reply: () => {
            answering.resolve();
            return new Promise<string>(() => {});
          },
        },
        { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }) }) },
        { purpose: 'work', step: 'a', reply: 'done' },
      ],
      { turns: 1 },
    );
    const run = start();
    await answering.promise;
    await run.steer('do more');
    expect(await run.result).toMatchObject({ message: { content: 'done' }, complexity: 'complex', rounds: 1 });
  });

  it('is asked for whatever the request is when the threshold is 0', async () => {
    const { start, model } = stage(
      [
        { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }, 'reader') }) },
        { purpose: 'work', step: 'a', reply: 'done' },
      ],
      { specialists: [reader], complexityThreshold: 0 },
    );
    await start().result;
    expect(offeredIn(model.calls[0])).toEqual(['plan']);
    expect(model.calls[0]?.toolChoice).toEqual({ name: 'plan' });
  });

  it('gives way to what was answered beside it when the threshold is 0 and no plan comes', async () => {
    const { start } = stage(
      [
        { purpose: 'think', reply: 'four' },
        { purpose: 'plan', reply: 'none' },
      ],
      { complexityThreshold: 0, attempts: 1 },
    );
    expect(await start().result).toMatchObject({ message: { content: 'four' }, notDone: [{ what: 'Planning' }] });
  });

  it('cannot be made when the threshold is 1', async () => {
    const { start, model } = stage(
      [
        { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }) }) },
        { purpose: 'think', reply: 'four' },
      ],
      { complexityThreshold: 1 },
    );
    expect(await start().result).toMatchObject({ message: { content: 'four' } });
    expect(model.calls.map(offeredIn)).toEqual([
      ['ask_user', 'cannot'],
      ['ask_user', 'cannot'],
    ]);
  });

  it('is written by the model for planning where there is one', async () => {
    const planning = scriptedModel([{ purpose: 'plan', reply: planText({ a: [] }) }]);
    const { start, model } = stage(
      [
        { purpose: 'think', reply: thinking({ steps: stepsOf({ b: [] }) }) },
        { purpose: 'work', step: 'a', reply: 'as it was planned' },
      ],
      { models: { planning } },
    );
    expect((await start().result).message.content).toBe('as it was planned');
    planning.assertUsedUp();
    const [offered] = model.calls[0]?.tools?.filter(({ name }) => name === 'plan') ?? [];
    expect(offered?.parameters).not.toHaveProperty('properties.steps');
  });

  it('is written by the model for planning also where the host has written it as text', async () => {
    const planning = scriptedModel([{ purpose: 'plan', reply: planText({ a: [] }) }]);
    const { start } = stage(
      [
        { purpose: 'think', reply: planText({ b: [], c: [] }) },
        { purpose: 'work', step: 'a', reply: 'as it was planned' },
      ],
      { models: { planning } },
    );
    expect((await start().result).message.content).toBe('as it was planned');
    planning.assertUsedUp();
  });

  it('may leave out what cannot be done: that is in the result', async () => {
    const { start } = stage([
      {
        purpose: 'think',
        reply: {
          toolCalls: [
            call('plan', { thought: 't', steps: stepsOf({ a: [] }) }),
            call('cannot', { what: 'next year', reason: 'Nobody knows.' }),
          ],
        },
      },
      { purpose: 'work', step: 'a', reply: 'This year: 7.' },
      { purpose: 'reflect', reply: 'This year: 7. Nobody knows more.' },
    ]);
    expect((await start().result).notDone).toEqual([{ what: 'next year', why: 'Nobody knows.' }]);
  });
});
