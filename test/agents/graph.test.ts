import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { agent, createAgentRunner, type Graph, graph } from '../../src/agents/index.ts';
import { ModelError } from '../../src/models/model-error.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import { type Asked, modelOf, surviveEveryWrite } from './agent-lives.ts';

const about = { name: 'report', description: 'Writes a report on topics.' };

/** Runs a graph, and sees that its log gives the same again. */
async function come<Output>(
  built: Graph<never, Output>,
  input = 'a,b',
  options: { clock?: ReturnType<typeof simulatedClock> } = {},
) {
  const runner = createAgentRunner({ agents: [built], store: memoryStore(), ...options });
  const run = runner.run(built, input, { id: 'r' });
  const result = await (options.clock ? options.clock.run(run.result) : run.result);
  expect(await runner.check('r')).toMatchObject({ ok: true });
  return result;
}

/** A function that notes that it ran. */
const noting =
  (ran: string[], name: string) =>
  (input: string): string => {
    ran.push(`${name}(${input})`);
    return `${name}:${input}`;
  };

describe('a graph', () => {
  it('hands what a node gives to the next one, and gives what arrives at its end', async () => {
    const built = graph(about)
      .node('split', (topic: string) => topic.split(','))
      .node('count', async (names: readonly string[]) => ({ names: names.length }))
      .edge('start', 'split')
      .edge('split', 'count')
      .edge('count', 'end')
      .build();
    expect(await come(built)).toMatchObject({
      status: 'completed',
      output: { names: 2 },
      message: { role: 'assistant', content: '{"names":2}' },
      history: [{ agent: 'report', message: { content: '{"names":2}' } }],
    });
  });

  it('runs what has no need of each other side by side, and joins what they give by their names', async () => {
    const both = Promise.withResolvers<void>();
    let under = 0;
    const meet = (name: string) => async (input: string) => {
      if (++under === 2) both.resolve();
      await both.promise;
      return `${name} ${input}`;
    };
    const built = graph(about)
      .node('left', meet('left'))
      .node('right', meet('right'))
      .node('write', ({ left, right }: { left: string; right: string }) => `${left}, ${right}`)
      .edge('start', 'left')
      .edge('start', 'right')
      .join(['left', 'right'], 'write')
      .edge('write', 'end')
      .build();
    expect((await come(built, 'x')).output).toBe('left x, right x');
  });

  it('keeps a state that handlers before and after a node read and replace', async () => {
    const built = graph({ ...about, state: () => ({ seen: [] as string[] }) })
      .node('shout', (text: string) => text.toUpperCase(), {
        before: (text: string, { seen }) => ({ input: text.trim(), state: { seen: [...seen, `in ${text}`] } }),
        after: (text, { seen }) => ({ output: text, state: { seen: [...seen, `out ${text}`] } }),
      })
      .node('tell', (all: readonly string[]) => all.join('; '), {
        before: (_text: string, { seen }) => ({ input: seen }),
      })
      .edge('start', 'shout')
      .edge('shout', 'tell')
      .edge('tell', 'end')
      .build();
    expect((await come(built, ' hi ')).output).toBe('in  hi ; out HI');
  });

  it('goes where a branch leads, and a join goes on without what was skipped', async () => {
    const ran: string[] = [];
    const built = graph(about)
      .node('judge', noting(ran, 'judge'))
      .node('long', noting(ran, 'long'))
      .node('short', noting(ran, 'short'))
      .node('write', ({ judge, long, short }: { judge: string; long?: string; short?: string }) =>
        [judge, long ?? 'no long one', short ?? 'no short one'].join(' | '),
      )
      .edge('start', 'judge')
      .branch('judge', (text) => (text.length > 20 ? 'long' : 'short'), ['long', 'short'])
      .join(['judge', 'long?', 'short?'], 'write')
      .edge('write', 'end')
      .build();
    expect((await come(built, 'x')).output).toBe('judge:x | no long one | short:judge:x');
    expect(ran).toEqual(['judge(x)', 'short(judge:x)']);
  });

  it('skips a join whose needs were skipped, and goes on where it can', async () => {
    const ran: string[] = [];
    const built = graph(about)
      .node('a', noting(ran, 'a'))
      .node('b', noting(ran, 'b'))
      .node('c', noting(ran, 'c'))
      .node('both', ({ b, c }: { b: string; c: string }) => `${b} and ${c}`)
      .edge('start', 'a')
      .branch('a', () => ['b', 'end'], ['b', 'c', 'end'])
      .join(['b', 'c'], 'both')
      .edge('both', 'end')
      .build();
    expect((await come(built, 'x')).output).toBe('a:x');
  });

  it('says so when nothing leads to its end any more', async () => {
    const built = graph(about)
      .node('a', (text: string) => text)
      .node('b', (text: string) => text)
      .edge('start', 'a')
      .branch('a', () => [], ['b'])
      .edge('b', 'end')
      .build();
    expect(await come(built)).toMatchObject({
      status: 'failed',
      error: {
        message:
          'The graph "report" did not come to its end: nothing more was chosen or joined. It did not come to "b".',
      },
    });
  });

  it('goes round until a branch says that it is enough', async () => {
    const built = graph({ ...about, state: () => ({ rounds: 0 }) })
      .node('draft', (text: string) => `${text}!`, {
        after: (output, { rounds }) => ({ output, state: { rounds: rounds + 1 } }),
      })
      .edge('start', 'draft')
      .branch('draft', (_text, { rounds }) => (rounds < 3 ? 'draft' : 'end'), ['draft', 'end'])
      .build();
    expect((await come(built, 'hi')).output).toBe('hi!!!');
  });

  it('ends at a limit in place of going round for ever', async () => {
    const round = graph({ ...about, visits: 4 })
      .node('draft', (text: string) => `${text}!`)
      .edge('start', 'draft')
      .branch('draft', () => 'draft', ['draft', 'end']);
    expect(await come(round.build(), 'hi')).toMatchObject({
      status: 'completed',
      limit: { name: 'rounds', max: 4 },
      message: { content: '[The graph "report" stopped: "draft" has run 4 times, which is the most it may.]' },
    });
    const known = round.build({ onLimit: ({ node }) => `${node} was never good` });
    expect(await come(known, 'hi')).toMatchObject({ output: 'draft was never good', limit: { max: 4 } });
  });

  it('goes on with the first of several, and drops what comes later', async () => {
    const ran: string[] = [];
    const slow = Promise.withResolvers<void>();
    const built = graph(about)
      .node('fast', noting(ran, 'fast'))
      .node('slow', async (text: string) => {
        await slow.promise;
        return `slow:${text}`;
      })
      .node('use', (text: string) => {
        ran.push(`use(${text})`);
        slow.resolve();
        return text;
      })
      .node('last', ({ slow, use }: { slow: string; use: string }) => `${slow} after ${use}`)
      .edge('start', 'fast')
      .edge('start', 'slow')
      .first(['fast', 'slow'], 'use')
      .join(['slow', 'use'], 'last')
      .edge('last', 'end')
      .build();
    expect((await come(built, 'x')).output).toBe('slow:x after fast:x');
    expect(ran).toEqual(['fast(x)', 'use(fast:x)']);
  });

  it('runs a node for each arrival, one after the other', async () => {
    const ran: string[] = [];
    const built = graph({ ...about, state: () => ({ all: [] as string[] }) })
      .node('a', noting(ran, 'a'))
      .node('b', noting(ran, 'b'))
      .node('c', noting(ran, 'c'), {
        after: (output, { all }) => ({ output: [...all, output], state: { all: [...all, output] } }),
      })
      .edge('start', 'a')
      .edge('start', 'b')
      .edge('a', 'c')
      .edge('b', 'c')
      .branch('c', (all) => (all.length === 2 ? 'end' : []), ['end'])
      .build();
    expect((await come(built, 'x')).output).toEqual(['c:a:x', 'c:b:x']);
  });

  it('joins the newest that each of them has given', async () => {
    const built = graph({ ...about, state: () => ({ rounds: 0 }) })
      .node('draft', (text: string) => `${text}!`, {
        after: (output, { rounds }) => ({ output, state: { rounds: rounds + 1 } }),
      })
      .node('check', (text: string) => `${text} is fine`)
      .node('write', ({ draft, check }: { draft: string; check: string }) => `${draft} | ${check}`)
      .edge('start', 'draft')
      .branch('draft', (_text, { rounds }) => (rounds < 3 ? 'draft' : 'check'), ['draft', 'check'])
      .join(['draft', 'check'], 'write')
      .edge('write', 'end')
      .build();
    expect((await come(built, 'hi')).output).toBe('hi!!! | hi!!! is fine');
  });

  it('lets joins that wait for each other go on without each other', async () => {
    const built = graph(about)
      .node('a', ({ start, b }: { start: string; b?: string }) => `a(${start},${b ?? ''})`)
      .node('b', ({ start, a }: { start: string; a?: string }) => `b(${start},${a ?? ''})`)
      .join(['start', 'b?'], 'a')
      .join(['start', 'a?'], 'b')
      .edge('b', 'end')
      .build();
    expect((await come(built, 'x')).output).toBe('b(x,a(x,))');
  });

  it('stops what is still at work when something has arrived at its end', async () => {
    const stopped = Promise.withResolvers<void>();
    const built = graph(about)
      .node('fast', (text: string) => text)
      .node('endless', (_text: string, { signal }) => {
        signal.addEventListener('abort', () => stopped.resolve());
        return new Promise<string>(() => {});
      })
      .edge('start', 'fast')
      .edge('start', 'endless')
      .edge('fast', 'end')
      .edge('endless', 'end')
      .build();
    expect((await come(built, 'x')).output).toBe('x');
    await stopped.promise;
  });
});

