import {
  createOrchestrator,
  defineSpecialist,
  type Model,
  ModelError,
  type Orchestrator,
  type OrchestratorConfig,
  replay,
  type Specialist,
} from 'troupe';
import { reflection, scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { LimitName } from '../../src/domain/limit.ts';
import { look, reader, textOf } from './moves.ts';
import { random } from './random.ts';
import { ask, of, planText, stage, worker } from './scenario.ts';
import { toResponse } from './to-response.ts';

const many = (count: number, prefix = 's') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index + 1}`, []]));

/** A model that writes as much as it likes within what it is allowed, and counts everything. */
function greedyModel(next: () => number, steps: number) {
  const spent = { calls: 0, tokens: 0 };
  const model: Model = {
    name: 'greedy',
    async call({ brief, maxOutputTokens = 1000, messages }) {
      if (brief.purpose === 'agent') throw new Error('This model is for runs of the host.');
      const inputTokens = Math.ceil(messages.reduce((sum, message) => sum + message.content.length, 0) / 5);
      const outputTokens = Math.floor(next() * (maxOutputTokens + 1));
      spent.calls++;
      spent.tokens += inputTokens + outputTokens;
      const usage = { modelCalls: 1, inputTokens, outputTokens };
      if (next() < 0.1) throw new ModelError('server', 'down', { usage });
      const reply = {
        think: () => thinking(),
        plan: () => planText(many(steps)),
        work: () => 'done',
        decide: () => '{}',
        reflect: () => reflection({ verdict: next() < 0.5 ? 'done' : 'continue' }),
        finalize: () => 'the answer',
        answer: () => 'the answer',
        structure: () => '{}',
      }[brief.purpose]();
      return toResponse(reply, usage);
    },
  };
  return { model, spent };
}

const withRetries = { retry: { baseMs: 0, maxMs: 0 } };
const orchestrate = (model: Model, config: Partial<OrchestratorConfig>): Orchestrator =>
  createOrchestrator({ model, specialists: [worker], ...withRetries, ...config });

const boo = () => {
  throw new Error('boo');
};
const seven = { modelCalls: 7, inputTokens: 70, outputTokens: 7 };

it.each<[string, Partial<Specialist>, calls: number]>([
  ['a function that reads the answer', { processOutput: boo }, 3],
  ['a check', { check: boo }, 3],
  ['data that is not JSON', { processOutput: () => ({ text: 'x', data: 1n as unknown as number }) }, 1],
  ['a check of what a function did', { run: () => ({ text: 'x', usage: seven }), check: boo }, 21],
])('a call counts, also when %s throws after it', async (_, own, calls) => {
  const specialist = defineSpecialist({ name: 'own', description: 'does it in its own way', ...own });
  const model = scriptedModel([
    { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'do it', specialist: 'own' }] }) },
    ...Array.from({ length: own.run ? 0 : calls }, () => ({ purpose: 'work' as const, reply: 'done' })),
    { purpose: 'reflect', reply: 'It could not be done.' },
  ]);
  const run = orchestrate(model, { specialists: [specialist] }).start(ask('do it'));
  expect((await run.result).usage.modelCalls).toBe(calls + 2);
  expect(replay(run.log).equal).toBe(true);
});

describe('every limit', () => {
  const hanging: Model = { name: 'greedy', call: () => new Promise(() => {}) };
  /** So little of each that a run with ten steps, which never has enough, reaches it; no limit goes without a row. */
  const little: Readonly<Record<LimitName, number>> = {
    rounds: 1,
    steps: 2,
    modelCalls: 6,
    tokens: 3000,
    costUsd: 0.02,
    wallMs: 20,
  };

  it.each(Object.entries(little))('of %s ends the run with an answer, and the result names it', async (name, max) => {
    const model = name === 'wallMs' ? hanging : greedyModel(() => 0.5, 10).model;
    const prices = { greedy: { inputUsd: 1, outputUsd: 4 } };
    const result = await orchestrate(model, { prices, limits: { [name]: max } }).invoke(ask('do it'));
    expect(result).toMatchObject({ status: 'completed', limit: { name, max } });
    expect(result.message.content).not.toBe('');
  });
});

describe('a limit of tokens', () => {
  it('is never exceeded by twenty steps drawing at once, in a thousand random runs that all finish', async () => {
    let reached = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const next = random(seed);
      const tokens = 2000 + Math.floor(next() * 30_000);
      const { model, spent } = greedyModel(next, 20);
      const run = orchestrate(model, { limits: { tokens }, concurrency: 20 }).start(ask('do it'));
      const result = await run.result;
      expect(spent.tokens).toBeLessThanOrEqual(tokens);
      expect(result.usage.inputTokens + result.usage.outputTokens).toBe(spent.tokens);
      if (result.limit?.name === 'tokens') {
        reached++;
        expect(result.status).toBe('completed');
        expect(result.limit.max).toBe(tokens);
        expect(result.notDone.length).toBeGreaterThan(0);
        expect(result.message.content).not.toBe('');
      }
      if (seed % 100 === 0) expect(replay(run.log).equal).toBe(true);
    }
    // Many of them really come to their limit.
    expect(reached).toBeGreaterThan(300);
  });
});

describe('a limit of calls', () => {
  it('leaves the last call to the final answer, which says what is missing', async () => {
    const { model, spent } = greedyModel(() => 0.5, 10);
    const result = await orchestrate(model, { limits: { modelCalls: 6 } }).invoke(ask('do it'));
    expect(spent.calls).toBe(6);
    expect(result).toMatchObject({ status: 'completed', limit: { name: 'modelCalls', max: 6 } });
    expect(result.message.content).toBe('the answer');
    expect(result.notDone).toHaveLength(7);
    expect(result.plan?.steps.filter((step) => step.status === 'completed')).toHaveLength(3);
  });

  it('of one still answers a simple question', async () => {
    const { start } = stage([{ purpose: 'think', reply: thinking({ answer: 'ok' }) }], {
      limits: { modelCalls: 1 },
    });
    expect((await start().result).message.content).toBe('ok');
  });

  it('that comes between look-ups leaves the last call to an answer from what was found', async () => {
    const { start } = stage(
      [
        { purpose: 'think', reply: { toolCalls: [look('apples')] } },
        { purpose: 'finalize', reply: (request) => /apples: 7/.exec(textOf(request))?.[0] ?? '' },
      ],
      { specialists: [reader], limits: { modelCalls: 2 } },
    );
    const result = await start().result;
    expect(result.message.content).toBe('apples: 7');
    expect(result).toMatchObject({ limit: { name: 'modelCalls' }, usage: { modelCalls: 2 } });
  });

  it('that does not cover a plan ends with an answer, too', async () => {
    const { start } = stage([{ purpose: 'think', reply: thinking() }], { limits: { modelCalls: 1 } });
    const result = await start().result;
    expect(result).toMatchObject({ status: 'completed', limit: { name: 'modelCalls', max: 1 } });
    expect(result.message.content).toContain('1 calls of a model');
  });
});

describe('a limit of money', () => {
  const prices = { greedy: { inputUsd: 1, outputUsd: 4 } };

  it('is kept by the prices of the configuration, and the result says what was paid', async () => {
    const { model } = greedyModel(() => 0.5, 20);
    const result = await orchestrate(model, { prices, limits: { costUsd: 0.02 } }).invoke(ask('do it'));
    expect(result.usage.costUsd).toBeGreaterThan(0);
    expect(result.usage.costUsd).toBeLessThanOrEqual(0.02);
    expect(result.limit).toEqual({ name: 'costUsd', max: 0.02 });
  });

  it('without a price is an error at construction that names the model', () => {
    const { model } = greedyModel(() => 0.5, 1);
    expect(() => orchestrate(model, { limits: { costUsd: 1 } })).toThrow('the price of "greedy"');
  });
});

describe('a limit of time', () => {
  it('stops what is under way and puts together what there is, without a call', async () => {
    const clock = simulatedClock();
    let aborted = 0;
    const slow = defineSpecialist({
      name: 'slow',
      description: 'hangs',
      run: ({ step, signal }) => {
        if (step.id === 's1') return 'quick';
        signal.addEventListener('abort', () => aborted++);
        return new Promise<string>(() => {});
      },
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText(many(3), 'slow') },
      ],
      { specialists: [slow], limits: { wallMs: 200 }, clock },
    );
    const result = await clock.run(start().result);
    expect(result).toMatchObject({ status: 'completed', limit: { name: 'wallMs', max: 200 } });
    expect(result.message.content).toContain('quick');
    expect(result.notDone).toHaveLength(2);
    expect(aborted).toBe(2);
  });

  it('ends a call to the host itself', async () => {
    const { start } = stage([{ purpose: 'think', reply: () => new Promise(() => {}) }], { limits: { wallMs: 30 } });
    expect(await start().result).toMatchObject({ status: 'completed', limit: { name: 'wallMs', max: 30 } });
  });
});

describe('a limit of steps', () => {
  it('is told to the planner; a plan that stays too long ends the run with an answer', async () => {
    const long = planText(many(3));
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: long },
        { purpose: 'plan', reply: (request) => (/at most 2/.test(request.messages.at(-1)?.content ?? '') ? long : '') },
        { purpose: 'plan', reply: long },
        { purpose: 'work', reply: 'one' },
        { purpose: 'work', reply: 'two' },
        { purpose: 'finalize', reply: 'two of three' },
      ],
      { limits: { steps: 2 } },
    );
    expect(await start().result).toMatchObject({ status: 'completed', limit: { name: 'steps', max: 2 } });
  });
});

describe('a run that goes in circles', () => {
  it('is told so once, and finalizes the second time', async () => {
    const fail = 'CANNOT: no way';
    const { start, model } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText({ a: [] }) },
        { purpose: 'work', reply: fail },
        { purpose: 'reflect', reply: reflection({ verdict: 'continue' }) },
        { purpose: 'work', reply: fail },
        { purpose: 'reflect', reply: reflection({ verdict: 'continue' }) },
        { purpose: 'finalize', reply: 'no luck' },
      ],
      { limits: { rounds: 9 } },
    );
    const run = start();
    const result = await run.result;
    expect(result.rounds).toBe(2);
    expect(result.notDone).toContainEqual({ what: 'Continuing', why: 'Two rounds in a row brought nothing new.' });
    const told = model.calls.filter((call) => call.brief.purpose === 'reflect');
    expect(told[0]?.messages[0]?.content).toContain('brought nothing new');
    expect(of(run.log, 'limit.reached')).toHaveLength(0);
  });
});

describe('a quote', () => {
  it('gives the worst case before the first call', () => {
    const { model, spent } = greedyModel(() => 0, 1);
    const troupe = orchestrate(model, { limits: { rounds: 2, steps: 5, modelCalls: 40, tokens: 9000, wallMs: 1000 } });
    const quote = troupe.quote(ask('do it'));
    expect(quote).toMatchObject({ rounds: 2, steps: 5, modelCalls: 40, tokens: 9000, costUsd: null, wallMs: 1000 });
    expect(quote.tokensOfOneCall).toBeGreaterThan(1125);
    expect(quote.tokensOfOneCall).toBeLessThan(1200);
    expect(spent.calls).toBe(0);
  });

  it('counts what the charts may do at most when the limit of calls is higher', () => {
    const { model } = greedyModel(() => 0, 1);
    const troupe = orchestrate(model, { limits: { rounds: 1, steps: 1, modelCalls: 1000 }, attempts: 1, turns: 1 });
    expect(troupe.quote(ask('x')).modelCalls).toBe(11);
  });
});

describe('a cancel', () => {
  it('aborts fifty steps under way at once and leaves a log that replays', async () => {
    const begun = Promise.withResolvers<void>();
    let open = 0;
    let aborted = 0;
    const hang = defineSpecialist({
      name: 'hang',
      description: 'hangs',
      run: ({ signal }) => {
        signal.addEventListener('abort', () => aborted++);
        if (++open === 50) begun.resolve();
        return new Promise<string>(() => {});
      },
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: planText(many(50), 'hang') },
      ],
      { specialists: [hang], concurrency: 50 },
    );
    const run = start();
    await begun.promise;
    run.cancel();
    expect(aborted).toBe(50);
    expect((await run.result).status).toBe('cancelled');
  });
});
