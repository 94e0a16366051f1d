import { createOrchestrator, defineSpecialist, defineTool, type Entry, type OrchestratorConfig } from 'troupe';
import { type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { logSession } from '../../inspect/sessions/host-log-session.ts';
import { ask, planText } from '../../scenarios/scenario.ts';

const look = defineTool({
  name: 'look',
  description: 'looks',
  capability: 'read',
  input: z.object({}),
  run: () => 'seen',
});
const reader = defineSpecialist({ name: 'reader', description: 'reads', tools: [look] });
const looksUp = { toolCalls: [{ name: 'look', arguments: '{}' }] };

/** What every call of a run was asked, and what the inspector says of it afterwards, from the stored log. */
async function promptsOf(lines: readonly ScriptLine[], config: Partial<OrchestratorConfig> = {}) {
  const model = scriptedModel(lines);
  const troupe = createOrchestrator({ model, specialists: [reader], ...config });
  const run = troupe.start(ask('do it'));
  expect((await run.result).status).toBe('completed');
  model.assertUsedUp();
  const { session, played } = logSession(JSON.parse(JSON.stringify(run.log)) as Entry[], { promptOf: troupe.promptOf });
  await played;
  const prompts = await Promise.all(
    model.calls.map(({ key }) =>
      session.command({ type: 'prompt', session: run.id, key: key.slice(run.id.length + 1) }),
    ),
  );
  const asked = model.calls.map(({ messages, tools = [], toolChoice }) => ({
    messages,
    tools,
    ...(toolChoice ? { toolChoice } : {}),
  }));
  return { prompts, asked, purposes: model.calls.map(({ brief }) => brief.purpose) };
}

describe('what the inspector shows as the prompt', () => {
  it('is what the model was asked: messages, tools and the tool that has to be called', async () => {
    const { prompts, asked, purposes } = await promptsOf([
      { purpose: 'think', reply: looksUp },
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: [] }, 'reader') },
      { purpose: 'work', step: 'a', reply: looksUp },
      { purpose: 'work', step: 'b', reply: 'done b' },
      { purpose: 'work', step: 'a', reply: 'done a' },
      { purpose: 'reflect', reply: 'the end' },
    ]);
    expect(purposes).toEqual(['think', 'think', 'plan', 'work', 'work', 'work', 'reflect']);
    expect(prompts).toEqual(asked);
    expect(asked[2]).toMatchObject({ toolChoice: { name: 'plan' } });
    expect(asked[1]?.messages).toMatchObject([
      {},
      {},
      { toolCalls: [{ name: 'look' }] },
      { name: 'look', content: 'seen' },
    ]);
  });

  it('is so too where somebody else writes the plans', async () => {
    const planner = scriptedModel([{ purpose: 'plan', reply: planText({ a: [] }, 'reader') }]);
    const { prompts, asked } = await promptsOf(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'work', reply: 'done a' },
      ],
      { models: { planning: planner } },
    );
    expect(prompts).toEqual(asked);
    expect(asked[0]?.tools.map(({ name }) => name)).toEqual(['look', 'plan', 'ask_user', 'cannot']);
    expect(JSON.stringify(asked[0]?.tools[1])).not.toContain('steps');
  });
});