describe('a function in a graph', () => {
  it('fails the graph with the name of the node, unless there is a fallback', async () => {
    const nodes = graph({ ...about, state: () => 'nothing known' });
    const fails = (): string => {
      throw Object.assign(new Error('no network'), { code: 'network' });
    };
    const plain = nodes.node('fetch', fails).edge('start', 'fetch').edge('fetch', 'end').build();
    expect(await come(plain)).toMatchObject({
      status: 'failed',
      error: { code: 'network', message: 'The node "fetch" of the graph "report" failed: no network' },
    });
    const safe = nodes
      .node('fetch', fails, { onError: ({ message }, state) => `${state}: ${message}` })
      .edge('start', 'fetch')
      .edge('fetch', 'end')
      .build();
    expect(await come(safe)).toMatchObject({ status: 'completed', output: 'nothing known: no network' });
  });

  it('is tried again after a while, as often as it may', async () => {
    const clock = simulatedClock();
    const at: number[] = [];
    const begun = clock.now();
    const built = graph(about)
      .node(
        'fetch',
        (text: string) => {
          at.push(clock.now() - begun);
          if (at.length < 3) throw new Error('busy');
          return text;
        },
        { attempts: 3, retryMs: 250 },
      )
      .edge('start', 'fetch')
      .edge('fetch', 'end')
      .build();
    expect((await come(built, 'x', { clock })).output).toBe('x');
    expect(at).toEqual([0, 250, 500]);
  });

  it('has to end in time', async () => {
    const clock = simulatedClock();
    const built = graph(about)
      .node('hang', (_text: string) => new Promise<string>(() => {}), { timeoutMs: 900 })
      .edge('start', 'hang')
      .edge('hang', 'end')
      .build();
    expect((await come(built, 'x', { clock })).error).toEqual({
      code: 'timeout',
      message: 'The node "hang" of the graph "report" failed: It took longer than 900 ms.',
    });
  });

  it('has a key, the context of the request, and the values of the session', async () => {
    const built = graph(about)
      .node('ask', (_text: string, { key, context, session, runPath }) => {
        session.set('user', 'Ada');
        return `${key} ${JSON.stringify(context)} ${runPath.join('/')}`;
      })
      .node('greet', (text: string, { session }) => `${text} ${String(session.get('user'))}`)
      .edge('start', 'ask')
      .edge('ask', 'greet')
      .edge('greet', 'end')
      .build();
    const runner = createAgentRunner({ agents: [built] });
    const { output } = await runner.invoke(built, 'hi', { id: 'r', context: { tenant: 't1' } });
    expect(output).toBe('r/report/ask {"tenant":"t1"} report Ada');
  });

  it('is aborted when the run is cancelled', async () => {
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const built = graph(about)
      .node('hang', (_text: string, { signal }) => {
        signal.addEventListener('abort', () => stopped.resolve());
        begun.resolve();
        return new Promise<string>(() => {});
      })
      .edge('start', 'hang')
      .edge('hang', 'end')
      .build();
    const run = createAgentRunner({ agents: [built] }).run(built, 'x');
    await begun.promise;
    await run.cancel();
    expect((await run.result).status).toBe('cancelled');
    await stopped.promise;
  });
});

