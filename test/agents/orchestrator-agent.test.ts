import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, createOrchestrator, defineSpecialist, memoryStore, type Store } from 'troupe';
import {
  type AgentStart,
  agent,
  agentAsTool,
  asSpecialist,
  createAgentRunner,
  defineAgent,
  graph,
} from 'troupe/agents';
import { sqliteStore } from 'troupe/sqlite';
import { scriptedModel, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setup } from 'xstate';
import { z } from 'zod';
import { untilFree } from '../durability/until-free.ts';
import { expectReplay } from '../scenarios/scenario.ts';

const office = { name: 'office', description: 'Plans work and hands it to clerks.' };

function sqlite(): Store & { close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-'));
  const store = sqliteStore(join(folder, 'runs.db'), { synchronous: 'NORMAL' });
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

const clerk = (work: (key: string) => string | Promise<string> = () => 'The total is 42.') =>
  defineSpecialist({ name: 'clerk', description: 'adds up figures', run: ({ key }) => work(key) });
const plan = thinking({ steps: [{ id: '1', task: 'add up', specialist: 'clerk' }] });

describe('an orchestrator as an agent', () => {
  it('is a run of its own under the key of the effect; its answer, its pieces and what it used are those of the agent', async () => {
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'It is 42.' }) }]);
    const store = memoryStore();
    const troupe = createOrchestrator({ model, specialists: [clerk()], store }).asAgent(office);
    const runner = createAgentRunner({ agents: [troupe], store });
    const run = runner.run(troupe, 'What is the total?', { id: 'outer' });
    let streamed = '';
    for await (const { output, runPath } of run) {
      expect(runPath).toEqual(['office']);
      if (output && 'delta' in output) streamed = streamed.slice(0, output.at) + output.delta;
    }
    expect(await run.result).toMatchObject({
      status: 'completed',
      message: { content: 'It is 42.' },
      usage: { modelCalls: 1, inputTokens: 10 },
    });
    expect(streamed).toBe('It is 42.');
    expectReplay(await store.read('outer/office/run'));
    expect(await runner.check('outer')).toMatchObject({ ok: true });
  });

  it('hands what other agents said to its run as knowledge', async () => {
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'ok' }) }]);
    const store = memoryStore();
    const troupe = createOrchestrator({ model, specialists: [clerk()], store }).asAgent(office);
    const relay = setup({
      types: { input: {} as AgentStart, context: {} as AgentStart, output: {} as string },
      actors: { troupe: troupe.machine },
    }).createMachine({
      context: ({ input }) => input,
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            src: 'troupe',
            input: ({ context: { messages, runPath } }: { context: AgentStart }) => ({
              messages,
              history: [
                { agent: 'scout', message: { role: 'assistant', content: 'It rains' } },
                { agent: 'lead', message: { role: 'assistant', content: 'Say hello.' }, task: true as const },
              ],
              runPath: [...runPath, 'office'],
              session: undefined,
              moves: [],
            }),
            onDone: 'asked',
          },
        },
        asked: { type: 'final' },
      },
      output: 'done',
    });
    const outer = defineAgent({ name: 'relay', description: 'Hands a history to the office.', machine: relay });
    expect((await createAgentRunner({ agents: [outer] }).invoke(outer, 'Hello?')).message?.content).toBe('done');
    const shown = model.calls[0]?.messages.map(({ content }) => content).join('\n');
    expect(shown).toContain('For context: [scout] said: It rains.');
    const request = model.calls[0]?.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(request?.join('\n')).toContain('Hello?');
    expect(model.calls[0]?.messages.at(-1)?.content).toMatch(
      /\n\nYour task, from \[lead\], and only this: Say hello\.$/,
    );
    expect(shown?.match(/Say hello/g)).toHaveLength(1);
  });

  it('passes on what its run asks: a clarification and a review of the plan, across processes', async () => {
    const store = sqlite();
    const script = [
      { purpose: 'think', reply: thinking({ question: 'For which year?' }) },
      { purpose: 'think', reply: plan },
      {
        purpose: 'plan',
        reply: '# Plan: total\n\n- [ ] 1: add up both halves\n',
      },
    ] as const;
    const model = scriptedModel(script);
    /** Another process each time: nothing but the store is left of the one before. */
    const process = () => {
      const troupe = createOrchestrator({ model, specialists: [clerk()], store, reviewPlan: true }).asAgent(office);
      return { troupe, runner: createAgentRunner({ agents: [troupe], store }) };
    };
    const first = process();
    const asked = await first.runner.invoke(first.troupe, 'Give me the total.', { id: 'o' });
    expect(asked).toMatchObject({ status: 'waiting', waiting: [{ kind: 'question', question: 'For which year?' }] });
    const second = process();
    const run = await second.runner.resume('o');
    await run.answer((await run.settled()).waiting[0]?.id ?? '', '2025');
    const review = await run.settled();
    expect(review.waiting).toMatchObject([{ kind: 'approval' }]);
    expect(review.waiting[0]?.question).toMatch(/^May this plan be carried out\?\n\n/);
    await run.refuse(review.waiting[0]?.id ?? '', 'Add up both halves.');
    const revised = await run.settled();
    expect(revised.status).toBe('waiting');
    await run.leave();
    const third = process();
    const last = await third.runner.resume('o');
    await last.approve((await last.settled()).waiting[0]?.id ?? '');
    expect(await last.result).toMatchObject({
      status: 'completed',
      message: { content: 'The total is 42.' },
      usage: { modelCalls: 3, inputTokens: 30, outputTokens: 15 },
    });
    model.assertUsedUp();
    expect(await third.runner.check('o')).toMatchObject({ ok: true });
    expectReplay(await store.read('o/office/run'));
  });

  it('does nothing twice when the outer process dies while the inner run works', async () => {
    const store = sqlite();
    const done: string[] = [];
    const steps = thinking({
      steps: [
        { id: '1', task: 'add up', specialist: 'clerk' },
        { id: '2', task: 'check', specialist: 'clerk', after: ['1'] },
      ],
      answerFrom: '2',
    });
    const model = scriptedModel([{ purpose: 'think', reply: steps }]);
    const stuck = Promise.withResolvers<void>();
    const process = (hangs: boolean) => {
      const specialist = clerk(async (key) => {
        done.push(key);
        if (hangs && done.length === 2) {
          stuck.resolve();
          await new Promise(() => {});
        }
        return `done ${done.length}`;
      });
      const troupe = createOrchestrator({ model, specialists: [specialist], store, leaseMs: 50 }).asAgent(office);
      return { troupe, runner: createAgentRunner({ agents: [troupe], store, leaseMs: 50 }) };
    };
    const first = process(true);
    const run = first.runner.run(first.troupe, 'Add it up.', { id: 'o' });
    run.result.catch(() => {});
    await stuck.promise;
    await run.leave();
    const second = process(false);
    const resumed = await untilFree(() => second.runner.resume('o'));
    expect(await resumed.result).toMatchObject({ status: 'completed', usage: { modelCalls: 1 } });
    expect(done).toEqual(['o/office/run/s1#1/ask#1.1', 'o/office/run/s2#1/ask#1.1', 'o/office/run/s2#1/ask#1.1']);
    model.assertUsedUp();
  });

  it('reads the inner run when that has ended and the outer has not heard of it', async () => {
    const store = memoryStore();
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'It is 42.' }) }]);
    const host = createOrchestrator({ model, specialists: [clerk()], store });
    await host.invoke([{ role: 'user', content: 'x' }], { runId: 'o/office/run' });
    const troupe = host.asAgent(office);
    const runner = createAgentRunner({ agents: [troupe], store });
    const result = await runner.invoke(troupe, 'x', { id: 'o' });
    expect(result).toMatchObject({ message: { content: 'It is 42.' }, usage: { modelCalls: 1 } });
    model.assertUsedUp();
  });

  it('is cancelled with the outer run, while it works and while it waits', async () => {
    const store = memoryStore();
    const begun = Promise.withResolvers<void>();
    const hangs = () => {
      begun.resolve();
      return new Promise<never>(() => {});
    };
    const model = scriptedModel([
      { purpose: 'think', reply: hangs },
      { purpose: 'think', reply: thinking({ question: 'For which year?' }) },
    ]);
    const host = createOrchestrator({ model, specialists: [clerk()], store });
    const troupe = host.asAgent(office);
    const runner = createAgentRunner({ agents: [troupe], store });
    const status = async (id: string) => (await host.read(id)).status;
    const working = runner.run(troupe, 'x', { id: 'a' });
    await begun.promise;
    await working.cancel();
    await expect.poll(() => status('a/office/run')).toBe('cancelled');
    const waiting = runner.run(troupe, 'x', { id: 'b' });
    expect((await waiting.settled()).status).toBe('waiting');
    expect(await status('b/office/run')).toBe('waiting');
    await waiting.cancel();
    await expect.poll(() => status('b/office/run')).toBe('cancelled');
  });

  it('knows of the request what the outer run knows, when it begins, goes on and is taken back', async () => {
    const store = memoryStore();
    const question = { purpose: 'think', reply: thinking({ question: 'For which year?' }) } as const;
    const model = scriptedModel([question, { purpose: 'think', reply: plan }, question]);
    const specialist = defineSpecialist({
      name: 'clerk',
      description: 'adds up figures',
      run: ({ context }) => `for ${(context as { tenant: string }).tenant}`, // what the schema says
    });
    const context = z.object({ tenant: z.string() });
    const host = createOrchestrator({ model, specialists: [specialist], store, context });
    const troupe = host.asAgent(office);
    const given = { context: { tenant: 't1' } };
    await createAgentRunner({ agents: [troupe], store }).invoke(troupe, 'x', { id: 'a', ...given });
    const runner = createAgentRunner({ agents: [troupe], store });
    const run = await runner.resume('a', given);
    await run.answer(run.waiting[0]?.id ?? '', '2026');
    expect((await run.result).message?.content).toBe('for t1');
    const unwanted = runner.run(troupe, 'x', { id: 'b', ...given });
    expect((await unwanted.settled()).status).toBe('waiting');
    await unwanted.cancel();
    await expect.poll(async () => (await host.read('b/office/run')).status).toBe('cancelled');
    expect(JSON.stringify([await store.read('a'), await store.read('a/office/run')])).not.toContain('tenant');
  });

  it('works without a store as long as its process lives', async () => {
    const model = scriptedModel([
      { purpose: 'think', reply: thinking({ question: 'For which year?' }) },
      { purpose: 'think', reply: thinking({ answer: 'It is 42.' }) },
    ]);
    const troupe = createOrchestrator({ model, specialists: [clerk()] }).asAgent(office);
    const run = createAgentRunner({ agents: [troupe] }).run(troupe, 'x');
    const { waiting } = await run.settled();
    await run.answer(waiting[0]?.id ?? '', '2025');
    expect((await run.result).message?.content).toBe('It is 42.');
  });

  it('fails as its run does, with the reason', async () => {
    const model = scriptedModel([]);
    const troupe = createOrchestrator({ model, specialists: [clerk()] }).asAgent(office);
    const result = await createAgentRunner({ agents: [troupe] }).invoke(troupe, 'x', { id: 'o' });
    expect(result.status).toBe('failed');
    expect(result.error?.message).toMatch(/^Run o\/office\/run gave no answer: .*The script has no line/);
  });
});

