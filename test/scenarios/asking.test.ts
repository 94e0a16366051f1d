import {
  ask,
  createOrchestrator,
  defineSpecialist,
  defineTool,
  memoryStore,
  type Policy,
  type Run,
  replay,
  type Store,
} from 'troupe';
import { scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closed, mailing, mailPlan, mailStep, quick } from './asking-cast.ts';
import { call, offeredIn, stepsOf, textOf } from './moves.ts';
import { expectReplay, of, ask as request, stage } from './scenario.ts';

const idOf = (run: Run, step: string) => run.waiting.find((each) => each.step === step)?.id ?? '';
const resultOf = (run: Run, step: string) =>
  run.log.findLast(
    ({ type, data }) =>
      type === 'effect.completed' && 'key' in data && data.key.startsWith(`s${step}#`) && data.kind === 'ask',
  )?.data;

describe('three specialists side by side that ask for approval', () => {
  /** One after the other, each process on the same store and script. */
  function processes() {
    const { sent, mailer } = mailing();
    const model = scriptedModel([mailPlan('a', 'b', 'c'), ...['a', 'b', 'c'].flatMap(mailStep), closed]);
    const clock = simulatedClock();
    const store: Store = memoryStore();
    const open = () =>
      createOrchestrator({ ...quick, model, clock, store, specialists: [mailer], leaseMs: 86_400_000 });
    return { sent, model, clock, store, open };
  }

  it('get their answers in any order, one refused, one edited, one too late, also when the process ends in between', async () => {
    const { sent, model, clock, store, open } = processes();
    const first = open().start(request('do it'), { runId: 'r' });
    const asked = await first.settled();
    expect(asked).toMatchObject({ status: 'waiting', waitingFor: { kind: 'approval', step: 'a', tool: 'mail' } });
    expect(asked.waiting.map(({ step }) => step)).toEqual(['a', 'b', 'c']);
    expect(asked.waiting[2]).toMatchObject({ arguments: '{"to":"c"}', specialist: 'mailer', actor: 'host/step-c#1' });
    expect(asked.waiting[0]).toMatchObject({ capability: 'write', default: false });
    expect(sent).toEqual([]);
    first.actor.stop();

    const second = await open().resume('r');
    expect((await second.settled()).waiting).toEqual(asked.waiting);
    await second.refuse(idOf(second, 'c'), 'c has left', { by: 'Ada' });
    expect((await second.settled()).waiting.map(({ step }) => step)).toEqual(['a', 'b']);
    second.actor.stop();

    const third = await open().resume('r');
    await third.settled();
    await third.approve(idOf(third, 'b'), { arguments: { to: 'bob' } });
    await third.settled();
    third.actor.stop();

    const fourth = await open().resume('r');
    const result = await clock.run(fourth.result);
    expect(result).toMatchObject({ status: 'completed', message: { content: 'all done' }, waiting: [] });
    expect(sent).toEqual(['bob']);
    expect(JSON.stringify(resultOf(fourth, 'c'))).toContain('A person refused this call: c has left');
    expect(JSON.stringify(resultOf(fourth, 'a'))).toContain('nobody approved this call in time');
    expect(of(fourth.log, 'approval.requested')).toHaveLength(3);
    expect(of(fourth.log, 'approval.refused')[0]?.data).toMatchObject({ by: 'Ada', reason: 'c has left' });
    expect(of(fourth.log, 'question.withdrawn').map(({ data }) => data.id)).toEqual(['sa#1/tool#1.1.1']);
    model.assertUsedUp();
    expect(model.calls).toHaveLength(8);
    expectReplay(await store.read('r'));
  });

  it('wait in a snapshot as well', async () => {
    const { sent, open } = processes();
    const first = open().start(request('do it'));
    await first.settled();
    const snapshot = JSON.parse(JSON.stringify(first.snapshot()));
    first.actor.stop();
    const second = open().restore(snapshot);
    expect((await second.settled()).waiting).toHaveLength(3);
    for (const { id } of second.waiting) await second.approve(id);
    expect(await second.result).toMatchObject({ status: 'completed' });
    expect(sent.sort()).toEqual(['a', 'b', 'c']);
    expect(of(second.log, 'approval.requested')).toHaveLength(3);
    expectReplay(second.log);
  });
});

