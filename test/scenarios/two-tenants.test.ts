import { createOrchestrator, defineSpecialist, defineTool, type Model, memoryStore, type ToolContext } from 'troupe';
import { expect, it } from 'vitest';
import { z } from 'zod';

const tenants = ['north', 'south'] as const;
const count = 1000;

/** Looks the number of the request up, then says what was found. It answers calls in no order that has to do with who began first. */
function lookingUp(): Model {
  let calls = 0;
  return {
    name: 'looking up',
    async call({ messages }) {
      for (let turns = (calls++ * 7919) % 13; turns > 0; turns--) await Promise.resolve();
      const found = messages.findLast(({ role }) => role === 'tool')?.content;
      const number = /number (\d+)/.exec(messages.find(({ role }) => role === 'user')?.content ?? '')?.[1];
      const toolCalls = [{ id: 'call-1', name: 'whose', arguments: JSON.stringify({ number: Number(number) }) }];
      const usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1 };
      return found === undefined
        ? { text: '', toolCalls, finishReason: 'tool_calls', usage }
        : { text: found, toolCalls: [], finishReason: 'stop', usage };
    },
  };
}

it('a thousand runs at once of two tenants through one orchestrator each see the context of their own request', async () => {
  const seen: { number: number; tenant: string; request: number }[] = [];
  const whose = defineTool({
    name: 'whose',
    description: 'says whose a number is',
    capability: 'read',
    input: z.object({ number: z.int() }),
    async run({ number }, { context }: ToolContext<{ tenant: string; request: number }>) {
      const before = { ...context };
      // Others come in between.
      for (let turns = number % 5; turns > 0; turns--) await Promise.resolve();
      seen.push({ number, ...context });
      expect({ ...context }).toEqual(before);
      return `${number} is of ${context.tenant}`;
    },
  });
  const heard = new Map<string, Set<string>>();
  const store = memoryStore();
  const troupe = createOrchestrator({
    model: lookingUp(),
    specialists: [defineSpecialist({ name: 'reader', description: 'looks up', tools: [whose] })],
    store,
    context: z.object({ tenant: z.enum(tenants), request: z.int() }),
    callbacks: {
      onTaskComplete({ result }, { tenant }) {
        heard.set(result.runId, (heard.get(result.runId) ?? new Set()).add(tenant));
      },
    },
  });
  const tenantOf = (number: number) => tenants[(number * 31) % 2] ?? 'north';
  const results = await Promise.all(
    Array.from({ length: count }, (_, number) =>
      troupe.invoke([{ role: 'user', content: `number ${number}` }], {
        context: { tenant: tenantOf(number), request: number },
        sessionId: tenantOf(number),
      }),
    ),
  );
  const expected = Array.from({ length: count }, (_, number) => ({
    number,
    tenant: tenantOf(number),
    request: number,
  }));
  expect(seen.toSorted((a, b) => a.number - b.number)).toEqual(expected);
  expect(results.map(({ message }) => message.content)).toEqual(
    expected.map(({ number, tenant }) => `${number} is of ${tenant}`),
  );
  expect(results.map(({ runId }) => [...(heard.get(runId) ?? [])])).toEqual(expected.map(({ tenant }) => [tenant]));
  for (const tenant of tenants) {
    const listed = await store.runs({ session: tenant, limit: count });
    const own = results.filter(({ session }) => session === tenant).map(({ runId }) => runId);
    expect(new Set(listed.map(({ run }) => run))).toEqual(new Set(own));
    expect(own.length).toBe(count / 2);
  }
});
