import { createOrchestrator, type Message, type RunResult, replay } from 'troupe';
import { openaiModel } from 'troupe/openai';
import { reflection, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { english } from '../../src/prompts/english.ts';
import {
  chunk,
  event,
  reply,
  say,
  startEndpoint,
  startIgnorant,
  startMock,
  stream,
  toFixture,
} from '../models/endpoint.ts';
import { ask, planText, worker } from '../scenarios/scenario.ts';
import { marks, purposeOf } from './purpose.ts';

const fast = { retry: { baseMs: 1, maxMs: 2 } };
const troupeOn = (baseURL: string, config: Partial<Parameters<typeof createOrchestrator>[0]> = {}) =>
  createOrchestrator({
    model: openaiModel({ model: 'test', baseURL }),
    specialists: [worker],
    ...fast,
    ...config,
  });

/** Runs to the end and checks that the log is the truth. */
async function runOn(baseURL: string, config: Parameters<typeof troupeOn>[1] = {}): Promise<RunResult> {
  const run = troupeOn(baseURL, config).start(ask('do it'));
  const result = await run.result;
  expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
  return result;
}

describe('over HTTP', () => {
  it('a plan of five steps runs in the order of its needs, each step with the results it needs', async () => {
    const { mock, baseURL } = await startMock();
    const plan = planText({ a: [], b: [], c: ['a', 'b'], d: ['a'], e: ['c', 'd'] });
    mock.on({ systemMessage: marks.think }, toFixture(thinking()));
    mock.on({ systemMessage: marks.plan }, { content: plan });
    mock.on({ systemMessage: marks.work }, (request) => {
      const { step = '', text } = purposeOf(request.messages);
      const needs = [...text.matchAll(/<result step="(\w+)"/g)].map((match) => match[1]);
      return { content: `result of ${step} from ${needs.join('+') || 'nothing'}` };
    });
    mock.on({ systemMessage: marks.reflect }, { content: 'the answer' });
    const result = await runOn(baseURL);
    expect(result).toMatchObject({ status: 'completed', message: { content: 'the answer' }, rounds: 1 });
    expect(result.plan?.steps.map((step) => step.result)).toEqual([
      'result of a from nothing',
      'result of b from nothing',
      'result of c from a+b',
      'result of d from a',
      'result of e from c+d',
    ]);
    expect(result.usage.modelCalls).toBe(8);
  });

  it('independent steps are really in flight at the same time', async () => {
    // The endpoint answers neither step before it has seen both.
    const waiting: (() => void)[] = [];
    const { baseURL } = await startEndpoint((response, { body }) => {
      const { purpose } = purposeOf(body.messages as Message[]);
      if (purpose === 'think') say(response, thinking());
      else if (purpose === 'plan') say(response, planText({ a: [], b: [] }));
      else if (purpose === 'reflect') say(response, 'both');
      else {
        waiting.push(() => say(response, 'done'));
        if (waiting.length === 2) for (const answer of waiting) answer();
      }
    });
    expect((await runOn(baseURL)).message.content).toBe('both');
  });

  it('a simple question costs exactly one request', async () => {
    const { mock, baseURL, bodies } = await startMock();
    mock.on({ systemMessage: marks.think }, { content: 'four' });
    const result = await runOn(baseURL);
    expect(result.message.content).toBe('four');
    expect(result.plan).toBeUndefined();
    expect(bodies()).toHaveLength(1);
    expect(result.usage.modelCalls).toBe(1);
  });

  it('a reflector that asks for an update gets version 2, with the finished results kept', async () => {
    const { mock, baseURL } = await startMock();
    const worked: string[] = [];
    mock.on({ systemMessage: marks.think }, toFixture(thinking()));
    mock.on({ systemMessage: marks.plan }, (request) => ({
      content: purposeOf(request.messages).text.includes('Update this plan')
        ? planText({ a: [], b: [], c: ['a'] })
        : planText({ a: [], b: [] }),
    }));
    mock.on({ systemMessage: marks.work }, (request) => {
      const { step = '' } = purposeOf(request.messages);
      worked.push(step);
      return { content: `result of ${step}` };
    });
    mock.on({ systemMessage: marks.reflect }, (request) =>
      toFixture(
        purposeOf(request.messages).text.includes('result of c')
          ? 'ok'
          : reflection({ verdict: 'update', planUpdateSuggestion: 'add c' }),
      ),
    );
    const result = await runOn(baseURL);
    expect(result.plan?.version).toBe(2);
    expect(result.plan?.steps.map((step) => step.result)).toEqual(['result of a', 'result of b', 'result of c']);
    expect(worked).toEqual(['a', 'b', 'c']);
  });

  it('a reflector that always wants more ends at the limit of rounds with an answer', async () => {
    for (const verdict of ['update', 'continue'] as const) {
      const { mock, baseURL, bodies } = await startMock();
      let drafts = 0;
      mock.on({ systemMessage: marks.think }, toFixture(thinking()));
      mock.on({ systemMessage: marks.plan }, () => ({
        content: planText({ [`s${++drafts}`]: [], [`t${drafts}`]: [] }),
      }));
      mock.on({ systemMessage: marks.work }, { content: 'done' });
      const retries = ['s1', 't1'].map((step) => ({ step, why: 'not enough' }));
      mock.on({ systemMessage: marks.reflect }, toFixture(reflection({ verdict, retries })));
      mock.on({ systemMessage: english.finalize }, { content: 'what there is' });
      const result = await runOn(baseURL, { limits: { rounds: 2 } });
      expect(result).toMatchObject({ status: 'completed', rounds: 2, limit: { name: 'rounds', max: 2 } });
      expect(result.message.content).toBe('what there is');
      const reflections = bodies().filter((body) => purposeOf(body?.messages ?? []).purpose === 'reflect');
      expect(reflections).toHaveLength(2);
    }
  });
});

describe('an endpoint that misbehaves', () => {
  /** Answers the first request in its own way and every later one well. */
  async function firstRequest(
    misbehave: (response: Parameters<typeof say>[0]) => void,
    deadlines: { firstTokenMs?: number; idleMs?: number } = {},
  ): Promise<RunResult> {
    const { baseURL, received } = await startEndpoint((response) => {
      if (received.length === 1) misbehave(response);
      else say(response, 'ok');
    });
    return runOn(baseURL, { model: openaiModel({ model: 'test', baseURL, ...deadlines }) });
  }

  it.each([
    [
      'answers 429 with retry-after',
      (response) => reply(response, 429, { error: { message: 'slow' } }, { 'retry-after-ms': '5' }),
    ],
    ['answers 500', (response) => reply(response, 500, { error: { message: 'down' } })],
    ['writes nothing', (response) => say(response, '')],
    ['cuts the stream', (response) => stream(response, chunk({ content: 'The fir' })).destroy()],
    ['sends nonsense instead of events', (response) => stream(response, 'hello\n\n').end()],
    ['ends without a finish reason', (response) => stream(response, chunk({ content: 'x' }), event('[DONE]')).end()],
  ] satisfies [string, (response: Parameters<typeof say>[0]) => void][])(
    'once and %s is asked again',
    async (_, misbehave) => {
      expect(await firstRequest(misbehave)).toMatchObject({ status: 'completed', message: { content: 'ok' } });
    },
  );

  // An answer that comes comes whole: no deadline can pass between its pieces.
  it('once and stalls in the stream is asked again', async () => {
    const stall = (response: Parameters<typeof say>[0]) => stream(response, chunk({ content: 'The fir' }));
    expect(await firstRequest(stall, { idleMs: 50 })).toMatchObject({
      status: 'completed',
      message: { content: 'ok' },
    });
  });

  it('once and never answers is asked again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const firstTokenMs = 3_600_000;
    const keepSilent = () => void vi.advanceTimersByTime(firstTokenMs);
    expect(await firstRequest(keepSilent, { firstTokenMs })).toMatchObject({
      status: 'completed',
      message: { content: 'ok' },
    });
  });

  it('for good leads to a failed run that says why', async () => {
    const { mock, baseURL } = await startMock();
    mock.on({}, { error: { message: 'the backend is down', type: 'server_error' }, status: 500 });
    const result = await runOn(baseURL);
    expect(result.status).toBe('failed');
    expect(result.error?.code).toBe('server');
    expect(result.message.content).not.toBe('');
  });

  it('by refusing the key is not asked again', async () => {
    const { baseURL, received } = await startEndpoint((response) => reply(response, 401, { error: { message: 'no' } }));
    expect(await runOn(baseURL)).toMatchObject({ status: 'failed', error: { code: 'auth' } });
    expect(received).toHaveLength(1);
  });

  it.each([
    ['in circles', planText({ a: ['b'], b: ['a'] }), 'circle'],
    ['without a step', 'I would rather not.', 'step'],
  ])('by planning %s is told so, and answers without a plan when it does not learn', async (_, plan, problem) => {
    const { mock, baseURL, bodies } = await startMock();
    mock.on({ systemMessage: marks.think }, toFixture(thinking()));
    mock.on({ systemMessage: marks.plan }, { content: plan });
    mock.on({ systemMessage: marks.answer }, { content: 'what is known' });
    const result = await runOn(baseURL);
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'what is known' },
      notDone: [{ what: 'Planning', why: expect.stringContaining(problem) }],
    });
    expect(bodies()).toHaveLength(5);
  });

  it('by calling a tool nobody offered is refused, which is recorded, and the step goes on', async () => {
    const { mock, baseURL } = await startMock();
    mock.on({ systemMessage: marks.think }, toFixture(thinking()));
    mock.on({ systemMessage: marks.plan }, { content: planText({ a: [] }) });
    mock.on(
      {
        predicate: (request) =>
          purposeOf(request.messages).purpose === 'work' && request.messages.at(-1)?.role !== 'tool',
      },
      { toolCalls: [{ id: 'c1', name: 'delete_everything', arguments: '{}' }] },
    );
    mock.on({ systemMessage: marks.work }, (request) => ({
      content: `I read: ${request.messages.at(-1)?.content}`,
    }));
    const result = await runOn(baseURL);
    expect(result.plan?.steps[0]?.result).toContain('there is no tool "delete_everything"');
  });

  it('by writing prose and calling tools that nobody offered ends in an answer', async () => {
    const { baseURL } = await startIgnorant();
    for (const model of ['mock-gpt-thinking', 'gpt-4-mock']) {
      const result = await runOn(baseURL, { model: openaiModel({ model, baseURL }) });
      expect(result.status).toBe('completed');
      expect(result.message.content).not.toBe('');
    }
  });

  it('leaves no trace of the key in a log, a result or a snapshot', async () => {
    const apiKey = 'sk-secret-0123456789';
    const base64 = Buffer.from(apiKey).toString('base64');
    const { baseURL } = await startEndpoint((response) =>
      reply(response, 500, { error: { message: `bad key ${apiKey}, ${apiKey.slice(6)}, ${base64}` } }),
    );
    const run = troupeOn(baseURL, { model: openaiModel({ model: 'test', baseURL, apiKey }) }).start(ask('do it'));
    const result = await run.result;
    const kept = JSON.stringify([result, run.log, run.snapshot()]);
    expect(kept).toContain('bad key');
    for (const part of [apiKey, apiKey.slice(6), base64]) expect(kept).not.toContain(part);
  });
});