describe('an agent in a graph', () => {
  const judge = (model: ReturnType<typeof scriptedModel>) =>
    agent({ name: 'judge', description: 'Judges short texts.', model, outputSchema: z.object({ ok: z.boolean() }) });
  const writer = (model: ReturnType<typeof scriptedModel>) =>
    agent({ name: 'writer', description: 'Writes short texts.', model });

  it('is asked what arrives, and gives its text or its data; every event has its run path', async () => {
    const model = scriptedModel([
      { purpose: 'agent', agent: 'writer', reply: 'A poem.' },
      { purpose: 'agent', agent: 'judge', reply: '{"ok":false}' },
      { purpose: 'agent', agent: 'writer', reply: 'A better poem.' },
      { purpose: 'agent', agent: 'judge', reply: '{"ok":true}' },
    ]);
    const built = graph({ ...about, state: () => ({ poem: '' }) })
      .agent('write', writer(model), { after: ({ text }) => ({ output: text, state: { poem: text } }) })
      .agent('judge', judge(model))
      .node('again', (_: { ok: boolean }) => 'Write a better one.')
      .node('show', (poem: string) => poem, { before: (_: { ok: boolean }, { poem }) => ({ input: poem }) })
      .edge('start', 'write')
      .edge('write', 'judge')
      .branch('judge', ({ ok }) => (ok ? 'show' : 'again'), ['show', 'again'])
      .edge('again', 'write')
      .edge('show', 'end')
      .build();
    const runner = createAgentRunner({ agents: [built], store: memoryStore() });
    const run = runner.run(built, 'Write a poem.', { id: 'r' });
    const said: string[] = [];
    for await (const { runPath, output } of run) {
      if (output && 'message' in output) said.push(`${runPath.join('/')}: ${output.message.content}`);
    }
    const result = await run.result;
    expect(result).toMatchObject({ output: 'A better poem.', usage: { modelCalls: 4 } });
    expect(said).toEqual([
      'report/writer: A poem.',
      'report/judge: {"ok":false}',
      'report/writer: A better poem.',
      'report/judge: {"ok":true}',
      'report: A better poem.',
    ]);
    expect(result.history.map(({ agent: name, message }) => `${name}: ${message.content}`)).toEqual([
      'writer: A poem.',
      'judge: {"ok":false}',
      'writer: A better poem.',
      'judge: {"ok":true}',
      'report: A better poem.',
    ]);
    expect(model.calls[2]?.messages.map(({ content }) => content).slice(1)).toEqual(['Write a better one.']);
    expect(await runner.replay('r')).toMatchObject({ equal: true });
    model.assertUsedUp();
  });

  it('does not say again what it has said last', async () => {
    const model = scriptedModel([{ purpose: 'agent', reply: 'A poem.' }]);
    const built = graph(about).agent('write', writer(model)).edge('start', 'write').edge('write', 'end').build();
    const { history } = await come(built);
    expect(history).toEqual([{ agent: 'writer', message: { role: 'assistant', content: 'A poem.' } }]);
  });

  it('fails the graph with its name, unless there is a fallback', async () => {
    const lines = [{ purpose: 'agent', reply: new ModelError('auth', 'The key is wrong.') }] as const;
    const plain = (model: ReturnType<typeof scriptedModel>) =>
      graph(about).agent('write', writer(model)).edge('start', 'write').edge('write', 'end').build();
    expect((await come(plain(scriptedModel(lines)))).error).toEqual({
      code: 'auth',
      message: 'The node "write" of the graph "report" failed: The key is wrong.',
    });
    const safe = graph(about)
      .agent('write', writer(scriptedModel(lines)), { onError: ({ code }) => `no poem: ${code}` })
      .edge('start', 'write')
      .edge('write', 'end')
      .build();
    expect((await come(safe)).output).toBe('no poem: auth');
  });

  it('fails when a limit has ended its work before there was data', async () => {
    const built = graph(about)
      .agent('judge', judge(scriptedModel([{ purpose: 'agent', reply: '{"ok":"perhaps"}' }])))
      .edge('start', 'judge')
      .edge('judge', 'end')
      .build();
    const runner = createAgentRunner({ agents: [built] });
    expect((await runner.invoke(built, 'x', { limits: { modelCalls: 1 } })).error?.message).toBe(
      'The node "judge" of the graph "report" failed: "judge" ended without its data. The limit of 1 modelCalls ended its work.',
    );
  });
});

