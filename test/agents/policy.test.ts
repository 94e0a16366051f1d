import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AgentDefinition, agent, createAgentRunner } from '../../src/agents/index.ts';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import type { Policy } from '../../src/tools/policy.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { modelOf, toolResults } from './agent-lives.ts';

const about = { name: 'clerk', description: 'Pays what has to be paid.' };

/** A clerk who pays once, as its model wrote it, and says what came of it. */
function clerkWith(input: object, more: Partial<AgentDefinition> = {}) {
  const paid: unknown[] = [];
  const offered: (readonly string[])[] = [];
  const pay = defineTool({
    name: 'pay',
    description: 'Pays money.',
    capability: 'write',
    input: z.object({ euros: z.number() }),
    run: ({ euros }) => {
      paid.push(euros);
      return `paid ${euros}`;
    },
  });
  const model = modelOf((request) => {
    offered.push((request.tools ?? []).map(({ name }) => name));
    const results = toolResults(request);
    return results.length > 0 ? { text: results.join(' ') } : { calls: [{ name: 'pay', input }] };
  });
  return { clerk: agent({ ...about, model, tools: [pay], ...more }), paid, offered };
}

describe('the policy of an agent', () => {
  it.each<[string, unknown, string]>([
    ['with a verdict that is none', { rules: [{ tool: 'pay', verdict: 'refused' }] }, 'policy.rules.0.verdict'],
    ['with a default that is none', { default: 'deny' }, 'policy.default'],
    ['with a field that is none', { rules: [{ tol: 'pay', verdict: 'allow' }] }, '"tol" in policy.rules.0'],
  ])('is refused %s, in an agent and in a runner', (_, policy, words) => {
    const given = policy as Policy;
    const { clerk } = clerkWith({ euros: 1 });
    expect(() => createAgentRunner({ agents: [clerk], policy: given })).toThrow(words);
    expect(() => clerkWith({ euros: 1 }, { policy: given })).toThrow(words);
  });

  it('does not offer a tool that is refused whatever it is called with', async () => {
    const { clerk, offered } = clerkWith({ euros: 1 }, { policy: { rules: [{ tool: 'pay', verdict: 'refuse' }] } });
    await createAgentRunner({ agents: [clerk] }).invoke(clerk, 'Pay.');
    expect(offered[0]).toEqual([]);
  });

  it('puts no call before a person whose arguments do not fit the tool', async () => {
    const { clerk, paid } = clerkWith({ euros: 'many' });
    const { status, message } = await createAgentRunner({ agents: [clerk] }).invoke(clerk, 'Pay.');
    expect({ status, paid }).toEqual({ status: 'completed', paid: [] });
    expect(message?.content).toContain('Error: The input of pay is wrong');
  });

  it('says what counts when nobody answers in time', async () => {
    const clock = simulatedClock();
    const { clerk, paid } = clerkWith({ euros: 3 }, { approvalMs: 1_000, policy: { onTimeout: 'allow' } });
    const run = createAgentRunner({ agents: [clerk], clock }).run(clerk, 'Pay.');
    expect((await clock.run(run.result)).message?.content).toBe('paid 3');
    expect(paid).toEqual([3]);
  });
});
