import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agent, agentAsTool, createAgentRunner, defineAgent, parallel } from '../../src/agents/index.ts';
import { ModelError } from '../../src/models/model-error.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { scriptedModel } from '../../src/testing/scripted-model.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import { ask } from '../../src/tools/ask.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { type Asked, modelOf, surviveEveryWrite, toolResults } from './agent-lives.ts';

/** Sends mails, and notes them. */
const mailer = (sent: string[], asked: Asked = () => {}) =>
  defineTool({
    name: 'send_mail',
    description: 'Sends a mail.',
    capability: 'write',
    input: z.object({ to: z.string(), text: z.string() }),
    run: ({ to, text }, { key }) => {
      asked(key);
      sent.push(`${to}: ${text}`);
      return `sent to ${to}`;
    },
  });

/** Writes to Ada, Ben and Eve at once, then says what became of it. */
const writer = (sent: string[], asked?: Asked, approvalMs?: number) =>
  agent({
    name: 'writer',
    description: 'Writes mails to people.',
    ...(approvalMs === undefined ? {} : { approvalMs }),
    tools: [mailer(sent, asked)],
    model: modelOf((request) => {
      const results = toolResults(request);
      if (results.length > 0) return { text: results.join(' | ') };
      return { calls: ['Ada', 'Ben', 'Eve'].map((to) => ({ name: 'send_mail', input: { to, text: 'hello' } })) };
    }, asked),
  });

