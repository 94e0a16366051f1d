/** Answers that are cut, thought aloud or written calls of tools, in a run: what it pays for them, and what it shows. */
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
import { chunk, event, reply, say, startEndpoint, stream } from '../models/endpoint.ts';
import { ask, of, planText, worker } from '../scenarios/scenario.ts';
import { toResponse } from '../scenarios/to-response.ts';
import { purposeOf } from './purpose.ts';

type Answer = Reply | ((response: ServerResponse, cap: number | undefined, count: number) => void);

/** Sends an answer that ends for a reason, with the tokens that the endpoint counts. */
function end(response: ServerResponse, text: string, reason: string, tokens = 0) {
  const usage = tokens > 0 ? [event({ choices: [], usage: { prompt_tokens: 10, completion_tokens: tokens } })] : [];
  stream(response, chunk({ content: text }), chunk({}, reason), ...usage, event('[DONE]')).end();
}

/** Runs on an endpoint with an answer for each purpose; gives the caps that were asked for, by purpose. */
async function runOn(answers: Partial<Record<string, Answer>>, config: Partial<OrchestratorConfig> = {}) {
  const caps: Record<string, (number | undefined)[]> = {};
  const sent: unknown[] = [];
  const { baseURL } = await startEndpoint((response, { body }) => {
    const { purpose } = purposeOf(body.messages as Message[]); // what a request holds
    sent.push(body.messages);
    const cap = body.max_tokens as number | undefined; // what the adapter sends
    const asked = [...(caps[purpose] ?? []), cap];
    caps[purpose] = asked;
    const all: Partial<Record<string, Answer>> = { ...planned, ...answers };
    const answer = all[purpose] ?? 'nobody asked for this';
    if (typeof answer === 'function') answer(response, cap, asked.length);
    else say(response, answer);
  });
  const run = createOrchestrator({
    model: openaiModel({ model: 'test', baseURL }),
    specialists: [worker],
    retry: { baseMs: 1, maxMs: 2 },
    ...config,
  }).start(ask('do it'));
  let shown = '';
  run.subscribe((each) => {
    if (each.type === 'delta' && each.actor === 'host') shown = shown.slice(0, each.at) + each.text;
  });
  const result = await run.result;
  expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
  const calls = Object.values(caps).flat().length;
  return { result, run, caps, calls, sent, shown };
}

const planned = {
  think: thinking(),
  plan: planText({ a: [], b: [] }),
  work: 'a result',
  reflect: 'ready',
};

/** Writes so many tokens, and is cut where it may not. */
const writes =
  (tokens: number, text: string): Answer =>
  (response, cap = 100) =>
    cap < tokens ? end(response, text.slice(0, 5), 'length', cap) : end(response, text, 'stop', tokens);

describe('an answer that is cut', () => {
  it('is asked for again with more room, which is then enough', async () => {
    const { result, caps, calls } = await runOn({ think: writes(5000, 'The whole answer.') });
    expect(result).toMatchObject({ status: 'completed', message: { content: 'The whole answer.' } });
    expect(caps.think).toEqual([undefined, 4096, 8192]);
    expect(calls).toBe(3);
    expect(result.usage).toMatchObject({ modelCalls: 3, outputTokens: expect.any(Number) });
  });

  it.each([
    ['a direct answer', { think: writes(3000, 'The answer.') }, 'think'],
    ['a plan', { plan: writes(3000, planned.plan) }, 'plan'],
    ['a result', { plan: planText({ a: [] }), work: writes(3000, 'a result') }, 'work'],
    ['a planned answer', { reflect: writes(3000, planned.reflect) }, 'reflect'],
  ])('has more room in the next attempt: %s', async (_, answers, purpose) => {
    const { result, caps } = await runOn(answers);
    expect(result).toMatchObject({ status: 'completed', notDone: [] });
    expect(caps[purpose]).toEqual([undefined, 4096]);
  });

  it('fails at once, with its code, when the configuration allows no more', async () => {
    const { result, caps } = await runOn(
      { think: (response, cap) => end(response, 'The wh', 'length', cap) },
      { maxOutputTokens: 50 },
    );
    expect(result).toMatchObject({ status: 'failed', error: { code: 'truncated' }, usage: { modelCalls: 1 } });
    expect(result.error?.message).toContain('maxOutputTokens');
    expect(caps.think).toEqual([50]);
  });

  it('fails at once when the context of the model is full', async () => {
    const { result, calls } = await runOn({ think: (response) => end(response, 'The wh', 'model_length', 700) });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'truncated' }, usage: { modelCalls: 1 } });
    expect(calls).toBe(1);
  });

  it('is paid for twice and not three times when more room did not help', async () => {
    const { result, caps } = await runOn({ think: (response) => end(response, 'The wh', 'max_tokens', 900) });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'truncated' }, usage: { modelCalls: 2 } });
    expect(caps.think).toEqual([undefined, 4096]);
  });

  it('fails with its code when the endpoint takes no higher cap', async () => {
    const { result, caps } = await runOn({
      think: (response, cap) =>
        cap === undefined
          ? end(response, 'The who', 'length', 2048)
          : reply(response, 400, { error: { message: 'max_tokens is too large: 4096' } }),
    });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'truncated' } });
    expect(result.error?.message).toContain('max_tokens is too large');
    // A refusal may be met with a plainer form of the same call, never with a higher cap.
    expect([...new Set(caps.think)]).toEqual([undefined, 4096]);
  });

  it('takes twice as much of a limit of tokens, as long as the limit covers it, and ends the step with its code else', async () => {
    const { result, caps } = await runOn(
      { plan: planText({ a: [] }), work: (response, cap = 0) => end(response, 'It was', 'length', cap) },
      { limits: { tokens: 16_000, rounds: 1 } },
    );
    expect(result).toMatchObject({ status: 'completed', message: { content: 'ready' } });
    expect(result.plan?.steps[0]).toMatchObject({ status: 'failed' });
    expect(caps.work).toEqual([2000, 4000]);
    expect(result.usage.inputTokens + result.usage.outputTokens).toBeLessThanOrEqual(16_000);
  });
});

