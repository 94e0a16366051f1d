import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agent, asTool, createAgentRunner } from '../../src/agents/index.ts';
import { estimateInputTokens } from '../../src/models/estimate-input-tokens.ts';
import type { ModelRequest } from '../../src/models/model.ts';
import { ModelError } from '../../src/models/model-error.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { type Reply, type ScriptLine, scriptedModel } from '../../src/testing/scripted-model.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { type Asked, modelOf, surviveEveryWrite, toolResults } from './agent-lives.ts';

const about = { name: 'reader', description: 'Reads pages for people.' };
const windowTokens = 4_000;
const pageOf = (asked: Asked = () => {}) =>
  defineTool({
    name: 'page',
    description: 'Gives a page.',
    capability: 'read',
    input: z.object({ number: z.int(), words: z.int().optional() }),
    run: ({ number, words = 500 }, { key }) => {
      asked(key);
      return `Page ${number} has the code ${number * 111}. ${'word '.repeat(words)}`;
    },
  });
const page = pageOf();
const call = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });
const thought = 'thought '.repeat(500);
const turns = (count: number, text = ''): ScriptLine[] =>
  Array.from({ length: count }, (_, index) => ({
    purpose: 'agent',
    reply: { text, toolCalls: [call('page', { number: index + 1 })] },
  }));
const line = (reply: Reply | ((request: ModelRequest) => Reply)): ScriptLine => ({ purpose: 'agent', reply });
const summary = (reply: Reply | ((request: ModelRequest) => Reply)): ScriptLine => ({
  ...line(reply),
  isSummary: true,
});
const keepsTo = (calls: readonly ModelRequest[], window = windowTokens) =>
  expect(Math.max(...calls.map(estimateInputTokens))).toBeLessThanOrEqual(window);

async function runOn(model: ReturnType<typeof scriptedModel>, options: object = {}) {
  const bot = agent({ ...about, model, tools: [page], windowTokens, ...options });
  const runner = createAgentRunner({ agents: [bot], store: memoryStore() });
  const result = await runner.run(bot, 'Read the pages.', { id: 'r' }).result;
  expect(await runner.check('r')).toMatchObject({ ok: true });
  return result;
}