describe('a run that asks', () => {
  const one = (config: Parameters<typeof stage>[1] = {}) => {
    const { sent, mailer } = mailing();
    const { start } = stage([mailPlan('a'), ...mailStep('a')], { specialists: [mailer], ...config });
    return { sent, run: start() };
  };

  it('is executing while others work, and waits when nothing but people is waited for', async () => {
    const { mailer } = mailing();
    const gate = Promise.withResolvers<string>();
    const lines = [
      mailPlan('a', 'b'),
      ...mailStep('a'),
      { purpose: 'work', step: 'b', reply: () => gate.promise },
      closed,
    ] as const;
    const { start } = stage(lines, { specialists: [mailer] });
    const run = start();
    await expect.poll(() => run.waiting.length).toBe(1);
    expect(of(run.log, 'status.changed').at(-1)?.data.status).toBe('executing');
    gate.resolve('done');
    expect(await run.settled()).toMatchObject({ status: 'waiting' });
    expect(of(run.log, 'status.changed').at(-1)?.data).toEqual({ status: 'waiting', state: 'executing' });
    run.approve();
    expect(await run.result).toMatchObject({ status: 'completed' });
  });

  it('refuses an answer by a wrong id, a second one, and arguments that do not fit', async () => {
    const { run, sent } = one();
    await run.settled();
    const [{ id } = { id: '' }] = run.waiting;
    expect(() => run.approve('nobody')).toThrow(
      /^"nobody" of run .* was not asked\. Open are: "s\w+#1\/tool#1\.1\.1"\.$/,
    );
    expect(() => run.answer(id, 'yes')).toThrow('asks for approval');
    expect(() => run.approve(id, { arguments: { to: 7 } })).toThrow('The edited arguments do not fit mail');
    expect(sent).toEqual([]);
    expect(await run.approve(id)).toBe(true);
    expect(() => run.refuse(id, 'no')).toThrow('is not open any more: it was approved');
    await run.result;
    expect(sent).toEqual(['a']);
  });

  it('is cancelled with its questions', async () => {
    const { mailer } = mailing();
    const { start } = stage([mailPlan('a'), ...mailStep('a').slice(0, 1)], { specialists: [mailer] });
    const run = start();
    await run.settled();
    run.cancel();
    expect(await run.result).toMatchObject({ status: 'cancelled', waiting: [] });
  });

  it('lets the call pass when its time is up, where the policy says so', async () => {
    const clock = simulatedClock();
    const { sent, run } = one({
      clock,
      policy: { rules: [{ tool: 'mail', verdict: 'ask', approvalMs: 50, onTimeout: 'allow' }] },
    });
    expect((await run.settled()).waitingFor?.deadline).toBe('2026-01-01T00:00:00.050Z');
    await clock.run(run.result);
    expect(sent).toEqual(['a']);
  });

  it('does not count the wait as time of the step', async () => {
    const clock = simulatedClock();
    const { run } = one({ clock, timeouts: { stepMs: 1000, approvalMs: 3_600_000 }, policy: { onTimeout: 'allow' } });
    expect(await clock.run(run.result)).toMatchObject({ status: 'completed' });
    const turns = of(run.log, 'effect.started').filter(({ data }) => data.kind === 'ask');
    expect(turns.map(({ data }) => data.timeoutMs)).toEqual([1000, 1000]);
  });

  it('takes the first of two answers that come in the same moment', async () => {
    const memory = memoryStore();
    const store: Store = { ...memory, append: async (...args) => memory.append(...args) };
    const { run, sent } = one({ store });
    await run.settled();
    const [{ id } = { id: '' }] = run.waiting;
    // While this is written, both wait for their turn.
    run.pause();
    const answers = Promise.all([run.approve(id), run.refuse(id, 'no')]);
    run.resume();
    expect(await answers).toEqual([true, false]);
    await run.result;
    expect(sent).toEqual(['a']);
    expect(of(run.log, 'approval.refused')).toEqual([]);
  });

  it('gives each of several calls of one reply its own answer', async () => {
    const { sent, mailer } = mailing();
    const calls = ['x', 'y', 'z'].map((to) => call('mail', { to }));
    const { start } = stage(
      [
        mailPlan('a'),
        { purpose: 'work', reply: { toolCalls: calls } },
        {
          purpose: 'work',
          reply: ({ messages }) =>
            messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : [])).join(' | '),
        },
        closed,
      ],
      { specialists: [mailer] },
    );
    const run = start();
    const { waiting } = await run.settled();
    const idFor = (to: string) => waiting.find(({ arguments: input }) => input === `{"to":"${to}"}`)?.id ?? '';
    await run.approve(idFor('z'), { arguments: { to: 'zoe' } });
    await run.refuse(idFor('y'), 'no y');
    await run.approve(idFor('x'));
    const { plan } = await run.result;
    expect(plan?.steps[0]?.result).toBe('sent as number 2 | A person refused this call: no y | sent as number 1');
    expect(sent).toEqual(['zoe', 'x']);
  });

  it('has a hundred questions open at once', async () => {
    const { sent, mailer } = mailing();
    const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
    const model = scriptedModel([mailPlan(...names), ...names.flatMap(mailStep), closed]);
    const limits = { steps: 100, modelCalls: 500 };
    const run = createOrchestrator({ ...quick, model, specialists: [mailer], concurrency: 100, limits }).start(
      request('do it'),
    );
    expect((await run.settled()).waiting).toHaveLength(100);
    await Promise.all(run.waiting.map(({ id }) => run.approve(id)));
    expect(await run.result).toMatchObject({ status: 'completed' });
    expect(sent.toSorted()).toEqual(names.toSorted());
    expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
  });
});

