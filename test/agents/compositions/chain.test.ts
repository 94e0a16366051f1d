import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agent, createAgentRunner, loop, parallel, sequence } from '../../../src/agents/index.ts';
import { ModelError } from '../../../src/models/model-error.ts';
import { ask } from '../../../src/tools/ask.ts';
import { defineTool } from '../../../src/tools/tool.ts';
import { type Asked, modelOf, surviveEveryWrite, toolResults } from '../agent-lives.ts';
import { broken, says, watch } from './watch.ts';

const description = 'Works on a text together.';
const exits = (name: string, result?: string) =>
  agent({
    name,
    description: `Ends the work as ${name}.`,
    model: modelOf(({ tools = [] }) =>
      tools.some((tool) => tool.name === 'exit')
        ? { text: 'good', calls: [{ name: 'exit', input: result === undefined ? {} : { final_result: result } }] }
        : { text: 'cannot exit' },
    ),
  });
/** Says what others said before it. */
const quotes = (name: string) =>
  says(name, ({ messages }) =>
    messages
      .slice(1)
      .map(({ content }) => content)
      .join(' / '),
  );

describe('a sequence', () => {
  it('lets each see what the user and the ones before it said; the last answer is the answer', async () => {
    const { result, events } = await watch(
      sequence({ name: 's', description, agents: [says('a', 'one'), says('b', 'two'), quotes('c')] }),
      'Count!',
    );
    expect(result).toMatchObject({ status: 'completed' });
    expect(result.message?.content).toBe(
      'Count! / <conversation>\nFor context: [a] said: one.\nFor context: [b] said: two.\n</conversation>',
    );
    expect(events.map((event) => event.split(' ')[0])).toEqual(['s/a', 's/b', 's/c']);
  });

  it('ends with the failure of one, says whose it is, and keeps the history', async () => {
    const { result, events } = await watch(
      sequence({ name: 's', description, agents: [says('a', 'one'), broken('b'), says('c', 'three')] }),
    );
    expect(result.status).toBe('failed');
    expect(result.error).toMatchObject({ code: 'auth' });
    expect(result.error?.message).toMatch(/^\[b\] failed: the key is wrong/);
    expect(result.history.map(({ agent: name }) => name)).toEqual(['a', 'b']);
    expect(events.at(-1)).toMatch(/^s failed: \[b\] failed/);
  });

  it('names the whole way to a failure inside', async () => {
    const inner = sequence({ name: 'inner', description, agents: [broken('b')] });
    const { result } = await watch(sequence({ name: 'outer', description, agents: [inner] }));
    expect(result.error?.message).toMatch(/^\[inner\] failed: \[b\] failed: the key is wrong/);
  });

  it('ends early when one exits that may', async () => {
    const agents = [says('a', 'one'), exits('b'), says('c', 'three')] as const;
    const early = await watch(sequence({ name: 's', description, agents, mayExit: true }));
    expect(early.result.message?.content).toBe('good');
    expect(early.events).toContain('s/b exit');
    const whole = await watch(sequence({ name: 's', description, agents }));
    expect(whole.result.message?.content).toBe('three');
  });

  it('ends with what it has when the run may use no more', async () => {
    const s = sequence({ name: 's', description, agents: [says('a', 'one'), says('b', 'two'), says('c', 'three')] });
    const result = await createAgentRunner({ agents: [s], limits: { modelCalls: 1 } }).invoke(s, 'Go.');
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'one' },
      limit: { name: 'modelCalls', max: 1 },
    });
  });
});

describe('a loop', () => {
  it('ends when one exits, also from a sequence inside it, with the final result', async () => {
    const inner = sequence({ name: 'inner', description, agents: [says('a', 'one'), exits('b', 'perfect')] });
    const { result, events } = await watch(
      loop({ name: 'l', description, agents: [inner, says('c', 'never')], max: 5 }),
    );
    expect(result.message?.content).toBe('perfect');
    expect(result.limit).toBeUndefined();
    expect(events).toEqual([
      'l/inner/a assistant: one',
      'l/inner/b assistant: good exit',
      'l/inner/b tool: The work has ended.',
      'l/inner/b exit',
      'l assistant: perfect',
    ]);
  });

  it('ends at its maximum with what it has, and says so', async () => {
    const { result, events } = await watch(
      loop({ name: 'l', description, agents: [says('a', 'one'), says('b', 'two')], max: 3 }),
    );
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'two' },
      limit: { name: 'rounds', max: 3 },
    });
    expect(events.filter((event) => event === 'l/a assistant: one')).toHaveLength(3);
    expect(events.at(-1)).toBe('l limit');
  });

  it('ends when its function says so, in the round in which it does', async () => {
    const rounds: number[] = [];
    const until = ({ message }: { message?: { content: string } }, round: number) => {
      if (!rounds.includes(round)) rounds.push(round);
      return message?.content === 'one' && round === 2;
    };
    const { result } = await watch(loop({ name: 'l', description, agents: [says('a', 'one')], max: 9, until }));
    expect(result).toMatchObject({ status: 'completed', message: { content: 'one' } });
    expect(result.limit).toBeUndefined();
    expect(rounds).toEqual([1, 2]);
  });

  it('fails, and does not throw, when its function throws', async () => {
    const until = () => {
      throw new Error('oh');
    };
    const { result } = await watch(loop({ name: 'l', description, agents: [says('a', 'one')], max: 9, until }));
    expect(result).toMatchObject({ status: 'failed', error: { message: 'until of "l" threw: oh' } });
  });

  it('ends at once when the run may use no more', async () => {
    const l = loop({ name: 'l', description, agents: [says('a', 'one')], max: 1_000 });
    const runner = createAgentRunner({ agents: [l], limits: { modelCalls: 3 } });
    const run = runner.run(l, 'Go.');
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', message: { content: 'one' }, limit: { name: 'modelCalls' } });
    expect(result.usage.modelCalls).toBe(3);
  });

  it('comes to the same wherever its process dies', async () => {
    const result = await surviveEveryWrite({
      agent: (asked) =>
        loop({ name: 'l', description, agents: [says('a', 'x', asked), says('b', 'y', asked)], max: 2 }),
      input: 'Go.',
    });
    expect(result.message?.content).toBe('y');
  });
});

