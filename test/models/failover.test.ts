import {
  createOrchestrator,
  failover,
  type Model,
  ModelError,
  type ModelErrorCode,
  type ModelRequest,
  memoryStore,
  type OrchestratorConfig,
  replay,
} from 'troupe';
import { describe, expect, it } from 'vitest';
import { ask, of, worker } from '../scenarios/scenario.ts';
import { toResponse } from '../scenarios/to-response.ts';

const usage = { modelCalls: 1, inputTokens: 100, outputTokens: 10 };

/** A model that does what it is told, call by call; afterwards it answers with its name. */
function told(name: string, ...errors: readonly (ModelErrorCode | ModelError | undefined)[]) {
  const calls: ModelRequest[] = [];
  const model: Model = {
    name,
    async call(request) {
      const error = errors[calls.length];
      calls.push(request);
      if (error instanceof ModelError) throw error;
      if (error) throw new ModelError(error, `${name}: ${error}`, { usage });
      request.onDelta?.(name);
      return toResponse(name, usage);
    },
  };
  return { model, calls };
}

const request = { brief: {}, messages: [], key: 'k', signal: new AbortController().signal } as unknown as ModelRequest; // nobody reads the rest
const answeredBy = async (model: Model) => (await model.call(request)).text;

describe('a model that fails', () => {
  it.each<ModelErrorCode>([
    'auth',
    'not-found',
    'quota',
    'rate-limit',
    'server',
    'timeout',
    'unreachable',
    'protocol',
    'disconnected',
    'context-length',
    'bad-request',
  ])('is stood in for by the next at once: %s', async (reason) => {
    const [first, second] = [told('first', reason), told('second')];
    const response = await failover([first.model, second.model]).call(request);
    expect(response.text).toBe('second');
    expect(response.usage).toEqual({
      modelCalls: 2,
      inputTokens: 200,
      outputTokens: 20,
      model: 'second',
      failedOver: [{ model: 'first', reason, message: `first: ${reason}` }],
    });
  });

  it.each<ModelErrorCode>(['bad-output', 'truncated', 'filtered', 'refusal', 'aborted'])(
    'has the last word when it has answered, or nobody wants an answer: %s',
    async (reason) => {
      const second = told('second');
      await expect(failover([told('first', reason).model, second.model]).call(request)).rejects.toMatchObject({
        reason,
      });
      expect(second.calls).toEqual([]);
    },
  );

  it('has the last word when a part of its answer was passed on already', async () => {
    const second = told('second');
    const first: Model = {
      name: 'first',
      async call({ onDelta }) {
        onDelta?.('Once upon');
        throw new ModelError('disconnected', 'gone');
      },
    };
    const heard: string[] = [];
    const model = failover([first, second.model]);
    await expect(model.call({ ...request, onDelta: (text) => heard.push(text) })).rejects.toThrow('gone');
    expect(heard).toEqual(['Once upon']);
    expect(second.calls).toEqual([]);
  });

  it('is the last of all: its error is given, with what all have used', async () => {
    const model = failover([told('first', 'auth').model, told('second', 'server').model]);
    await expect(model.call(request)).rejects.toMatchObject({
      reason: 'server',
      retryable: true,
      usage: { modelCalls: 2, failedOver: [{ model: 'first', reason: 'auth' }] },
    });
  });
});

