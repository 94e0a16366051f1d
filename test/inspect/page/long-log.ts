import { createOrchestrator, defineSpecialist, defineTool, type Entry, type Model } from 'troupe';
import { z } from 'zod';
import { planText } from '../../scenarios/plan-text.ts';

/** The log of a run of so many steps, in each of which a specialist uses a tool 50 times, with 4 entries each time. */
export async function longLog(count = 500): Promise<readonly Entry[]> {
  const look = defineTool({
    name: 'look',
    description: 'looks',
    capability: 'read',
    input: z.object({}),
    run: async () => ({ text: 'seen' }),
  });
  const turns = 50;
  const plan = planText(Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, []])));
  const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  const model: Model = {
    name: 'tireless',
    isFree: true,
    async call({ brief }) {
      if (brief.purpose === 'work' && brief.exchange.length < 2 * turns) {
        const toolCalls = [{ id: 'call', name: 'look', arguments: '{}' }];
        return { text: '', toolCalls, finishReason: 'tool_calls', usage };
      }
      if (brief.purpose === 'think') {
        const toolCalls = [{ id: 'call', name: 'plan', arguments: '{"thought":"much to do"}' }];
        return { text: '', toolCalls, finishReason: 'tool_calls', usage };
      }
      const replies: Record<string, string> = { plan, reflect: 'ok' };
      return { text: replies[brief.purpose] ?? 'done', toolCalls: [], finishReason: 'stop', usage };
    },
  };
  const specialist = defineSpecialist({ name: 'worker', description: 'works', tools: [look] });
  const limits = { steps: 1000, modelCalls: 1_000_000 };
  const troupe = createOrchestrator({ model, specialists: [specialist], limits, turns: turns + 10, concurrency: 8 });
  const run = troupe.start([{ role: 'user', content: 'go' }]);
  await run.result;
  return run.log;
}