describe('agents side by side', () => {
  it('begin alike, and their answers stand one below the other in the order of the agents', async () => {
    const { result, events } = await watch(
      parallel({ name: 'p', description, agents: [quotes('a'), says('b', 'two')] }),
      'Go!',
    );
    expect(result.message?.content).toBe('[a]\nGo!\n\n[b]\ntwo');
    expect(events.at(-1)).toBe('p assistant: [a]\nGo!\n\n[b]\ntwo');
    expect(result.history.map(({ agent: name }) => name)).toEqual(['a', 'b']);
  });

  it('are waited for when one fails, and the answer names it', async () => {
    const { result } = await watch(parallel({ name: 'p', description, agents: [broken('a'), says('b', 'two')] }));
    expect(result.status).toBe('completed');
    expect(result.message?.content).toMatch(/^\[a\] failed: the key is wrong[^\n]*\n\n\[b\]\ntwo$/);
  });

  it('fail when all of them do, each with its reason', async () => {
    const { result } = await watch(parallel({ name: 'p', description, agents: [broken('a'), broken('b')] }));
    expect(result.status).toBe('failed');
    expect(result.error?.message).toMatch(/\[a\] failed: .* \[b\] failed: /);
  });

  it('are joined by a function of what they came to', async () => {
    const { result } = await watch(
      parallel({
        name: 'p',
        description,
        agents: [broken('a'), says('b', 'two')],
        join: (ends) => `${ends.a?.status} and ${ends.b?.message?.content}`,
      }),
    );
    expect(result.message?.content).toBe('failed and two');
  });

  it('are joined by an agent that reads what they said, and who failed', async () => {
    const { result, events } = await watch(
      parallel({ name: 'p', description, agents: [says('a', 'one'), broken('b')], join: quotes('editor') }),
    );
    expect(result.message?.content).toMatch(
      /^Go\. \/ <conversation>\nFor context: \[a\] said: one\.\nFor context: \[b\] failed: the key is wrong/,
    );
    expect(events.at(-1)).toMatch(/^p\/editor assistant/);
  });

  it.each([
    ['fail', { failFast: true }, 'failed'],
    ['decide', { until: () => true }, 'completed'],
  ] as const)('are stopped when one does %s', async (what, option, status) => {
    const aborted: string[] = [];
    const begun = Promise.withResolvers<void>();
    const slow = agent({
      name: 'slow',
      description: 'Never comes to an end.',
      model: {
        name: 'slow',
        call: ({ signal }) =>
          new Promise((_, reject) => {
            begun.resolve();
            signal.addEventListener('abort', () => {
              aborted.push('slow');
              reject(new ModelError('aborted', 'The call was aborted.'));
            });
          }),
      },
    });
    const fast = agent({
      name: 'fast',
      description: 'Comes to an end at once.',
      model: {
        name: 'fast',
        async call() {
          await begun.promise;
          if (what === 'fail') throw new ModelError('auth', 'the key is wrong');
          const usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1 };
          return { text: 'first', toolCalls: [], finishReason: 'stop', usage };
        },
      },
    });
    const { result } = await watch(parallel({ name: 'p', description, agents: [slow, fast], ...option }));
    expect(result.status).toBe(status);
    expect(aborted).toEqual(['slow']);
    if (what === 'fail') expect(result.error?.message).toMatch(/^\[fast\] failed/);
    else expect(result.message?.content).toBe('[fast]\nfirst');
  });

  it('wait each for its own answer, wherever their process dies', async () => {
    const asks = (name: string, asked: Asked) =>
      agent({
        name,
        description: `Asks a person for ${name}.`,
        tools: [
          defineTool({
            name: 'color',
            description: 'Asks for a colour.',
            capability: 'read',
            input: z.object({}),
            run: (_, { key, resumed }) => {
              asked(key);
              if (!resumed) return ask({ kind: 'question', question: `Which colour for ${name}?` });
              return String(resumed.answer);
            },
          }),
        ],
        model: modelOf((request) => {
          const [color] = toolResults(request);
          return color === undefined ? { calls: [{ name: 'color', input: {} }] } : { text: `${name} is ${color}` };
        }),
      });
    const result = await surviveEveryWrite({
      agent: (asked) =>
        sequence({
          name: 's',
          description,
          agents: [
            parallel({ name: 'p', description, agents: [asks('a', asked), asks('b', asked)] }),
            says('c', ({ messages }) => messages.at(-1)?.content ?? '', asked),
          ],
        }),
      input: 'Go.',
      // The last one that asked is answered first.
      answer: async (run) => {
        const last = run.waiting.at(-1);
        await run.answer(last?.id ?? '', last?.question.includes('for a') ? 'red' : 'blue');
      },
    });
    expect(result.message?.content.match(/said: .*/g)).toEqual(['said: a is red.', 'said: b is blue.']);
  });

  it('come to the same wherever their process dies', async () => {
    const result = await surviveEveryWrite({
      agent: (asked) =>
        parallel({
          name: 'p',
          description,
          agents: [says('a', 'one', asked), broken('b'), says('c', 'three', asked)],
          join: says('editor', 'joined', asked),
        }),
      input: 'Go.',
    });
    expect(result.message?.content).toBe('joined');
  });
});
