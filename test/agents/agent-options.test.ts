import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agent, createAgentRunner, defineAgent, sequence } from '../../src/agents/index.ts';
import type { Model, ModelRequest } from '../../src/models/model.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import { ask } from '../../src/tools/ask.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { modelOf, toolResults } from './agent-lives.ts';

/** A model that says its name, and notes what it is asked. */
function named(name: string): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const { call } = modelOf((request) => {
    requests.push(request);
    return { text: `${name} says` };
  });
  return { name, call, requests };
}

function team(model: Model) {
  const researcher = agent({
    name: 'researcher',
    description: 'Finds facts about cities.',
    instructions: 'Be exact.',
    model,
  });
  const writer = agent({ name: 'writer', description: 'Writes short texts for travellers.', model });
  const clerk = defineAgent({ name: 'clerk', description: 'Files what was written.', run: () => 'filed' });
  return sequence({ name: 'guide', description: 'Writes about cities.', agents: [researcher, writer, clerk] });
}

describe('options for one agent of a run', () => {
  it('reach that agent, in that run, and nobody else', async () => {
    const [own, other] = [named('own'), named('other')];
    const guide = team(own);
    const runner = createAgentRunner({ agents: [guide], store: memoryStore() });
    const agents = { researcher: { model: other, instructions: 'Write German.', maxOutputTokens: 77 } };
    const { history } = await runner.invoke(guide, 'Porto?', { id: 'r', agents });
    expect(history.map(({ message }) => message.content)).toEqual(['other says', 'own says', 'filed']);
    const [asked] = other.requests;
    expect(asked?.messages[0]?.content).toMatch(/^Be exact\.\n\nWrite German\.\n\nToday is /);
    expect(asked?.maxOutputTokens).toBe(77);
    expect(own.requests[0]?.maxOutputTokens).toBeUndefined();
    expect(await runner.check('r')).toMatchObject({ ok: true });
    const again = await runner.invoke(guide, 'Porto?');
    expect(again.history[0]?.message.content).toBe('own says');
  });

  it('are the turns, attempts and times of its work', async () => {
    const clock = simulatedClock();
    const look = defineTool({
      name: 'look',
      description: 'Looks around.',
      capability: 'read',
      input: z.object({}),
      run: () => new Promise<string>(() => {}),
    });
    const model = modelOf((request) =>
      request.toolChoice === 'none' ? { text: toolResults(request).join() } : { calls: [{ name: 'look', input: {} }] },
    );
    const bot = agent({ name: 'bot', description: 'Looks around for people.', model, tools: [look] });
    const runner = createAgentRunner({ agents: [bot], clock, store: memoryStore() });
    const run = runner.run(bot, 'Look.', { id: 'r', agents: { bot: { turns: 2, toolMs: 40 } } });
    const { message, usage } = await clock.run(run.result);
    expect({ text: message?.content, calls: usage.modelCalls }).toEqual({
      text: 'Error: look took longer than 40 ms.',
      calls: 2,
    });
    const slow = agent({
      name: 'slow',
      description: 'Never says anything.',
      model: { name: 's', call: () => new Promise(() => {}) },
    });
    const late = createAgentRunner({ agents: [slow], clock }).run(slow, 'Go.', {
      agents: { slow: { callMs: 30, attempts: 2 } },
    });
    const end = await clock.run(late.result);
    expect({ error: end.error, calls: end.usage.modelCalls }).toEqual({
      error: { code: 'timeout', message: 's took longer than 30 ms.' },
      calls: 2,
    });
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('fail over from one of its models to the next', async () => {
    const broken: Model = { name: 'broken', call: () => Promise.reject(new Error('no key')) };
    const guide = team(named('own'));
    const run = createAgentRunner({ agents: [guide] }).run(guide, 'Porto?', {
      agents: { researcher: { model: [broken, named('spare')] } },
    });
    const actions = [];
    for await (const { action } of run) if (action) actions.push(action);
    expect(actions).toEqual([{ type: 'failover', from: 'broken', to: 'spare', reason: 'no key' }]);
    expect((await run.result).history[0]?.message.content).toBe('spare says');
  });

  it('are in the log as far as they are data; the model is given again when the run continues', async () => {
    const question = defineTool({
      name: 'question',
      description: 'Asks a person.',
      capability: 'read',
      input: z.object({}),
      run: (_, { resumed }) => (resumed ? String(resumed.answer) : ask({ kind: 'question', question: 'Which?' })),
    });
    const asking = (name: string): Model => ({
      ...modelOf((request) => {
        const [result] = toolResults(request);
        const told = request.messages[0]?.content.split('\n')[0];
        return result === undefined
          ? { calls: [{ name: 'question', input: {} }] }
          : { text: `${name}: ${result}. ${told}` };
      }),
      name,
    });
    const bot = agent({ name: 'bot', description: 'Asks people which one.', model: asking('own'), tools: [question] });
    const store = memoryStore();
    const first = createAgentRunner({ agents: [bot], store });
    const options = { model: asking('private'), instructions: 'Be brief.' };
    for (const id of ['with', 'without']) await first.invoke(bot, 'Go.', { id, agents: { bot: options } });
    expect(JSON.stringify(await store.read('with'))).not.toContain('"call"');
    const goOn = async (id: string, agents?: { bot: { model: Model } }) => {
      const run = await createAgentRunner({ agents: [bot], store }).resume(id, agents ? { agents } : {});
      await run.answer(run.waiting[0]?.id ?? '', 'this');
      return (await run.result).message?.content;
    };
    expect(await goOn('with', { bot: { model: asking('private') } })).toBe('private: this. Be brief.');
    expect(await goOn('without')).toBe('own: this. Be brief.');
  });

  it('reach genInput, which makes the whole input', async () => {
    const model = named('own');
    const bot = agent({
      name: 'bot',
      description: 'Says what it is told to.',
      model,
      genInput: ({ instructions, messages }) => [{ role: 'system', content: instructions ?? 'none' }, ...messages],
    });
    const runner = createAgentRunner({ agents: [bot] });
    await runner.invoke(bot, 'Go.', { agents: { bot: { instructions: 'Be brief.' } } });
    await runner.invoke(bot, 'Go.');
    expect(model.requests.map(({ messages }) => messages[0]?.content)).toEqual(['Be brief.', 'none']);
  });

  it.each<[string, object, string]>([
    [
      'of nobody',
      { reseacher: {} },
      'agents.reseacher: "guide" has no agent "reseacher". Did you mean "researcher"? Its agents are: guide, researcher, writer, clerk.',
    ],
    [
      'of somebody who asks no model',
      { clerk: {} },
      'agents.clerk: "clerk" asks no model itself, so it takes no options. Those who do: researcher, writer.',
    ],
    [
      'that do not exist',
      { writer: { temperature: 1 } },
      'agents.writer: "temperature" is not a setting: allowed are instructions, turns,',
    ],
    ['that cannot be', { writer: { turns: 0 } }, 'agents.writer: turns is 0'],
    [
      'with what is no model',
      { writer: { model: 'gpt' } },
      'agents.writer: model is "gpt": pass a model, or several in a list.',
    ],
  ])('are refused with what to do: %s', async (_, agents, message) => {
    const guide = team(named('own'));
    const store = memoryStore();
    const runner = createAgentRunner({ agents: [guide], store });
    expect(() => runner.run(guide, 'Porto?', { id: 'r', agents: agents as never })).toThrow(message);
    expect(await store.read('r')).toEqual([]);
    await runner.invoke(guide, 'Porto?', { id: 's' });
    await expect(runner.resume('s', { agents: agents as never })).rejects.toThrow(message);
    await expect(runner.fork('s', { at: 3, newRunId: 'f', agents: agents as never })).rejects.toThrow(message);
    expect(await store.read('f')).toEqual([]);
  });
});

describe('an option that does not exist', () => {
  it('is refused, with the one that was meant, before anything begins', async () => {
    const guide = team(named('own'));
    const store = memoryStore();
    const runner = createAgentRunner({ agents: [guide], store });
    const misspelt = { id: 'r', limit: { modelCalls: 1 } } as never;
    expect(() => runner.run(guide, 'Porto?', misspelt)).toThrow(
      '"limit" is no option of a run that begins. Did you mean "limits"?',
    );
    await expect(runner.invoke(guide, 'Porto?', misspelt)).rejects.toThrow('Did you mean "limits"?');
    expect(await store.read('r')).toEqual([]);
    await runner.invoke(guide, 'Porto?', { id: 's' });
    const problem = '"limits" is no option of a run that continues.';
    await expect(runner.resume('s', { limits: {} } as never)).rejects.toThrow(problem);
    await expect(runner.fork('s', { at: 3, limits: {} } as never)).rejects.toThrow(problem);
  });
});