describe('an agent with a window', () => {
  it('clears old results, offers to read them again, and reads them from the log', async () => {
    const model = scriptedModel([
      ...turns(8),
      line((request) => {
        expect(request.messages.filter(({ content }) => content.includes('was cleared'))).not.toEqual([]);
        expect(request.tools?.map(({ name }) => name)).toEqual(['page', 'read_result']);
        const [first = ''] = toolResults(request);
        const [, id = ''] = /result "([^"]+)"/.exec(first) ?? [];
        return { toolCalls: [call('read_result', { result: id })] };
      }),
      line((request) => `It was: ${toolResults(request).at(-1)?.slice(0, 28)}`),
    ]);
    const { message, usage } = await runOn(model);
    expect(message?.content).toBe('It was: Page 1 has the code 111. wor');
    expect(usage.modelCalls).toBe(10);
    keepsTo(model.calls);
    model.assertUsedUp();
  });

  it('has what is too much summarised, by a call that is counted, and goes on with the summary', async () => {
    const model = scriptedModel([
      ...turns(3, thought),
      summary(({ messages, tools }) => {
        expect(tools).toBeUndefined();
        expect(messages[1]?.content).toContain('Page 1 has the code 111.');
        return 'Page 1: 111. Page 2: 222.';
      }),
      line(({ messages }) => {
        expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'user', 'assistant', 'tool']);
        expect(messages[1]?.content).toBe('Read the pages.');
        expect(messages[2]?.content).toContain('Page 1: 111. Page 2: 222.');
        expect(messages[4]?.content).toContain('Page 3 has the code 333.');
        expect(messages[2]?.content).toContain('"reader/tool-1-1/useTool": page {"number":1}');
        return 'Done.';
      }),
    ]);
    const { status, usage, history } = await runOn(model);
    expect({ status, calls: usage.modelCalls }).toEqual({ status: 'completed', calls: 5 });
    expect(history).toHaveLength(7);
    keepsTo(model.calls);
    model.assertUsedUp();
  });

  it('fails with a clear error when the request alone is too large', async () => {
    const model = scriptedModel([]);
    const bot = agent({ ...about, model, windowTokens });
    const { status, error } = await createAgentRunner({ agents: [bot] }).invoke(bot, 'word '.repeat(5_000));
    expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'context-length' });
    expect(error?.message).toMatch(
      /^The instructions, the tools and the request of "reader" take about 5\d\d\d tokens, and its window has 4000\./,
    );
    expect(model.calls).toEqual([]);
  });

  it('keeps to it when a model calls 50 tools at once, one of which gives 10 MB', async () => {
    const huge = defineTool({
      name: 'huge',
      description: 'Gives too much.',
      capability: 'read',
      input: z.object({}),
      run: () => 'x y '.repeat(2_500_000),
    });
    const calls = [call('huge', {}), ...Array.from({ length: 49 }, (_, index) => call('page', { number: index }))];
    const model = scriptedModel([line({ toolCalls: calls }), line('Done.')]);
    const { status } = await runOn(model, { tools: [page, huge], windowTokens: 16_000 });
    expect(status).toBe('completed');
    expect(toolResults(model.calls[1] as ModelRequest)).toHaveLength(50);
    keepsTo(model.calls, 16_000);
  });

  it('summarises a turn that does not fit even alone', async () => {
    const note = 'word '.repeat(6_000);
    const model = scriptedModel([
      line({ toolCalls: [{ name: 'page', arguments: JSON.stringify({ number: 1, note }) }] }),
      summary('Page 1 was read.'),
      line(({ messages }) => {
        expect(messages).toHaveLength(3);
        return 'Done.';
      }),
    ]);
    expect((await runOn(model)).status).toBe('completed');
    keepsTo(model.calls);
    model.assertUsedUp();
  });

  it('asks again for a summary that failed or is empty, and fails over as for any call', async () => {
    const clock = simulatedClock();
    const first = scriptedModel([
      ...turns(3, thought),
      summary(new ModelError('server', 'down')),
      summary(' '),
      summary(new ModelError('auth', 'no key')),
    ]);
    const second = { ...scriptedModel([summary('Notes.'), line('Done.')]), name: 'second' };
    const bot = agent({ ...about, model: [first, second], tools: [page], windowTokens });
    const runner = createAgentRunner({ agents: [bot], clock });
    const run = runner.run(bot, 'Read.');
    const actions: unknown[] = [];
    const watched = (async () => {
      for await (const { action } of run) if (action) actions.push(action);
    })();
    expect((await clock.run(run.result)).status).toBe('completed');
    await watched;
    expect(actions).toEqual([{ type: 'failover', from: 'scripted', to: 'second', reason: 'no key' }]);
    first.assertUsedUp();
    second.assertUsedUp();
  });

  it('ends with what it has when a limit does not cover the summary', async () => {
    const model = scriptedModel([...turns(3, thought)]);
    const bot = agent({ ...about, model, tools: [page], windowTokens });
    const result = await createAgentRunner({ agents: [bot], limits: { modelCalls: 3 } }).invoke(bot, 'Read.');
    expect(result).toMatchObject({ status: 'completed', limit: { name: 'modelCalls', max: 3 } });
  });

  it('survives the end of its process at every write, and pays for no summary twice', async () => {
    const { message } = await surviveEveryWrite({
      input: 'Read.',
      agent: (asked) => {
        const model = modelOf((request) => {
          const isSummary = request.brief.purpose === 'agent' && request.brief.isSummary;
          if (isSummary)
            return { text: `Codes: ${[...new Set(request.messages[1]?.content.match(/code \d+/g))].join()}` };
          const seen = request.messages.map(({ content }) => content).join();
          const codes = [...new Set(seen.match(/code \d+/g))];
          if (codes.length >= 5) return { text: codes.toSorted().join() };
          return { text: thought, calls: [{ name: 'page', input: { number: codes.length + 1 } }] };
        }, asked);
        return agent({ ...about, model, tools: [pageOf(asked)], windowTokens });
      },
    });
    expect(message?.content).toBe('code 111,code 222,code 333,code 444,code 555');
  });
});

it('reads on in the long answer of an agent that was called as a tool', async () => {
  const model = scriptedModel([
    { purpose: 'agent', agent: 'boss', reply: { toolCalls: [call('writer', { task: 'Write.' })] } },
    { purpose: 'agent', agent: 'writer', reply: `${'a'.repeat(9_000)} the end` },
    {
      purpose: 'agent',
      agent: 'boss',
      reply: (request) => {
        const [, id = '', from = ''] = /result "([^"]+)" and from (\d+)/.exec(toolResults(request)[0] ?? '') ?? [];
        return { toolCalls: [call('read_result', { result: id, from: Number(from) })] };
      },
    },
    { purpose: 'agent', agent: 'boss', reply: (request) => toolResults(request).at(-1)?.slice(-8) ?? '' },
  ]);
  const writer = agent({ name: 'writer', description: 'Writes long texts well.', model });
  const boss = agent({ name: 'boss', description: 'Has texts written by others.', model, tools: [asTool(writer)] });
  const { message } = await createAgentRunner({ agents: [boss] }).invoke(boss, 'A text, please.');
  expect(message?.content).toBe(' the end');
});

it('a window that is too small is refused', () => {
  expect(() => agent({ ...about, model: scriptedModel([]), windowTokens: 100 })).toThrow(
    'The agent "reader": windowTokens is 100: Too small: expected number to be >=2000.',
  );
});