describe('a policy', () => {
  const decided = async (policy: Policy, input: object = { to: 'a' }, clock = simulatedClock()) => {
    const { sent, mailer } = mailing();
    const model = scriptedModel([
      mailPlan('a'),
      { purpose: 'work', reply: { toolCalls: [call('mail', input)] } },
      { purpose: 'work', reply: (given) => textOf(given) },
      closed,
    ]);
    const run = createOrchestrator({ ...quick, model, clock, specialists: [mailer], policy }).start(request('do it'));
    const result = await run.settled();
    const isOffered = offeredIn(model.calls[1]).includes('mail');
    run.actor.stop();
    expectReplay(run.log);
    const verdict = result.status === 'waiting' ? 'ask' : sent.length > 0 ? 'allow' : 'refuse';
    return { verdict, isOffered, because: result.waitingFor?.because, run };
  };

  it.each<[string, Policy, 'allow' | 'ask' | 'refuse']>([
    ['asks about what is not said', {}, 'ask'],
    ['refuses by default, if that is said', { default: 'refuse' }, 'refuse'],
    ['allows by the name of the tool', { rules: [{ tool: ['other', 'mail'], verdict: 'allow' }] }, 'allow'],
    ['allows by a pattern of the name', { rules: [{ tool: 'm*l', verdict: 'allow' }] }, 'allow'],
    ['allows by the specialist', { rules: [{ specialist: 'mailer', verdict: 'allow' }] }, 'allow'],
    ['allows by the capability', { rules: [{ capability: ['exec', 'write'], verdict: 'allow' }] }, 'allow'],
    ['looks at the arguments', { rules: [{ arguments: { to: 'a' }, verdict: 'allow' }] }, 'allow'],
    [
      'looks at the arguments by an expression',
      { rules: [{ arguments: { to: /^[a-c]$/ }, verdict: 'allow' }] },
      'allow',
    ],
    [
      'looks at the arguments by a source',
      { rules: [{ arguments: { to: { matches: '^b$' } }, verdict: 'allow' }] },
      'ask',
    ],
    [
      'takes the first rule that matches',
      {
        rules: [
          { tool: 'mail', arguments: { to: 'x*' }, verdict: 'allow' },
          { tool: 'mail', verdict: 'refuse' },
          { verdict: 'allow' },
        ],
      },
      'refuse',
    ],
    [
      'asks its function when no rule matches',
      {
        rules: [{ tool: 'other', verdict: 'refuse' }],
        decide: ({ arguments: input }) => (JSON.stringify(input) === '{"to":"a"}' ? 'allow' : 'refuse'),
      },
      'allow',
    ],
    [
      'goes by its default where the function says nothing',
      { default: 'refuse', decide: async () => undefined },
      'refuse',
    ],
  ])('%s', async (_, policy, verdict) => {
    expect((await decided(policy)).verdict).toBe(verdict);
  });

  it('does not offer what it refuses whatever it is called with', async () => {
    expect((await decided({ default: 'refuse' })).isOffered).toBe(false);
    expect(
      (await decided({ rules: [{ arguments: { to: 'b' }, verdict: 'allow' }], default: 'refuse' })).isOffered,
    ).toBe(true);
  });

  it('leads to a person when its function throws, and when it takes too long', async () => {
    const threw = await decided({ decide: () => Promise.reject(new Error('the registry is down')) });
    expect(threw).toMatchObject({ verdict: 'ask', because: 'The policy could not decide: the registry is down' });
    const clock = simulatedClock();
    const waiting = decided({ decide: () => new Promise(() => {}), decideMs: 500 }, undefined, clock);
    expect(await clock.run(waiting)).toMatchObject({
      verdict: 'ask',
      because: expect.stringContaining('within 500 ms'),
    });
  });

  it('puts no call before a person that does not fit its tool', async () => {
    expect((await decided({}, { to: 7 })).verdict).toBe('refuse');
  });

  it('lets run what is in `allow`', async () => {
    const { sent, mailer } = mailing();
    const { start } = stage([mailPlan('a'), ...mailStep('a')], { specialists: [mailer], allow: ['write'] });
    expect(await start().result).toMatchObject({ status: 'completed' });
    expect(sent).toEqual(['a']);
  });

  it('asks about a tool that does not say what it does, which the host is not offered', async () => {
    const quiet = defineTool({ name: 'quiet', description: 'Does something.', input: z.object({}), run: () => 'done' });
    const { model, start } = stage(
      [
        { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }, 'silent') }) },
        { purpose: 'work', reply: { toolCalls: [call('quiet', {})] } },
        { purpose: 'work', reply: 'it is done' },
      ],
      { specialists: [defineSpecialist({ name: 'silent', description: 'does', tools: [quiet] })] },
    );
    const run = start();
    expect((await run.settled()).waitingFor).toMatchObject({ kind: 'approval', tool: 'quiet' });
    expect(offeredIn(model.calls[0])).not.toContain('quiet');
    run.approve();
    await run.result;
  });
});