describe('a model that is down', () => {
  it.each<[ModelErrorCode, number]>([
    ['auth', 1],
    ['quota', 1],
    ['not-found', 1],
    ['server', 2],
    ['unreachable', 2],
  ])('is not asked for a while after %s, %d times', async (reason, times) => {
    let now = 0;
    const clock = { now: () => now };
    const first = told('first', ...Array.from({ length: times }, () => reason));
    const model = failover([first.model, told('second').model], { downMs: 1000, clock });
    for (let at = 0; at < times; at++) expect(await answeredBy(model)).toBe('second');
    expect(await answeredBy(model)).toBe('second');
    expect(first.calls).toHaveLength(times);
    now += 1000;
    expect(await answeredBy(model)).toBe('first');
  });

  it('for as long as a busy endpoint asks for, is asked again then', async () => {
    let now = 0;
    const clock = { now: () => now };
    const busy = new ModelError('rate-limit', 'busy', { retryAfterMs: 300 });
    const model = failover([told('first', busy).model, told('second').model], { clock });
    expect(await answeredBy(model)).toBe('second');
    now += 299;
    expect(await answeredBy(model)).toBe('second');
    now += 1;
    expect(await answeredBy(model)).toBe('first');
  });

  it('is asked all the same when nobody else answers', async () => {
    const model = failover([told('first', 'auth').model, told('second', undefined, 'auth').model]);
    expect(await answeredBy(model)).toBe('second');
    expect(await answeredBy(model)).toBe('first');
  });

  it('is up again after one answer', async () => {
    const first = told('first', 'server', undefined, 'server');
    const model = failover([first.model, told('second').model]);
    const answers = [];
    for (let at = 0; at < 4; at++) answers.push(await answeredBy(model));
    expect(answers).toEqual(['second', 'first', 'second', 'first']);
  });
});

describe('in a run', () => {
  const invoke = async (models: readonly Model[], config: Partial<OrchestratorConfig> = {}) => {
    const store = memoryStore();
    const troupe = createOrchestrator({
      model: failover(models),
      specialists: [worker],
      store,
      retry: { baseMs: 1, maxMs: 2 },
      ...config,
    });
    const result = await troupe.invoke(ask('hello'), { runId: 'r' });
    const log = await store.read('r');
    expect(replay(log)).toMatchObject({ equal: true });
    return { result, log };
  };

  it('the log says who answered, and why others did not', async () => {
    const { result, log } = await invoke([told('first', 'quota').model, told('second').model]);
    expect(result).toMatchObject({ status: 'completed', message: { content: 'second' }, usage: { modelCalls: 2 } });
    const thought = of(log, 'effect.completed').find(({ data }) => data.kind === 'think');
    expect(thought?.data.usage).toMatchObject({
      model: 'second',
      failedOver: [{ model: 'first', reason: 'quota', message: 'first: quota' }],
    });
  });

  it('each is charged at its own price', async () => {
    const prices = { first: { inputUsd: 10_000, outputUsd: 0 }, second: { inputUsd: 0, outputUsd: 100_000 } };
    const { result } = await invoke([told('first', 'server').model, told('second').model], { prices });
    expect(result.usage.costUsd).toBeCloseTo(2);
  });

  it('every one of them needs a price where money is limited', () => {
    const model = failover([told('first').model, told('second').model]);
    const prices = { first: { inputUsd: 1, outputUsd: 1 } };
    expect(() => createOrchestrator({ model, specialists: [worker], prices, limits: { costUsd: 1 } })).toThrow(
      'limits.costUsd needs the price of "second"',
    );
  });

  it('a limit covers the next one, or it is not asked', async () => {
    const second = told('second');
    const { result, log } = await invoke([told('first', 'server').model, second.model], { limits: { modelCalls: 1 } });
    expect(result).toMatchObject({ status: 'completed', limit: { name: 'modelCalls', max: 1 } });
    expect(second.calls).toEqual([]);
    const limited = of(log, 'effect.failed').find(({ data }) => data.error.limit);
    expect(limited?.data.usage).toMatchObject({ modelCalls: 1, failedOver: [{ model: 'first', reason: 'server' }] });
    expect(result.usage.modelCalls).toBe(1);
  });
});

it.each([
  ['no list', undefined],
  ['an empty list', []],
  ['what is no model', [{ name: 'x' }]],
])('%s is refused', (_, models) => {
  expect(() => failover(models as unknown as Model[])).toThrow('failover: pass a list of models'); // as JavaScript would call it
});
