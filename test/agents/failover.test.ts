import { describe, expect, it } from 'vitest';
import { agent, createAgentRunner } from '../../src/agents/index.ts';
import { ModelError, type ModelErrorCode } from '../../src/models/model-error.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { type Reply, scriptedModel } from '../../src/testing/scripted-model.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';

const about = { name: 'helper', description: 'Answers questions of people.' };
const model = (name: string, ...replies: readonly Reply[]) => ({
  ...scriptedModel(replies.map((reply) => ({ purpose: 'agent', reply }))),
  name,
});
const error = (code: ModelErrorCode, retryAfterMs?: number) => new ModelError(code, `It is ${code}.`, { retryAfterMs });

async function run(...models: readonly ReturnType<typeof model>[]) {
  const clock = simulatedClock();
  const begun = clock.now();
  const bot = agent({ ...about, model: models });
  const runner = createAgentRunner({ agents: [bot], clock, store: memoryStore() });
  const going = runner.run(bot, 'Hello.', { id: 'r' });
  const failovers: string[] = [];
  const watched = (async () => {
    for await (const { action } of going) {
      if (action?.type === 'failover') failovers.push(`${action.from} > ${action.to}: ${action.reason}`);
    }
  })();
  const result = await clock.run(going.result);
  await watched;
  expect(await runner.check('r')).toMatchObject({ ok: true });
  for (const each of models) each.assertUsedUp();
  return { result, failovers, waitedMs: clock.now() - begun };
}

describe('the next model is asked', () => {
  it.each(['auth', 'quota', 'not-found', 'context-length', 'refusal'] as const)('at once after %s', async (code) => {
    const { result, failovers, waitedMs } = await run(model('one', error(code)), model('two', 'here'));
    expect(result.message?.content).toBe('here');
    expect({ failovers, waitedMs }).toEqual({ failovers: [`one > two: It is ${code}.`], waitedMs: 0 });
  });

  it('at once when one is busy: nobody waits while there is another', async () => {
    const { failovers, waitedMs } = await run(model('one', error('rate-limit', 5_000)), model('two', 'here'));
    expect({ failovers, waitedMs }).toEqual({ failovers: ['one > two: It is rate-limit.'], waitedMs: 0 });
  });

  it('after all attempts when a server fails, and has as many of its own', async () => {
    const failing = [error('server'), error('server'), error('server')] as const;
    const { result, failovers } = await run(model('one', ...failing), model('two', ...failing.slice(1), 'here'));
    expect(result.message?.content).toBe('here');
    expect(failovers).toEqual(['one > two: It is server.']);
  });
});

it('the last model is waited for when it is busy', async () => {
  const { result, waitedMs } = await run(
    model('one', error('quota')),
    model('two', error('rate-limit', 5_000), 'here'),
  );
  expect(result.message?.content).toBe('here');
  expect(waitedMs).toBeGreaterThanOrEqual(5_000);
});

it('when the last one fails, its reason is the reason', async () => {
  const { result, failovers } = await run(model('one', error('auth')), model('two', error('quota')));
  expect(result).toMatchObject({ status: 'failed', error: { code: 'quota', message: 'It is quota.' } });
  expect(failovers).toHaveLength(1);
});