describe('a graph that is given data', () => {
  const built = graph({ ...about, input: z.object({ city: z.string() }) })
    .node('greet', ({ city }: { city: string }) => `Hello ${city}`)
    .edge('start', 'greet')
    .edge('greet', 'end')
    .build();

  it('reads and checks it from the message', async () => {
    expect((await come(built, '{"city":"Porto"}')).output).toBe('Hello Porto');
    expect((await come(built, '{"town":"Porto"}')).error?.message).toMatch(
      /^The input of the graph "report" does not fit: .*expected string/,
    );
    expect((await come(built, 'Porto')).error?.message).toMatch(/does not fit: the message is not JSON/);
  });

  it('is a node of another graph, and fails it when a limit leaves it without data', async () => {
    const outer = graph({ name: 'outer', description: 'Greets the people of a city.' })
      .graph('greet', built, { before: (city: string) => ({ input: { city } }) })
      .edge('start', 'greet')
      .edge('greet', 'end')
      .build();
    expect(await come(outer, 'Porto')).toMatchObject({ output: 'Hello Porto' });
    const endless = graph({ ...about, name: 'endless' })
      .node('draft', (text: string) => text)
      .edge('start', 'draft')
      .branch('draft', () => 'draft', ['draft', 'end'])
      .build();
    const around = graph({ name: 'around', description: 'Has an endless graph in it.' })
      .graph('inner', endless)
      .edge('start', 'inner')
      .edge('inner', 'end')
      .build();
    expect((await come(around)).error?.message).toBe(
      'The node "inner" of the graph "around" failed: "endless" ended without its data. The limit of 10 rounds ended its work.',
    );
  });

  it('takes all messages on wish, those of other agents as context', async () => {
    const all = graph({ ...about, input: 'messages' })
      .node('tell', (messages: readonly { readonly content: string }[]) =>
        messages.map(({ content }) => content).join('|'),
      )
      .edge('start', 'tell')
      .edge('tell', 'end')
      .build();
    const runner = createAgentRunner({ agents: [all] });
    const { output } = await runner.invoke(all, [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ]);
    expect(output).toBe('one|two|three');
  });
});

