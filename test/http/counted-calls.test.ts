/** What requests cost, counted at the endpoint, and what arrives of an answer while it is written. */
import type { ServerResponse } from 'node:http';
import {
  createOrchestrator,
  defineSpecialist,
  defineTool,
  type Message,
  type OrchestratorConfig,
  replay,
} from 'troupe';
import { openaiModel } from 'troupe/openai';
import { type Reply, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chunk, event, say, startEndpoint, stream } from '../models/endpoint.ts';
import { ask, of, planText } from '../scenarios/scenario.ts';
import { purposeOf } from './purpose.ts';

const stock = defineTool({
  name: 'stock',
  description: 'says how many of a thing are in store',
  capability: 'read',
  input: z.object({ thing: z.string() }),
  run: async ({ thing }) => ({ text: `${thing}: ${thing.length}` }),
});
const keeper = defineSpecialist({ name: 'keeper', description: 'knows the store', tools: [stock] });

const look = (thing: string, more: object = {}) => ({
  name: 'stock',
  arguments: JSON.stringify({ thing, ...more }),
});

interface Call {
  readonly purpose: string;
  readonly step: string | undefined;
  readonly messages: readonly Message[];
}
type Answer = Reply | ((response: ServerResponse) => unknown);

/** Runs on an endpoint that answers by what it is asked for and keeps every call that it gets. */
async function runOn(answer: (call: Call) => Answer, config: Partial<OrchestratorConfig> = {}) {
  const calls: Call[] = [];
  let hear: (text: string) => void = () => {};
  const { baseURL } = await startEndpoint((response, { body }) => {
    const messages = body.messages as Message[]; // what a request holds
    const { purpose, step } = purposeOf(messages);
    calls.push({ purpose, step, messages });
    const said = answer({ purpose, step, messages });
    if (typeof said === 'function') said(response);
    else say(response, said);
  });
  const run = createOrchestrator({
    model: openaiModel({ model: 'test', baseURL }),
    specialists: [keeper],
    retry: { baseMs: 1, maxMs: 2 },
    ...config,
  }).start(ask('How many screws are there?'));
  let shown = '';
  run.subscribe((each) => {
    if (each.type !== 'delta' || each.actor !== 'host') return;
    shown = shown.slice(0, each.at) + each.text;
    hear(shown);
  });
  const end = async () => {
    const result = await run.result;
    expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
    expect(shown).toBe(result.message.content);
    expect(result.usage.modelCalls).toBe(calls.length);
    return { result, calls: calls.map(({ purpose }) => purpose), log: run.log };
  };
  /** Resolves when a listener of the host has this text. */
  const seen = (text: string) =>
    new Promise<void>((resolve) => {
      hear = (now) => now === text && resolve();
      hear(shown);
    });
  return { end, seen };
}

const isLookedUp = ({ messages }: Call) => messages.at(-1)?.role === 'tool';