describe('an agent as a specialist', () => {
  const scribe = (model: ReturnType<typeof scriptedModel>) =>
    agent({ name: 'scribe', description: 'Writes letters on wish.', model });

  it('works on a step in a run of its own, and what it uses is counted with the run', async () => {
    const store = memoryStore();
    const model = scriptedModel([
      { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'write to Ada', specialist: 'scribe' }] }) },
      { purpose: 'agent', agent: 'scribe', reply: 'Dear Ada' },
    ]);
    const writes = scribe(model);
    const runner = createAgentRunner({ agents: [writes], store });
    const troupe = createOrchestrator({ model, store, specialists: [asSpecialist(writes, { runner })] });
    const result = await troupe.invoke([{ role: 'user', content: 'Write a letter.' }], { runId: 'o' });
    expect(result).toMatchObject({ message: { content: 'Dear Ada' }, usage: { modelCalls: 2, inputTokens: 20 } });
    expect(model.calls[1]?.messages.at(-1)?.content).toBe(
      'write to Ada\n\nIt is a part of this request:\n<conversation>\nWrite a letter.\n</conversation>',
    );
    expect(await runner.check('o/s1#1/ask#1.1')).toMatchObject({ ok: true });
    expectReplay(await store.read('o'));
  });

  it('counts against the limits of the run', async () => {
    const model = scriptedModel([
      {
        purpose: 'think',
        reply: thinking({
          steps: [
            { id: '1', task: 'write to Ada', specialist: 'scribe' },
            { id: '2', task: 'write to Ben', specialist: 'other', after: ['1'] },
          ],
        }),
      },
      { purpose: 'agent', agent: 'scribe', reply: 'Dear Ada' },
    ]);
    const writes = scribe(model);
    const runner = createAgentRunner({ agents: [writes] });
    const other = defineSpecialist({ name: 'other', description: 'writes letters as well' });
    const troupe = createOrchestrator({
      model,
      specialists: [asSpecialist(writes, { runner }), other],
      limits: { modelCalls: 2 },
    });
    const result = await troupe.invoke([{ role: 'user', content: 'Write letters.' }]);
    expect(result).toMatchObject({ limit: { name: 'modelCalls', max: 2 }, usage: { modelCalls: 2 } });
  });

  it('is continued when the process dies meanwhile, and cancelled with the run', async () => {
    const store = sqlite();
    const calls: string[] = [];
    const stuck = Promise.withResolvers<void>();
    const model = scriptedModel([
      { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'go', specialist: 'worker' }] }) },
    ]);
    const process = (hangs: boolean) => {
      const worker = graph({ name: 'worker', description: 'Works in two steps.' })
        .node('one', (text: string, { key }) => {
          calls.push(key);
          return text;
        })
        .node('two', async (_text: string, { key }) => {
          calls.push(key);
          if (hangs) {
            stuck.resolve();
            await new Promise(() => {});
          }
          return 'ready';
        })
        .edge('start', 'one')
        .edge('one', 'two')
        .edge('two', 'end')
        .build();
      const runner = createAgentRunner({ agents: [worker], store, leaseMs: 50 });
      return createOrchestrator({ model, store, leaseMs: 50, specialists: [asSpecialist(worker, { runner })] });
    };
    const run = process(true).start([{ role: 'user', content: 'Go.' }], { runId: 'o' });
    await stuck.promise;
    run.actor.stop();
    const resumed = await untilFree(() => process(false).resume('o'));
    expect(await resumed.result).toMatchObject({ status: 'completed', message: { content: 'ready' } });
    const id = 'o/s1#1/ask#1.1';
    expect(calls).toEqual([`${id}/worker/one`, `${id}/worker/two`, `${id}+2/worker/two`]);
    model.assertUsedUp();
  });

  const asker = () =>
    defineAgent({
      name: 'asker',
      description: 'Asks a person what to do.',
      run: ({ resumed, count }) => {
        count({ modelCalls: 1, inputTokens: 10, outputTokens: 5 });
        if (resumed) return `thanks for ${resumed.answer}`;
        return ask({ kind: 'choice', question: 'Which year?', options: ['2024', '2025'] });
      },
    });

  it('asks people through the run of the orchestrator, across processes, and counts everything once', async () => {
    const store = sqlite();
    const model = scriptedModel([
      { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'ask', specialist: 'asker' }] }) },
    ]);
    const process = () => {
      const asks = asker();
      const runner = createAgentRunner({ agents: [asks], store });
      return createOrchestrator({ model, store, specialists: [asSpecialist(asks, { runner })] });
    };
    const waiting = await process().invoke([{ role: 'user', content: 'x' }], { runId: 'o' });
    expect(waiting.waitingFor).toMatchObject({ kind: 'choice', question: 'Which year?', options: ['2024', '2025'] });
    const run = await process().resume('o');
    await run.answer(waiting.waitingFor?.id ?? '', '2025');
    expect(await run.result).toMatchObject({
      message: { content: 'thanks for 2025' },
      usage: { modelCalls: 3, inputTokens: 30 },
    });
    expectReplay(await store.read('o'));
  });

  it('asks people through agents and orchestrators one in the other', async () => {
    const store = memoryStore();
    const model = scriptedModel([
      { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'ask', specialist: 'asker' }] }) },
    ]);
    const asks = asker();
    const inner = createAgentRunner({ agents: [asks], store });
    const host = createOrchestrator({ model, store, specialists: [asSpecialist(asks, { runner: inner })] });
    const troupe = host.asAgent(office);
    const runner = createAgentRunner({ agents: [troupe], store });
    const run = runner.run(troupe, 'x', { id: 'o' });
    const { waiting } = await run.settled();
    expect(waiting).toMatchObject([{ kind: 'choice', options: ['2024', '2025'], runPath: ['office'] }]);
    await run.answer(waiting[0]?.id ?? '', '2024');
    expect(await run.result).toMatchObject({ message: { content: 'thanks for 2024' }, usage: { modelCalls: 3 } });
    expect(await runner.check('o')).toMatchObject({ ok: true });
  });

  it('goes on as the agent does when nobody answers in time', async () => {
    const clock = simulatedClock();
    const asks = defineAgent({
      name: 'asker',
      description: 'Asks a person what to do.',
      run: ({ resumed }) => {
        if (resumed) return `${resumed.answer}, late: ${resumed.isTimeout}`;
        return ask({ kind: 'question', question: 'Which year?', deadlineMs: 5_000, default: '2020' });
      },
    });
    const store = memoryStore();
    const model = scriptedModel([
      { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'ask', specialist: 'asker' }] }) },
    ]);
    const runner = createAgentRunner({ agents: [asks], store, clock });
    const host = createOrchestrator({ model, store, clock, specialists: [asSpecialist(asks, { runner })] });
    const run = host.start([{ role: 'user', content: 'x' }], { runId: 'o' });
    expect((await clock.run(run.result)).message.content).toBe('2020, late: true');
  });

  it('hears a no with its reason', async () => {
    const asks = defineAgent({
      name: 'asker',
      description: 'Asks a person what to do.',
      run: ({ resumed }) =>
        resumed ? `${resumed.answer}: ${resumed.reason}` : ask({ kind: 'approval', question: 'May I?' }),
    });
    const model = scriptedModel([
      { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'ask', specialist: 'asker' }] }) },
    ]);
    const runner = createAgentRunner({ agents: [asks], store: memoryStore() });
    const host = createOrchestrator({ model, store: memoryStore(), specialists: [asSpecialist(asks, { runner })] });
    const troupe = host.asAgent(office);
    const run = createAgentRunner({ agents: [troupe] }).run(troupe, 'x');
    const { waiting } = await run.settled();
    await run.refuse(waiting[0]?.id ?? '', 'Not today.');
    expect((await run.result).message?.content).toBe('false: Not today.');
  });
});