describe('what is thought aloud', () => {
  const aloud = '<think>\nWhat do they want? - [ ] 9: mislead\n</think>\n\n';

  it('is in no prompt, plan or result, and is shown to nobody', async () => {
    const { result, sent, calls, shown } = await runOn({
      think: { ...toResponse(thinking()), text: aloud },
      plan: aloud + planned.plan,
      work: `${aloud}a result`,
      reflect: `${aloud}The answer.`,
    });
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'The answer.' },
      usage: { modelCalls: 5 },
    });
    expect(calls).toBe(5);
    expect(result.plan?.steps.map(({ id, result: text }) => [id, text])).toEqual([
      ['a', 'a result'],
      ['b', 'a result'],
    ]);
    expect(JSON.stringify([sent, result])).not.toContain('What do they want');
    expect(shown).toBe('The answer.');
  });

  it('is not the answer when nothing follows: one more call is made', async () => {
    const { result, caps } = await runOn({
      think: (response, _, count) => say(response, count === 1 ? '<think>Let me see' : 'The answer.'),
    });
    expect(result).toMatchObject({ message: { content: 'The answer.' }, usage: { modelCalls: 2 } });
    expect(caps.think).toHaveLength(2);
  });
});

describe('a call of a tool that is written as text', () => {
  const used: unknown[] = [];
  const ruler = defineTool({
    name: 'ruler',
    description: 'measures',
    capability: 'read',
    input: z.object({ what: z.string() }),
    run: async (input) => {
      used.push(input);
      return { text: '7 cm' };
    },
  });
  const measurer = defineSpecialist({ name: 'worker', description: 'measures things', tools: [ruler] });
  const written = (name: string) => `<tool_call>\n{"name": "${name}", "arguments": {"what": "a leaf"}}\n</tool_call>`;

  it('is made when that tool was offered', async () => {
    const { result, caps } = await runOn(
      {
        plan: planText({ a: [] }),
        work: (response, _, count) => say(response, count === 1 ? written('ruler') : 'It is 7 cm long.'),
      },
      { specialists: [measurer] },
    );
    expect(used).toEqual([{ what: 'a leaf' }]);
    expect(result.plan?.steps[0]).toMatchObject({ status: 'completed', result: 'It is 7 cm long.' });
    expect(caps.work).toHaveLength(2);
    expect(result.usage.modelCalls).toBe(4);
  });

  it('of a tool that nobody offered is asked for again with the reason, and is never a result', async () => {
    const { result, run, caps } = await runOn({
      plan: planText({ a: [] }),
      work: (response, _, count) => say(response, count === 1 ? written('saw') : 'It is 7 cm long.'),
    });
    expect(of(run.log, 'effect.failed').map(({ data }) => data.error)).toMatchObject([
      { code: 'bad-output', message: expect.stringContaining('"saw" as text, which nobody offered') },
    ]);
    expect(result.plan?.steps[0]?.result).toBe('It is 7 cm long.');
    expect(caps.work).toHaveLength(2);
  });

  it('is not the answer to the user', async () => {
    const { result, shown, caps } = await runOn({
      think: (response, _, count) => say(response, count === 1 ? written('search') : 'It is late.'),
    });
    expect(result).toMatchObject({ message: { content: 'It is late.' }, usage: { modelCalls: 2 } });
    expect(caps.think).toHaveLength(2);
    expect(shown).toBe('It is late.');
  });
});

describe('a specialist that cannot do its step', () => {
  it.each(['**CANNOT:** no file', 'CANNOT：no file', 'cannot: no file'])(
    'is believed and asked once: %s',
    async (work) => {
      const { result, caps } = await runOn({ plan: planText({ a: [] }), work });
      expect(result.plan?.steps[0]).toMatchObject({ status: 'failed', reason: 'no file' });
      expect(caps.work).toHaveLength(1);
    },
  );
});

describe('an endpoint without resources', () => {
  it('is asked again, and what it had begun to say is not the answer', async () => {
    const { result, caps } = await runOn({
      think: (response, _, count) =>
        count === 1 ? end(response, 'The', 'insufficient_system_resource') : say(response, 'The answer.'),
    });
    expect(result).toMatchObject({ message: { content: 'The answer.' }, usage: { modelCalls: 2 } });
    expect(caps.think).toHaveLength(2);
  });
});
