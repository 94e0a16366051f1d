import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { agent, createAgentRunner, deepAgent, defineAgent, planExecuteReplan } from '../../src/agents/index.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { defineTool, type ToolContext } from '../../src/tools/tool.ts';
import { modelOf, toolResults } from './agent-lives.ts';

const about = { name: 'clerk', description: 'Knows whose request it is.' };
const schema = z.object({ tenant: z.string(), rights: z.array(z.string()).default([]) });
type Context = z.output<typeof schema>;

const whose = defineTool({
  name: 'whose',
  description: 'Says whose request it is.',
  capability: 'write',
  input: z.object({}),
  run: (_, { context }: ToolContext<Context>) => `${context.tenant}: ${context.rights.join()}`,
});
const model = modelOf((request) =>
  toolResults(request).length > 0 ? { text: toolResults(request).join() } : { calls: [{ name: 'whose', input: {} }] },
);
const clerk = agent({ ...about, model, tools: [whose] });
const policy = { default: 'allow' } as const;

describe('the context of a run of agents', () => {
  it('is what the schema of the runner makes of it', async () => {
    const runner = createAgentRunner({ agents: [clerk], context: schema, policy });
    const { message } = await runner.invoke(clerk, 'Whose?', { context: { tenant: 'acme' } });
    expect(message?.content).toBe('acme: ');
  });

  it.each([undefined, { tenant: 7 }])('is refused when it does not fit, without its values: %o', (context) => {
    const runner = createAgentRunner({ agents: [clerk], context: schema, policy });
    const start = () => runner.run(clerk, 'Whose?', context ? { context } : {});
    expect(start).toThrow('The context of the request does not fit. tenant:');
  });

  it('is not another one when the run continues or is forked', async () => {
    const runner = createAgentRunner({ agents: [clerk], store: memoryStore(), context: schema, logged: ['tenant'] });
    await runner.invoke(clerk, 'Whose?', { id: 'r', context: { tenant: 'acme' } });
    const other = { context: { tenant: 'evil' } };
    const words = 'Run r was asked for with another value of context.tenant';
    await expect(runner.resume('r', other)).rejects.toThrow(words);
    await expect(runner.fork('r', { at: 3, ...other })).rejects.toThrow(words);
    const run = await runner.resume('r', { context: { rights: ['pay'] } });
    await run.approve(run.waiting[0]?.id ?? '');
    expect((await run.result).message?.content).toBe('acme: pay');
  });

  it('is given again to each run that is recovered, and a run that needs more of it is parked', async () => {
    const given = { agents: [clerk], store: memoryStore(), context: schema };
    const first = createAgentRunner(given);
    await first.invoke(clerk, 'Whose?', { id: 'a', context: { tenant: 'acme' } });
    await first.invoke(clerk, 'Whose?', { id: 'b', context: { tenant: 'bolt' } });
    await first.close();
    const contexts: Readonly<Record<string, Context>> = { b: { tenant: 'bolt', rights: ['pay'] } };
    const { runs, parked } = await createAgentRunner(given).recover(async (run) => ({ context: contexts[run] ?? {} }));
    expect(parked).toEqual([{ run: 'a', why: expect.stringContaining('tenant:') }]);
    await runs[0]?.approve(runs[0].waiting[0]?.id ?? '');
    expect((await runs[0]?.result)?.message?.content).toBe('bolt: pay');
    expect((await createAgentRunner(given).recover()).parked).toMatchObject([{ run: 'a' }]);
  });

  it('is a copy of the run’s own, which nobody changes', async () => {
    const context = { tenant: 'acme', rights: ['read'] };
    const thief = defineAgent({
      ...about,
      run: ({ context: known }) => {
        (known.rights as string[]).push('pay');
        return 'done';
      },
    });
    const { status } = await createAgentRunner({ agents: [thief] }).invoke(thief, 'Go.', { context });
    expect({ status, context }).toEqual({ status: 'failed', context: { tenant: 'acme', rights: ['read'] } });
  });

  it('may be expected by the tools of every agent that is a model', () => {
    expectTypeOf(deepAgent({ ...about, model, tools: [whose] })).toHaveProperty('machine');
    expectTypeOf(planExecuteReplan({ ...about, model, tools: [whose] })).toHaveProperty('machine');
    expectTypeOf(whose).toEqualTypeOf<ReturnType<typeof defineTool<z.ZodObject, Context>>>();
  });
});