describe('an agent as a tool', () => {
  it('is a run for each call', async () => {
    const helper = defineAgent({
      name: 'helper',
      description: 'Repeats what it is told.',
      run: ({ messages }) => ({ message: `You said: ${messages[0]?.content}`, output: { ok: true } }),
    });
    const store = memoryStore();
    const tool = agentAsTool(helper, { runner: createAgentRunner({ agents: [helper], store }) });
    const about = { key: 'k', signal: new AbortController().signal, context: {} };
    const given = { text: 'You said: hi', data: { ok: true } };
    expect(await tool.run({ task: 'hi' }, about)).toEqual(given);
    expect(await tool.run({ task: 'hi' }, about)).toEqual(given);
    expect(await store.runs()).toHaveLength(1);
    expect(tool.capability).toBe('read');
  });

  it('says why it has no answer', async () => {
    const broken = defineAgent({
      name: 'broken',
      description: 'Fails whatever it is asked.',
      run: () => {
        throw new Error('no paper');
      },
    });
    const tool = agentAsTool(broken, { runner: createAgentRunner({ agents: [broken] }) });
    await expect(
      tool.run({ task: 'x' }, { key: 'k', signal: new AbortController().signal, context: {} }),
    ).rejects.toThrow('The agent "broken" failed in run k: no paper');
  });
});

