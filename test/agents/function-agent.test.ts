import { childDone, childFailed, edgesOf, explore } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { functionAgentMachine } from '../../src/agents/function/function-agent-machine.ts';
import type { PerformFunctionOutput } from '../../src/agents/function/perform-function.ts';
import { createAgentRunner, defineAgent, type Stopped } from '../../src/agents/index.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import { ask } from '../../src/tools/ask.ts';
import { surviveEveryWrite } from './agent-lives.ts';

const about = { name: 'clerk', description: 'Does what its function says.' };

describe('an agent that is a function', () => {
  it('gets the messages, a key, the context, the session and its run path; its text is the answer', async () => {
    const clerk = defineAgent({
      ...about,
      run: ({ messages, key, context, session, runPath, history }) => {
        session.set('seen', true);
        return [messages[0]?.content, key, JSON.stringify(context), runPath.join('/'), history.length].join(' ');
      },
    });
    const runner = createAgentRunner({ agents: [clerk], store: memoryStore() });
    const run = runner.run(clerk, 'hello', { id: 'r', context: { tenant: 't1' } });
    expect((await run.result).message?.content).toBe('hello r/clerk/run {"tenant":"t1"} clerk 0');
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('streams pieces, gives data, and what it counts is in the usage and under the limits of the run', async () => {
    const clerk = defineAgent({
      ...about,
      run: ({ onDelta, count }) => {
        onDelta('Hel');
        onDelta('lo');
        onDelta('p!', 3);
        count({ modelCalls: 2, inputTokens: 10, outputTokens: 5 });
        count({ modelCalls: 1, inputTokens: 1, outputTokens: 1, costUsd: 0.5 });
        return { message: 'Help!', output: { words: 1 } };
      },
    });
    const run = createAgentRunner({ agents: [clerk] }).run(clerk, 'hello');
    const deltas: unknown[] = [];
    for await (const { output } of run) if (output && 'delta' in output) deltas.push([output.at, output.delta]);
    expect(deltas).toEqual([
      [0, 'Hel'],
      [3, 'lo'],
      [3, 'p!'],
    ]);
    expect(await run.result).toMatchObject({
      message: { content: 'Help!' },
      output: { words: 1 },
      usage: { modelCalls: 3, inputTokens: 11, outputTokens: 6, costUsd: 0.5 },
    });
  });

  it('fails with what it throws, and what it used until then counts', async () => {
    const clerk = defineAgent({
      ...about,
      run: ({ count }) => {
        count({ modelCalls: 1, inputTokens: 1, outputTokens: 1 });
        throw Object.assign(new Error('no paper'), { code: 'paper' });
      },
    });
    const runner = createAgentRunner({ agents: [clerk] });
    expect(await runner.invoke(clerk, 'x')).toMatchObject({
      status: 'failed',
      error: { code: 'paper', message: 'no paper' },
      usage: { modelCalls: 1 },
    });
  });

  it('has to end in time where it has one', async () => {
    const clock = simulatedClock();
    const clerk = defineAgent({ ...about, timeoutMs: 500, run: () => new Promise<string>(() => {}) });
    const run = createAgentRunner({ agents: [clerk], clock }).run(clerk, 'x');
    expect((await clock.run(run.result)).error).toEqual({ code: 'timeout', message: 'It took longer than 500 ms.' });
  });

  it('is told whether the run was cancelled or only left', async () => {
    const reasons: boolean[] = [];
    const told = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const clerk = defineAgent({
      ...about,
      run: ({ signal }) => {
        const place = begun.findIndex((_, index) => index >= reasons.length);
        signal.addEventListener('abort', () => {
          reasons.push((signal.reason as Stopped).isLeft);
          told[place]?.resolve();
        });
        begun[place]?.resolve();
        return new Promise<string>(() => {});
      },
    });
    const runner = createAgentRunner({ agents: [clerk], store: memoryStore() });
    const run = runner.run(clerk, 'x', { id: 'r' });
    run.result.catch(() => {});
    await begun[0]?.promise;
    await run.leave();
    await told[0]?.promise;
    const again = await runner.resume('r');
    await begun[1]?.promise;
    await again.cancel();
    await told[1]?.promise;
    expect(reasons).toEqual([true, false]);
  });
});

describe('an agent that is a function and asks', () => {
  const asking = (calls: string[], deadlineMs?: number, abandoned: unknown[] = []) =>
    defineAgent({
      ...about,
      run: ({ resumed, key }) => {
        calls.push(key);
        if (!resumed) {
          const when = deadlineMs === undefined ? {} : { deadlineMs };
          return ask({ kind: 'question', question: 'Which year?', keep: { step: 1 }, ...when });
        }
        return `${JSON.stringify(resumed.answer)} ${JSON.stringify(resumed.keep)} ${resumed.isTimeout}`;
      },
      abandon: ({ keep }) => void abandoned.push(keep),
    });

  it('waits, and is called again with the answer and what it kept', async () => {
    const calls: string[] = [];
    const clerk = asking(calls);
    const runner = createAgentRunner({ agents: [clerk], store: memoryStore() });
    const run = runner.run(clerk, 'x', { id: 'r' });
    const { status, waiting } = await run.settled();
    expect({ status, waiting }).toMatchObject({
      status: 'waiting',
      waiting: [{ question: 'Which year?', runPath: ['clerk'] }],
    });
    await run.answer(waiting[0]?.id ?? '', '2025');
    expect((await run.result).message?.content).toBe('"2025" {"step":1} false');
    expect(calls).toEqual(['r/clerk/run', 'r/clerk/run#2']);
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('goes on without an answer when the time is up', async () => {
    const clock = simulatedClock();
    const clerk = asking([], 1_000);
    const runner = createAgentRunner({ agents: [clerk], clock });
    const result = await clock.run(runner.run(clerk, 'x').result);
    expect(result.message?.content).toBe('undefined {"step":1} true');
  });

  it('hears when nobody wants the answer any more, and only then', async () => {
    const abandoned: unknown[] = [];
    const clerk = asking([], undefined, abandoned);
    const store = memoryStore();
    const first = createAgentRunner({ agents: [clerk], store });
    expect((await first.invoke(clerk, 'x', { id: 'r' })).status).toBe('waiting');
    const second = createAgentRunner({ agents: [clerk], store });
    const answered = second.run(clerk, 'x', { id: 'other' });
    const { waiting } = await answered.settled();
    await answered.answer(waiting[0]?.id ?? '', 'now');
    await answered.result;
    expect(abandoned).toEqual([]);
    const run = await second.resume('r');
    await run.settled();
    await run.cancel();
    expect((await run.result).status).toBe('cancelled');
    expect(abandoned).toEqual([{ step: 1 }]);
  });

  it('loses nothing and asks nothing twice, at whichever write its process dies', async () => {
    const result = await surviveEveryWrite({
      input: 'x',
      agent: (asked) =>
        defineAgent({
          ...about,
          run: ({ key, resumed }) => {
            asked(key);
            return resumed ? 'thanks' : ask({ kind: 'question', question: 'Which year?' });
          },
          abandon: () => {},
        }),
      answer: async (run) => run.answer(run.waiting[0]?.id ?? '', '2025'),
    });
    expect(result.message?.content).toBe('thanks');
  });
});

describe.each([true, false])('the chart of an agent that is a function (stands by: %s)', (standsBy) => {
  const asked = (deadlineMs?: number): PerformFunctionOutput => ({
    ask: { by: 'code', kind: 'question', question: '?', ...(deadlineMs === undefined ? {} : { deadlineMs }) },
    set: {},
  });
  const machine = functionAgentMachine({ standsBy });
  const { states, edges, untaken, isComplete } = explore(machine, {
    input: { messages: [], history: [], runPath: ['clerk'], session: undefined, moves: [] },
    key: ({ value, status, context }) => JSON.stringify([value, status, Math.min(context.asks, 2)]),
    events: ({ value, context }) => {
      if (value === 'working') {
        const done = { message: { role: 'assistant', content: 'x' }, set: {} } as const;
        return [
          childDone('run', asked()),
          childDone('run', asked(100)),
          childDone('run', done),
          childFailed('run', new Error('no')),
        ] as never;
      }
      const answer = { type: 'person.answered', answer: { given: 'answered', value: 'x' } } as const;
      return [
        { ...answer, ask: context.asks },
        { ...answer, ask: context.asks + 1 },
        { type: 'xstate.after.personDeadline.agent.awaitingPerson.limited' },
      ] as never;
    },
  });

  it('takes every transition and has an output in every end', () => {
    expect({ untaken, isComplete }).toEqual({ untaken: [], isComplete: true });
    expect(edges).toEqual(edgesOf(machine));
    const ends = states.filter(({ snapshot }) => snapshot.status !== 'active');
    expect(new Set(ends.map(({ snapshot }) => snapshot.output?.status))).toEqual(new Set(['completed', 'failed']));
  });
});