describe('what is wrong with a graph', () => {
  const node = (text: string) => text;
  const problem = (build: () => unknown) => {
    try {
      build();
    } catch (error) {
      return (error as Error).message.replace('The graph "report": ', '');
    }
    return undefined;
  };
  // What the compiler refuses can still come from JavaScript.
  const loose = (builder: unknown) => builder as Record<'edge' | 'branch' | 'build', (...args: unknown[]) => never>;

  it.each<[string, () => unknown]>([
    ['it has no nodes. Add one with node() or agent().', () => graph(about)],
    [
      'two nodes are named "a". Give each a name of its own.',
      () => graph(about).node('a', node).node('a', node).edge('start', 'a').edge('a', 'end'),
    ],
    ['a node is named "end", which is taken. Give it another name.', () => graph(about).node('end', node)],
    [
      'the node name "a.b" is not allowed. Use 1 to 64 letters, digits, "_" or "-".',
      () => graph(about).node('a.b', node),
    ],
    [
      'a way leads to "nobody", which is no node. Its nodes are: a.',
      () => loose(graph(about).node('a', node).edge('start', 'a')).edge('a', 'nobody'),
    ],
    [
      'the node "b" is never reached. Add an edge to it, or leave it out.',
      () => graph(about).node('a', node).node('b', node).edge('start', 'a').edge('a', 'end').edge('b', 'end'),
    ],
    [
      'no way leads from "b" to the end. Add an edge to "end".',
      () => graph(about).node('a', node).node('b', node).edge('start', 'a').edge('a', 'end').edge('a', 'b'),
    ],
    [
      "nothing begins. Add an edge from the start: edge('start', …).",
      () => graph(about).node('a', node).edge('a', 'end'),
    ],
    [
      'the branch after "a" has no targets. Name the nodes that it may choose.',
      () =>
        graph(about)
          .node('a', node)
          .edge('start', 'a')
          .branch('a', () => [], [])
          .edge('a', 'end'),
    ],
    [
      '"a" has two branches. Make one of them: a branch may choose several targets.',
      () =>
        graph(about)
          .node('a', node)
          .edge('start', 'a')
          .branch('a', () => 'end', ['end'])
          .branch('a', () => 'a', ['a']),
    ],
    [
      'a join of nothing leads to "end". Name the nodes that are waited for.',
      () => graph(about).node('a', node).edge('start', 'a').join([], 'end'),
    ],
    ['visits is 0: a whole number from 1 on is wanted.', () => graph({ ...about, visits: 0 }).node('a', node)],
    ['attempts of "a" is 0: a whole number from 1 on is wanted.', () => graph(about).node('a', node, { attempts: 0 })],
    ['timeoutMs of "a" is -1: milliseconds above 0 are wanted.', () => graph(about).node('a', node, { timeoutMs: -1 })],
  ])('is said when it is built: %s', (expected, begin) => {
    expect(problem(() => loose(begin()).build())).toBe(expected);
  });

  it('is said when a handler or a branch throws or chooses what it may not', async () => {
    const boom = (): never => {
      throw new Error('boom');
    };
    const begun = graph(about).node('a', node).edge('start', 'a');
    const thrown = async (built: Graph<never, unknown>) => (await come(built)).error?.message;
    expect(await thrown(begun.branch('a', boom, ['end']).build())).toBe(
      'The branch after "a" of the graph "report" threw: boom',
    );
    const chose = loose(begun).branch('a', () => 'b', ['end']) as typeof begun;
    expect(await thrown(chose.build())).toBe(
      'The branch after "a" of the graph "report" chose "b". It may choose: end.',
    );
    const handled = (options: object) =>
      graph(about).node('a', node, options).edge('start', 'a').edge('a', 'end').build();
    expect(await thrown(handled({ before: boom }))).toBe('The handler before "a" of the graph "report" threw: boom');
    expect(await thrown(handled({ after: boom }))).toBe('The handler after "a" of the graph "report" threw: boom');
    const state = graph({ ...about, state: boom })
      .node('a', node)
      .edge('start', 'a')
      .edge('a', 'end')
      .build();
    expect(await thrown(state)).toBe('The graph "report" could not begin: boom');
  });

  it('is an agent that is a part of itself', () => {
    const inner = graph(about).node('a', node).edge('start', 'a').edge('a', 'end').build();
    expect(() => graph(about).graph('a', inner).edge('start', 'a').edge('a', 'end').build()).toThrow(
      'The agent "report" is a part of itself: report > report.',
    );
  });

  it('is warned of when its description says nothing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    graph({ name: 'x', description: 'A graph.' }).node('a', node).edge('start', 'a').edge('a', 'end').build();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});

it('loses nothing and does nothing twice, at whichever write its process dies', async () => {
  const result = await surviveEveryWrite({
    input: 'Porto,Lisbon',
    agent: (asked: Asked) => {
      const guide = agent({
        name: 'guide',
        description: 'Knows cities and their weather.',
        model: modelOf((request) => ({ text: `${request.messages.at(-1)?.content} is fine.` }), asked),
      });
      const noted = <T>(key: string, value: T): T => {
        asked(key);
        return value;
      };
      return graph({ ...about, state: () => ({ tries: 0 }) })
        .node('split', (text: string, { key }) => noted(key, text.split(',')))
        .agent('first', guide, { before: ([city = '']: string[]) => ({ input: city }) })
        .agent('second', guide, { before: ([, city = '']: string[]) => ({ input: city }) })
        .node('write', ({ first, second }: { first: string; second: string }, { key }) =>
          noted(key, `${first} ${second}`),
        )
        .node('polish', (text: string, { key }) => noted(key, `${text}!`), {
          after: (output, { tries }) => ({ output, state: { tries: tries + 1 } }),
        })
        .edge('start', 'split')
        .edge('split', 'first')
        .edge('split', 'second')
        .join(['first', 'second'], 'write')
        .edge('write', 'polish')
        .branch('polish', (_text, { tries }) => (tries < 2 ? 'polish' : 'end'), ['polish', 'end'])
        .build();
    },
  });
  expect(result.output).toBe('Porto is fine. Lisbon is fine.!!');
});