it('goes three levels deep: a graph with an orchestrator with an agent that asks, answered in another process', async () => {
  const store = sqlite();
  const model = scriptedModel([
    { purpose: 'think', reply: thinking({ question: 'For which year?' }) },
    { purpose: 'think', reply: thinking({ steps: [{ id: '1', task: 'write', specialist: 'pair' }] }) },
    { purpose: 'agent', agent: 'scribe', reply: 'Dear Ada' },
  ]);
  const process = () => {
    const scribe = agent({ name: 'scribe', description: 'Writes letters on wish.', model });
    const pair = graph({ name: 'pair', description: 'Writes and signs letters.' })
      .agent('write', scribe)
      .node('sign', (text: string) => `${text}, yours`)
      .edge('start', 'write')
      .edge('write', 'sign')
      .edge('sign', 'end')
      .build();
    const inner = createAgentRunner({ agents: [pair], store });
    const host = createOrchestrator({ model, store, specialists: [asSpecialist(pair, { runner: inner })] });
    const outer = graph({ name: 'outer', description: 'Asks the office and shouts.' })
      .agent('ask', host.asAgent(office))
      .node('shout', (text: string) => text.toUpperCase())
      .edge('start', 'ask')
      .edge('ask', 'shout')
      .edge('shout', 'end')
      .build();
    return { outer, runner: createAgentRunner({ agents: [outer], store }) };
  };
  const first = process();
  const asked = await first.runner.invoke(first.outer, 'Write to Ada.', { id: 'o' });
  expect(asked.waiting).toMatchObject([{ question: 'For which year?', runPath: ['outer', 'office'] }]);
  const second = process();
  const run = await second.runner.resume('o');
  await run.answer((await run.settled()).waiting[0]?.id ?? '', '2025');
  expect(await run.result).toMatchObject({ output: 'DEAR ADA, YOURS', usage: { modelCalls: 3 } });
  expect((await store.runs()).map(({ run: id }) => id).sort()).toEqual([
    'o',
    'o/outer/ask/run',
    'o/outer/ask/run/s1#1/ask#1.1',
  ]);
  model.assertUsedUp();
  expect(await second.runner.check('o')).toMatchObject({ ok: true });
});
