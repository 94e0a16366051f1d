import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, agent, createAgentRunner, defineAgent, graph } from '../../src/agents/index.ts';
import type { Model } from '../../src/models/model.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { modelOf } from './agent-lives.ts';

const about = { name: 'clerk', description: 'Asks a service on the network.' };
const secret = 'sk-very-secret';

/** What the clients of services throw: the request, with the key in its headers. */
function httpError(): Error {
  const config = { headers: { authorization: `Bearer ${secret}` }, url: 'https://service' };
  const cause = Object.assign(new Error(`socket of ${secret}`), { config });
  return Object.assign(new Error('The service said no.', { cause }), {
    code: 'E_NO',
    config,
    request: { body: secret },
    usage: { modelCalls: 1, inputTokens: 2, outputTokens: 3, request: secret },
    limit: { name: secret },
  });
}
const fails = () => {
  throw httpError();
};
const silent = modelOf(() => ({ text: 'fine' }));
const failing: Model = { name: 'failing', call: async () => fails() };
const tool = defineTool({
  name: 'fetch',
  description: 'Fetches a page.',
  capability: 'read',
  input: z.object({}),
  run: fails,
});
const usesTool = modelOf(({ messages }) =>
  messages.at(-1)?.role === 'tool' ? { text: 'done' } : { calls: [{ name: 'fetch', input: {} }] },
);

const throwers: Readonly<Record<string, Agent>> = {
  'the function of an agent': defineAgent({ ...about, run: fails }),
  instructions: agent({ ...about, model: silent, instructions: fails }),
  genInput: agent({ ...about, model: silent, genInput: fails }),
  rewriteHistory: agent({ ...about, model: silent, rewriteHistory: fails }),
  'a tool': agent({ ...about, model: usesTool, tools: [tool] }),
  'a model': agent({ ...about, model: failing, attempts: 1 }),
  'a policy': agent({ ...about, model: usesTool, tools: [tool], policy: { decide: fails, default: 'ask' } }),
  'the function of a node': graph({ ...about })
    .node('ask', fails)
    .edge('start', 'ask')
    .edge('ask', 'end')
    .build(),
};

describe('what somebody’s own code throws', () => {
  it.each(Object.entries(throwers))('has its message in the log, and no other field: %s', async (_, thrower) => {
    const runner = createAgentRunner({ agents: [thrower], store: memoryStore() });
    const run = runner.run(thrower, 'Go.', { id: 'r' });
    const { status } = await run.settled();
    const log = JSON.stringify(run.log);
    expect(status).not.toBe('cancelled');
    expect(log).toContain('The service said no.');
    expect(log).not.toContain(secret);
    await run.leave();
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('keeps its code, what it has used, and whether another attempt makes sense', async () => {
    const clerk = throwers['the function of an agent'] as Agent;
    const { error, usage } = await createAgentRunner({ agents: [clerk] }).invoke(clerk, 'Go.');
    expect(error).toEqual({ code: 'E_NO', message: 'The service said no.' });
    expect(usage).toEqual({ modelCalls: 1, inputTokens: 2, outputTokens: 3 });
  });

  it('is told in words when it is no error, or cannot be looked at', async () => {
    const odd = {
      get message(): string {
        throw httpError();
      },
      toString: (): string => {
        throw httpError();
      },
    };
    for (const [thrown, words] of [
      ['no paper', 'no paper'],
      [{ config: secret }, '[object Object]'],
      [odd, 'Something was thrown that is no error.'],
    ] as const) {
      const run = (): string => {
        throw thrown;
      };
      const clerk = defineAgent({ ...about, run });
      const { error } = await createAgentRunner({ agents: [clerk] }).invoke(clerk, 'Go.');
      expect(error).toEqual({ code: 'bug', message: words });
    }
  });
});