describe('a function that asks', () => {
  it('is called again with the answer and what it kept, in a tool', async () => {
    const did: string[] = [];
    const book = defineTool({
      name: 'book',
      description: 'Books a table.',
      capability: 'read',
      input: z.object({ day: z.string() }),
      run({ day }, { resumed }) {
        if (resumed) return `booked ${day} at ${String(resumed.answer)} (${JSON.stringify(resumed.keep)})`;
        did.push('looked for a table');
        return ask({ kind: 'choice', question: 'When?', options: ['18:00', '20:00'], keep: { table: 7 } });
      },
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }, 'host') }) },
        { purpose: 'work', reply: { toolCalls: [call('book', { day: 'Friday', answer_with_this: true })] } },
      ],
      { specialists: [defineSpecialist({ name: 'host', description: 'books', tools: [book] })] },
    );
    const run = start();
    const { waitingFor } = await run.settled();
    expect(waitingFor).toMatchObject({ kind: 'choice', options: ['18:00', '20:00'], tool: 'book', question: 'When?' });
    expect(() => run.answer('19:00')).toThrow('"19:00" cannot be chosen; there are: 18:00, 20:00');
    run.answer(waitingFor?.id ?? '', '20:00');
    expect((await run.result).message.content).toBe('booked Friday at 20:00 ({"table":7})');
    expect(did).toEqual(['looked for a table']);
  });

  it('is called again with a form that fits, in a specialist, and across processes', async () => {
    let calls = 0;
    const clerk = defineSpecialist({
      name: 'clerk',
      description: 'asks',
      run({ resumed }) {
        calls++;
        if (resumed) return `sent to ${JSON.stringify(resumed.answer)}`;
        return ask({ kind: 'form', question: 'Where to?', schema: z.object({ street: z.string(), number: z.int() }) });
      },
    });
    const store = memoryStore();
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }, 'clerk') }) }]);
    const open = () => createOrchestrator({ ...quick, model, store, specialists: [clerk], leaseMs: 1 });
    const first = open().start(request('do it'), { runId: 'r' });
    expect(await first.settled()).toMatchObject({ waitingFor: { kind: 'form', specialist: 'clerk', step: 'a' } });
    first.actor.stop();
    const second = await open().resume('r');
    const { waitingFor } = await second.settled();
    expect(() => second.answer(waitingFor?.id ?? '', { street: 'High St' })).toThrow('does not fit');
    second.answer(waitingFor?.id ?? '', { street: 'High St', number: 3 });
    expect((await second.result).message.content).toBe('sent to {"street":"High St","number":3}');
    expect(calls).toBe(2);
    expectReplay(second.log);
  });

  it('gets its default when nobody answers in time', async () => {
    const clock = simulatedClock();
    const seen: unknown[] = [];
    const clerk = defineSpecialist({
      name: 'clerk',
      description: 'asks',
      run({ resumed }) {
        seen.push(resumed);
        return resumed ? 'done' : ask({ kind: 'approval', question: 'May I?', deadlineMs: 10 });
      },
    });
    const { start } = stage([{ purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }, 'clerk') }) }], {
      specialists: [clerk],
      clock,
    });
    await clock.run(start().result);
    expect(seen).toEqual([undefined, { answer: false, isTimeout: true, keep: undefined }]);
  });

  it('that asks for ever fails its step', async () => {
    const clock = simulatedClock();
    const clerk = defineSpecialist({
      name: 'clerk',
      description: 'asks',
      run: () => ask({ kind: 'question', question: 'And now?', deadlineMs: 1, default: 'go on' }),
    });
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }, 'clerk') }) },
        { purpose: 'reflect', reply: 'could not' },
      ],
      { specialists: [clerk], clock },
    );
    const { plan } = await clock.run(start().result);
    expect(plan?.steps[0]).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('It asked people too often and gave no result.'),
    });
  });

  it('says what is wrong with a question that nobody can answer', () => {
    expect(() => ask({ kind: 'choice', question: 'Which?' })).toThrow('a choice needs options');
    expect(() => ask({ kind: 'form', question: 'What?' })).toThrow('a form needs a schema');
    expect(() => ask({ kind: 'choice', question: 'Which?', options: ['a'], default: 'b' })).toThrow(
      'the default does not fit',
    );
  });
});

it('lets a model at work ask the user, as often as questions are left', async () => {
  const { start, model } = stage(
    [
      { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [] }) }) },
      { purpose: 'work', reply: { toolCalls: [call('ask_user', { question: 'Which year?' })] } },
      { purpose: 'work', reply: (given) => `for ${given.messages.at(-1)?.content}` },
    ],
    { specialistsAsk: true },
  );
  const run = start();
  expect(await run.settled()).toMatchObject({ waitingFor: { kind: 'question', question: 'Which year?' } });
  run.answer('2025');
  expect((await run.result).message.content).toBe('for 2025');
  expect(offeredIn(model.calls[1])).toContain('ask_user');
  expect(offeredIn(model.calls[2])).not.toContain('ask_user');
});