describe('a request costs', () => {
  it('one call when it is a plain question', async () => {
    const { end } = await runOn(() => 'Some.');
    expect(await end()).toMatchObject({ calls: ['think'], result: { message: { content: 'Some.' } } });
  });

  it('two calls when it takes one look-up', async () => {
    const { end } = await runOn((call) =>
      isLookedUp(call) ? `There are ${call.messages.at(-1)?.content}.` : { toolCalls: [look('screws')] },
    );
    const { result, calls } = await end();
    expect(calls).toEqual(['think', 'think']);
    expect(result).toMatchObject({ status: 'completed', message: { content: 'There are screws: 6.' } });
    expect(result.plan).toBeUndefined();
  });

  it('two calls also when several look-ups are made at once', async () => {
    const { end } = await runOn((call) =>
      isLookedUp(call) ? '6 and 5.' : { toolCalls: [look('screws'), look('nails')] },
    );
    const { calls, log } = await end();
    expect(calls).toEqual(['think', 'think']);
    expect(of(log, 'effect.completed').filter(({ data }) => data.kind === 'useTool')).toHaveLength(2);
  });

  it('one call to plan, one for each of three steps whose tool has the result, and one to answer', async () => {
    const steps = ['screws', 'nails', 'bolts'].map((id) => ({ id, task: `work on ${id}`, specialist: 'keeper' }));
    const { end } = await runOn(({ purpose, step = '' }) => {
      if (purpose === 'think') return thinking({ steps });
      return purpose === 'work' ? { toolCalls: [look(step, { answer_with_this: true })] } : '6, 5 and 5.';
    });
    const { result, calls } = await end();
    expect(calls).toEqual(['think', 'work', 'work', 'work', 'reflect']);
    expect(result.message.content).toBe('6, 5 and 5.');
    expect(result.plan?.steps.map((step) => step.result)).toEqual(['screws: 6', 'nails: 5', 'bolts: 5']);
  });

  it('two calls when one step of a plan has the answer', async () => {
    const steps = [{ id: 'screws', task: 'work on screws', specialist: 'keeper' }];
    const { end } = await runOn(({ purpose, step = '' }) =>
      purpose === 'think' ? thinking({ steps }) : { toolCalls: [look(step, { answer_with_this: true })] },
    );
    expect(await end()).toMatchObject({ calls: ['think', 'work'], result: { message: { content: 'screws: 6' } } });
  });
});

describe('an answer arrives while it is written', () => {
  /** Writes the beginning, and the rest only when somebody has seen it. */
  const held = async (answer: (writing: Answer) => (call: Call) => Answer) => {
    const begun = Promise.withResolvers<ServerResponse>();
    const writing = (response: ServerResponse) => begun.resolve(stream(response, chunk({ content: 'There are ' })));
    const { end, seen } = await runOn(answer(writing));
    const response = await begun.promise;
    await seen('There are ');
    response.write(chunk({ content: '6 scr' }));
    await seen('There are 6 scr');
    response.end(chunk({ content: 'ews.' }) + chunk({}, 'stop') + event('[DONE]'));
    const { result } = await end();
    expect(result.message.content).toBe('There are 6 screws.');
  };

  it('to a plain question', () => held((writing) => () => writing));

  it('after a look-up', () =>
    held((writing) => (call) => (isLookedUp(call) ? writing : { toolCalls: [look('screws')] })));

  it('after a plan', () =>
    held((writing) => ({ purpose }) => {
      const steps = ['a', 'b'].map((id) => ({ id, task: `work on ${id}`, specialist: 'keeper' }));
      if (purpose === 'think') return thinking({ steps });
      return purpose === 'work' ? 'a result' : writing;
    }));
});

describe('an endpoint that answers prose to everything ends in an answer', () => {
  const prose = 'Well, that is a good question.';

  it('for a plain request, with one call', async () => {
    const { end } = await runOn(() => prose);
    expect(await end()).toMatchObject({
      calls: ['think'],
      result: { status: 'completed', message: { content: prose }, notDone: [] },
    });
  });

  it('where every request is to be planned, and says that there is no plan', async () => {
    const { end } = await runOn(() => prose, { complexityThreshold: 0 });
    const { result, calls } = await end();
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: prose },
      notDone: [{ what: 'Planning', why: expect.any(String) }],
    });
    expect(calls).toEqual(['think', 'plan', 'plan', 'plan']);
  });

  it.each([
    ['as Markdown', planText({ a: [], b: [] }, 'keeper')],
    ['as a call', thinking({ steps: ['a', 'b'].map((id) => ({ id, task: id, specialist: 'keeper' })) })],
  ])('for a request that was planned %s', async (_, plan) => {
    const { end } = await runOn(({ purpose }) => (purpose === 'think' ? plan : prose));
    const { result, calls } = await end();
    expect(result).toMatchObject({ status: 'completed', message: { content: prose }, notDone: [] });
    expect(result.plan?.steps.map((step) => step.result)).toEqual([prose, prose]);
    expect(calls).toEqual(['think', 'work', 'work', 'reflect']);
  });
});
