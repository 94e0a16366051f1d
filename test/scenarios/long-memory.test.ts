import { createOrchestrator, defineSpecialist, type Message, type Model, type ModelRequest } from 'troupe';
import { agent, createAgentRunner } from 'troupe/agents';
import { createMemory } from 'troupe/memory';
import { expect, it } from 'vitest';
import { textOf } from './moves.ts';

const anna = { user: 'anna' };
const said = 'We can spend at most 4,310.';
const user = (content: string): Message => ({ role: 'user', content });
const first: readonly Message[] = [user(said)];
/** Five hundred turns later; the question shares no word with what was said. */
const later: readonly Message[] = [
  ...first,
  { role: 'assistant', content: 'Noted.' },
  ...Array.from({ length: 500 }, (_, at): Message[] => [
    user(`Tell me something nice about harbour ${at}.`),
    { role: 'assistant', content: `Harbour ${at} is wide, and in the evening it is calm.` },
  ]).flat(),
  user('How much money do we have?'),
];

function listener() {
  const requests: ModelRequest[] = [];
  const model: Model = {
    name: 'listener',
    async call(request) {
      requests.push(request);
      const usage = { modelCalls: 1, inputTokens: 0, outputTokens: 0 };
      return { text: 'There was talk of harbours.', toolCalls: [], finishReason: 'stop', usage };
    },
  };
  return { model, requests };
}

it('what was said 500 turns ago reaches the host, whose window does not have it any more', async () => {
  const prompts = [];
  for (const memory of [createMemory(), undefined]) {
    const { model, requests } = listener();
    const helper = defineSpecialist({ name: 'helper', description: 'helps' });
    const session = { windowTokens: 400, compress: false };
    const troupe = createOrchestrator({ model, specialists: [helper], session, memory });
    await troupe.invoke(first, { context: anna });
    expect((await troupe.invoke(later, { context: anna })).status).toBe('completed');
    prompts.push(textOf(requests.at(-1) as ModelRequest));
  }
  expect(prompts[0]).toContain(`<memory>\n- ${said}\n</memory>`);
  expect(prompts[1]).not.toContain('4,310');
});

it('and an agent, whose window has a summary in its place', async () => {
  const prompts = [];
  for (const memory of [createMemory(), undefined]) {
    const { model, requests } = listener();
    const bot = agent({ name: 'bot', description: 'Answers what people ask.', model, windowTokens: 2_000 });
    const runner = createAgentRunner({ agents: [bot], memory });
    await runner.invoke(bot, first, { context: anna });
    expect((await runner.invoke(bot, later, { context: anna })).status).toBe('completed');
    const last = requests.at(-1) as ModelRequest;
    expect(last.brief).not.toHaveProperty('isSummary');
    prompts.push(textOf(last));
  }
  expect(prompts[0]).toContain(`<memory>\n- ${said}\n</memory>`);
  expect(prompts[1]).toContain('There was talk of harbours.');
  expect(prompts[1]).not.toContain('4,310');
});
