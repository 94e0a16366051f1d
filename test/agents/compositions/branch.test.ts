import { describe, expect, it } from 'vitest';
import { agent, branch } from '../../../src/agents/index.ts';
import { modelOf, surviveEveryWrite, toolResults } from '../agent-lives.ts';
import { broken, says, watch } from './watch.ts';

const description = 'Answers what customers ask.';
const agents = { billing: says('bill', 'about money'), support: says('help', 'about faults') };
const chooses = (name: string, input: object = { branch: 'support' }) =>
  agent({
    name,
    description: 'Chooses who answers.',
    model: modelOf((request) =>
      toolResults(request).length > 0 ? { text: toolResults(request).join() } : { calls: [{ name: 'choose', input }] },
    ),
  });

describe('a branch', () => {
  it('is chosen by a function of the messages and the values of the session', async () => {
    const desk = branch({
      name: 'desk',
      description,
      agents,
      decide: ({ messages, values }) =>
        values.vip === true || messages.at(-1)?.content.includes('invoice') ? 'billing' : 'support',
    });
    expect((await watch(desk, 'My invoice?')).events).toEqual(['desk/bill assistant: about money']);
    expect((await watch(desk, 'It is broken.')).result.message?.content).toBe('about faults');
    expect((await watch(desk, 'Hello.', { values: { vip: true } })).result.message?.content).toBe('about money');
  });

  it('is chosen by an agent through a move that lists the choices', async () => {
    const { result, events } = await watch(branch({ name: 'desk', description, agents, router: chooses('router') }));
    expect(events).toEqual([
      'desk/router assistant:  choose',
      'desk/router tool: Chosen: support.',
      'desk/router move',
      'desk/help assistant: about faults',
    ]);
    expect(result.message?.content).toBe('about faults');
  });

  it('is chosen by a router that only writes the name', async () => {
    const { result } = await watch(branch({ name: 'desk', description, agents, router: says('router', 'billing') }));
    expect(result.message?.content).toBe('about money');
  });

  it('reads the request, and nothing of how it was chosen', async () => {
    const reads = says('bill', ({ messages }) => messages.map(({ content }) => content).join(' / '));
    for (const router of [chooses('router', { branch: 'billing' }), says('router', 'billing')]) {
      const desk = branch({ name: 'desk', description, agents: { ...agents, billing: reads }, router });
      expect((await watch(desk, 'My invoice?')).result.message?.content).toMatch(/^Today is .* \/ My invoice\?$/);
    }
  });

  it('that does not exist is told to the model that chose it', async () => {
    const router = chooses('router', { branch: 'sales' });
    const { result } = await watch(branch({ name: 'desk', description, agents, router }));
    expect(result).toMatchObject({ status: 'failed', error: { code: 'unknown-branch' } });
    expect(result.history.some(({ message }) => message.content.includes('There is no branch "sales"'))).toBe(true);
    expect(result.error?.message).toBe('"desk" got no choice from [router]. Its branches are: billing, support.');
  });

  it('that does not exist is a clear error, or the one for everything else', async () => {
    // What the compiler would not let through.
    const decide = () => 'sales' as 'billing';
    const { result } = await watch(branch({ name: 'desk', description, agents, decide }));
    expect(result.error?.message).toBe(
      '"desk" chose "sales", which it does not have. Its branches are: billing, support.',
    );
    const other = await watch(branch({ name: 'desk', description, agents, decide, otherwise: 'support' }));
    expect(other.result.message?.content).toBe('about faults');
  });

  it('for everything else is taken when the router fails', async () => {
    const desk = branch({ name: 'desk', description, agents, router: broken('router'), otherwise: 'support' });
    expect((await watch(desk)).result.message?.content).toBe('about faults');
    const { result } = await watch(branch({ name: 'desk', description, agents, router: broken('router') }));
    expect(result.error?.message).toContain('"desk" has no choice: [router] failed: the key is wrong');
  });

  it('fails when the function that chooses throws', async () => {
    const decide = () => {
      throw new Error('oh');
    };
    const { result } = await watch(branch({ name: 'desk', description, agents, decide }));
    expect(result.error?.message).toBe('decide of "desk" threw: oh');
  });

  it('comes to the same wherever its process dies', async () => {
    const result = await surviveEveryWrite({
      agent: (asked) =>
        branch({
          name: 'desk',
          description,
          agents: { billing: says('bill', 'money', asked), support: says('help', 'faults', asked) },
          router: says('router', 'billing', asked),
        }),
      input: 'Go.',
    });
    expect(result.message?.content).toBe('money');
  });
});