describe('a call of a tool that does more than to read', () => {
  it('waits a day for a person where nobody says how long', async () => {
    const clock = simulatedClock();
    const one = writer([]);
    const runner = createAgentRunner({ agents: [one], store: memoryStore(), clock });
    const run = runner.run(one, 'Write to all.');
    await run.settled();
    const day = new Date(clock.now() + 86_400_000).toISOString();
    expect(run.waiting.map(({ until }) => until)).toEqual([day, day, day]);
    await runner.close();
  });

  it('waits for a person; several wait at once, and each answer reaches its call', async () => {
    const sent: string[] = [];
    const clock = simulatedClock();
    const bot = writer(sent, undefined, 60_000);
    const runner = createAgentRunner({ agents: [bot], store: memoryStore(), clock });
    const run = runner.run(bot, 'Write to all.', { id: 'r' });
    const { status, waiting } = await run.settled();
    expect(status).toBe('waiting');
    expect(waiting).toMatchObject([
      { kind: 'approval', tool: 'send_mail', arguments: '{"to":"Ada","text":"hello"}', runPath: ['writer'] },
      { arguments: '{"to":"Ben","text":"hello"}' },
      { arguments: '{"to":"Eve","text":"hello"}', until: '2026-01-01T00:01:00.000Z' },
    ]);
    expect(sent).toEqual([]);
    const [ada, ben, eve] = waiting.map(({ id }) => id);
    await run.refuse(ben ?? '', 'He is on holiday.');
    await run.approve(ada ?? '', { arguments: { to: 'Ada', text: 'good morning' } });
    expect(run.waiting.map(({ id }) => id)).toEqual([eve]);
    const result = await clock.run(run.result);
    expect(sent).toEqual(['Ada: good morning']);
    expect(result.message?.content).toBe(
      'sent to Ada | A person refused this call: He is on holiday. | A person refused this call: Nobody answered in time.',
    );
    expect(await runner.replay('r')).toMatchObject({ equal: true });
  });

  it('is shown with what its tool may do and takes, and other arguments are checked by that before they are taken', async () => {
    const sent: string[] = [];
    const bot = writer(sent);
    const runner = createAgentRunner({ agents: [bot], store: memoryStore() });
    const run = runner.run(bot, 'Write to all.', { id: 'r' });
    const { waiting } = await run.settled();
    expect(waiting[0]).toMatchObject({ capability: 'write', schema: { type: 'object', required: ['to', 'text'] } });
    const [ada = '', ben = '', eve = ''] = waiting.map(({ id }) => id);
    await expect(run.approve(ada, { arguments: { to: 'Ada', text: 5 } })).rejects.toThrow(
      'the edited arguments do not fit send_mail: Invalid input: expected string, received number',
    );
    expect(run.waiting.map(({ id }) => id)).toEqual([ada, ben, eve]);
    await run.approve(ada, { arguments: { to: 'Ada', text: 'good morning' } });
    for (const id of [ben, eve]) await run.refuse(id);
    await run.result;
    expect(sent).toEqual(['Ada: good morning']);
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('is not made twice by a second answer, and an answer to nothing is refused', async () => {
    const sent: string[] = [];
    const bot = writer(sent);
    const runner = createAgentRunner({ agents: [bot] });
    const run = runner.run(bot, 'Write to all.');
    const { waiting } = await run.settled();
    const [ada = '', ben = '', eve = ''] = waiting.map(({ id }) => id);
    await run.approve(ada);
    await expect(run.approve(ada)).rejects.toThrow(
      `does not wait for an answer to "${ada}". It waits for: ${ben}, ${eve}.`,
    );
    await expect(run.approve('ask-999')).rejects.toThrow('does not wait for an answer to "ask-999"');
    await expect(run.answer(ben, 'yes')).rejects.toThrow('it is an approval. Use approve or refuse.');
    const list = ['Ben'] as never; // what comes from outside has no type
    await expect(run.approve(ben, { arguments: list })).rejects.toThrow('the arguments of a call are an object');
    await run.refuse(ben, 'no', { by: 'Carol' });
    const answers = run.log.flatMap((entry) => (entry.type === 'event.received' ? [entry.data.event] : []));
    expect(answers).toMatchObject([{ answer: { given: 'approved' } }, { answer: { reason: 'no' }, by: 'Carol' }]);
    await run.refuse(eve);
    await run.result;
    expect(sent).toEqual(['Ada: hello']);
  });

  it('is asked for once and made once, wherever its process dies', async () => {
    const result = await surviveEveryWrite({
      agent: (asked) => writer([], asked),
      input: 'Write to all.',
      answer: async (run) => {
        for (const { id, arguments: given = '' } of [...run.waiting].reverse()) {
          if (given.includes('Ben')) await run.refuse(id, 'no');
          else await run.approve(id);
        }
      },
    });
    expect(result.message?.content).toBe('sent to Ada | A person refused this call: no | sent to Eve');
  });

  it('is answered by one of two people who answer at once, and the other one learns it', async () => {
    const sent: string[] = [];
    const bot = writer(sent);
    const run = createAgentRunner({ agents: [bot] }).run(bot, 'Write to all.');
    const [ada = '', ben = '', eve = ''] = (await run.settled()).waiting.map(({ id }) => id);
    const answers = await Promise.allSettled([run.approve(ada), run.refuse(ada, 'no')]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await run.refuse(ben);
    await run.refuse(eve);
    await run.result;
    expect(sent).toEqual(['Ada: hello']);
  });

  it('is refused, with a reason that the model reads, where the policy says so', async () => {
    const sent: string[] = [];
    const bot = writer(sent);
    const rules = [{ arguments: { to: 'Eve' }, verdict: 'refuse', because: 'Eve wants no mail.' }] as const;
    const policy = { rules, default: 'allow' } as const;
    const runner = createAgentRunner({ agents: [bot], policy });
    const { message } = await runner.invoke(bot, 'Write to all.');
    expect(message?.content).toContain(
      'Error: The policy of this application does not allow this call: Eve wants no mail.',
    );
    expect(sent).toEqual(['Ada: hello', 'Ben: hello']);
  });
});

/** Books a table after it has asked when, and for how many; notes what it does. */
const booking = (done: string[]) =>
  defineTool({
    name: 'book',
    description: 'Books a table.',
    capability: 'read',
    input: z.object({ place: z.string() }),
    run: ({ place }, { resumed }) => {
      if (!resumed) {
        done.push(`looked up ${place}`);
        return ask({ kind: 'choice', question: 'When?', options: ['18:00', '20:00'], keep: { number: 7 } });
      }
      done.push(`booked ${place} with ${JSON.stringify(resumed.keep)}`);
      return `booked for ${resumed.answer}`;
    },
  });

const concierge = (done: string[], asked?: Asked) =>
  agent({
    name: 'concierge',
    description: 'Books tables in restaurants.',
    tools: [booking(done)],
    model: modelOf((request) => {
      const [result] = toolResults(request);
      return result === undefined ? { calls: [{ name: 'book', input: { place: 'Rosa' } }] } : { text: result };
    }, asked),
  });

describe('a run in which somebody waits for a person', () => {
  it('goes on while another agent only pauses before its next attempt, and waits when nothing goes on by itself', async () => {
    const clock = simulatedClock();
    const down = new ModelError('server', 'down');
    const model = scriptedModel([down, 'The sun shines.'].map((reply) => ({ purpose: 'agent', reply })));
    const forecaster = agent({ name: 'forecaster', description: 'Knows the weather of tomorrow.', model });
    const both = parallel({
      name: 'both',
      description: 'Writes mails and looks at the weather.',
      agents: [writer([], undefined, 60_000), forecaster],
    });
    const run = createAgentRunner({ agents: [both], clock, limits: { wallMs: 600_000 } }).run(both, 'Go.');
    const { status, waiting } = await clock.run(run.settled());
    expect({ status, asks: waiting.length }).toEqual({ status: 'waiting', asks: 3 });
    expect(JSON.stringify(run.log).includes('The sun shines.')).toBe(true);
    expect(clock.now() - Date.UTC(2026, 0)).toBeLessThan(60_000);
    await run.cancel();
  });
});

describe('an agent that is a tool with runs of its own', () => {
  it('asks one question after the other, each with the time that is left of it', async () => {
    const clock = simulatedClock();
    const sent: string[] = [];
    const inner = writer(sent, undefined, 60_000);
    const runner = createAgentRunner({ agents: [inner], clock, store: memoryStore() });
    const model = modelOf((request) => {
      const [result] = toolResults(request);
      return result === undefined ? { calls: [{ name: 'writer', input: { task: 'Write.' } }] } : { text: result };
    });
    const tools = [agentAsTool(inner, { runner })];
    const boss = agent({ name: 'boss', description: 'Has mails written by others.', model, tools, toolMs: 600_000 });
    const run = createAgentRunner({ agents: [boss], clock }).run(boss, 'Go.');
    const [first] = (await run.settled()).waiting;
    expect(first?.deadlineMs).toBe(60_000);
    await clock.run(new Promise<void>((resolve) => void clock.after(45_000, resolve)));
    await run.approve(first?.id ?? '');
    const [second] = (await run.settled()).waiting;
    expect(second?.question).toContain('Ben');
    expect(second?.until).toBe('2026-01-01T00:01:00.000Z');
    expect((await clock.run(run.result)).message?.content).toMatch(/^sent to Ada \| .*in time\. \| .*in time\.$/);
    expect(sent).toEqual(['Ada: hello']);
  });
});

describe('a tool that asks', () => {
  it('is called again with the answer and with what it kept, and what it did before is not done again', async () => {
    const done: string[] = [];
    const bot = concierge(done);
    const store = memoryStore();
    const first = createAgentRunner({ agents: [bot], store });
    const { status, waiting, runId } = await first.invoke(bot, 'A table, please.');
    expect({ status, waiting }).toMatchObject({
      status: 'waiting',
      waiting: [{ kind: 'choice', options: ['18:00', '20:00'] }],
    });
    const run = await createAgentRunner({ agents: [bot], store }).resume(runId);
    const [ask] = run.waiting;
    await expect(run.answer(ask?.id ?? '', '19:00')).rejects.toThrow(
      '"19:00" cannot be chosen; there are: 18:00, 20:00',
    );
    await run.answer(ask?.id ?? '', '20:00');
    expect((await run.result).message?.content).toBe('booked for 20:00');
    expect(done).toEqual(['looked up Rosa', 'booked Rosa with {"number":7}']);
  });

  it('has no arguments that a person could edit: that is refused, not ignored', async () => {
    const tool = defineTool({
      name: 'book',
      description: 'Books a table.',
      capability: 'read',
      input: z.object({}),
      run: (_, { resumed }) => (resumed ? `booked: ${resumed.answer}` : ask({ kind: 'approval', question: 'Really?' })),
    });
    const bot = agent({
      name: 'concierge',
      description: 'Books tables in restaurants.',
      tools: [tool],
      model: modelOf((request) => {
        const [result] = toolResults(request);
        return result === undefined ? { calls: [{ name: 'book', input: {} }] } : { text: result };
      }),
    });
    const run = createAgentRunner({ agents: [bot] }).run(bot, 'A table.');
    const [{ id = '' } = {}] = (await run.settled()).waiting;
    await expect(run.approve(id, { arguments: { guests: 2 } })).rejects.toThrow('it has no arguments to edit');
    await run.approve(id);
    expect((await run.result).message?.content).toBe('booked: true');
  });

  it('is not asked for ever: after 20 questions it has failed, in a tool and in the function of an agent', async () => {
    const clock = simulatedClock();
    const again = () => ask({ kind: 'question', question: 'And now?', deadlineMs: 10, default: 'on' });
    const about = { description: 'Asks people again and again.', name: 'child' };
    const tool = defineTool({ ...about, name: 'whine', capability: 'read', input: z.object({}), run: again });
    const model = modelOf((request) => {
      const [result] = toolResults(request);
      return result === undefined ? { calls: [{ name: 'whine', input: {} }] } : { text: result };
    });
    for (const bot of [agent({ ...about, model, tools: [tool] }), defineAgent({ ...about, run: again })]) {
      const run = createAgentRunner({ agents: [bot], clock }).run(bot, 'Go.');
      const { message, error } = await clock.run(run.result);
      expect(message?.content ?? error?.message).toContain('It has asked 20 times: a call may not ask more often.');
      expect(JSON.stringify(run.log).match(/ask\.opened/g)).toHaveLength(20);
    }
  });

  it('is asked for an answer of the shape that it wants', async () => {
    const schema = z.object({ guests: z.int().min(1) });
    const tool = defineTool({
      name: 'book',
      description: 'Books a table.',
      capability: 'read',
      input: z.object({}),
      run: (_, { resumed }) =>
        resumed ? JSON.stringify(resumed) : ask({ kind: 'form', question: 'For whom?', schema }),
    });
    const bot = agent({
      name: 'concierge',
      description: 'Books tables in restaurants.',
      tools: [tool],
      model: modelOf((request) => {
        const [result] = toolResults(request);
        return result === undefined ? { calls: [{ name: 'book', input: {} }] } : { text: result };
      }),
    });
    const run = createAgentRunner({ agents: [bot] }).run(bot, 'A table.');
    const [open] = (await run.settled()).waiting;
    await expect(run.answer(open?.id ?? '', { guests: 0 })).rejects.toThrow('guests');
    await run.answer(open?.id ?? '', { guests: 4 });
    expect((await run.result).message?.content).toBe('{"isTimeout":false,"answer":{"guests":4}}');
  });
});
