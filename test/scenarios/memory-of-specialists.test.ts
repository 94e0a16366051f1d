import {
  createOrchestrator,
  defineSpecialist,
  type Message,
  type ModelRequest,
  memoryStore,
  type OrchestratorConfig,
  replay,
  type WorkInput,
} from 'troupe';
import { createMemory } from 'troupe/memory';
import { scriptedModel } from 'troupe/testing';
import { expect, it } from 'vitest';
import { call, stepsOf, textOf } from './moves.ts';

const anna = { user: 'anna' };
const secret = 'My daughter cannot eat nuts.';
const wish = 'From now on answer in German.';
const ask = (content: string): Message[] => [{ role: 'user', content }];
const plan = (specialist: string) =>
  ({ purpose: 'think', reply: { toolCalls: [call('plan', { steps: stepsOf({ a: [] }, specialist) })] } }) as const;

async function knowing(...said: readonly string[]) {
  const memory = createMemory();
  await memory.learn(anna, said.flatMap(ask));
  return memory;
}

/** What the function of a specialist gets in a run. */
async function workOf(messages: Message[], config: Partial<OrchestratorConfig>, about: { memory?: boolean } = {}) {
  const seen: WorkInput[] = [];
  const run = (work: WorkInput) => {
    seen.push(work);
    return 'A soup.';
  };
  const cook = defineSpecialist({ name: 'cook', description: 'cooks', run, ...about });
  const troupe = createOrchestrator({ model: scriptedModel([plan('cook')]), specialists: [cook], ...config });
  const started = troupe.start(messages, { context: anna });
  expect((await started.result).status).toBe('completed');
  expect(replay(started.log)).toMatchObject({ equal: true });
  expect(JSON.stringify(started.log)).not.toContain('German');
  return seen[0] as WorkInput; // it has worked
}

it('a specialist that is a function gets what is remembered, and its log has none of it', async () => {
  const memory = await knowing(secret, wish);
  expect(await workOf(ask('Dinner?'), { memory })).toMatchObject({ remembered: [secret], preferences: [wish] });
  expect(await workOf(ask('Dinner?'), {})).toMatchObject({ remembered: [], preferences: [] });
});

it('a specialist can be left out, a function as well as a model', async () => {
  const memory = await knowing(secret, wish);
  const left = await workOf(ask('Dinner?'), { memory }, { memory: false });
  expect(left).toMatchObject({ remembered: [], preferences: [] });
  const model = scriptedModel([plan('cook'), { purpose: 'work', reply: 'A soup.' }]);
  const cook = defineSpecialist({ name: 'cook', description: 'cooks', memory: false });
  await createOrchestrator({ model, specialists: [cook], memory }).invoke(ask('Dinner?'), { context: anna });
  expect(model.calls.map((request) => /nuts/.test(textOf(request)))).toEqual([true, false]);
  expect(textOf(model.calls[1] as ModelRequest)).not.toMatch(/German|<memory>/);
});

it('a specialist that is a function does not see what was forgotten', async () => {
  const memory = await knowing(secret);
  await memory.forget(anna);
  const again: Message[] = [...ask(`Hello. ${secret}`), { role: 'assistant', content: 'Yes.' }, ...ask('Dinner?')];
  const { messages } = await workOf(again, { memory });
  expect(messages.map(({ content }) => content)).toEqual(['Hello. […]', 'Yes.', 'Dinner?']);
});

it('nothing is learned where somebody else writes in the name of the user, also after a restart', async () => {
  const memory = createMemory();
  const helper = defineSpecialist({ name: 'helper', description: 'helps' });
  const times = (count: number) =>
    scriptedModel(Array.from({ length: count }, () => ({ purpose: 'think' as const, reply: 'Yes.' })));
  const config = { specialists: [helper], memory, store: memoryStore() };
  await createOrchestrator({ ...config, model: times(1), learns: false }).invoke(ask(secret), { context: anna });
  const run = createOrchestrator({ ...config, model: times(0) }).start(ask(secret), {
    context: anna,
    runId: 'r',
    learns: false,
  });
  run.actor.stop();
  const next = await createOrchestrator({ ...config, model: times(1) }).resume('r', { context: anna });
  expect((await next.result).status).toBe('completed');
  expect(await memory.list(anna)).toEqual([]);
  const troupe = createOrchestrator({ ...config, model: times(1) });
  expect(() => troupe.start(ask(secret), { learns: 'no' as never })).toThrow('learns');
});
