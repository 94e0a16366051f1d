import { ask, defineTool } from 'troupe';
import { agent, parallel, sequence } from 'troupe/agents';
import { z } from 'zod';
import { modelOf, toolResults } from '../agents/agent-lives.ts';

/** Two agents side by side: one pays, about which a person is asked, and one below the other books, which asks with a form. */
export function office() {
  const paid: string[] = [];
  const pay = defineTool({
    name: 'pay',
    description: 'Pays somebody.',
    capability: 'write',
    input: z.object({ to: z.string(), euros: z.number() }),
    run: ({ to, euros }) => {
      paid.push(`${to} ${euros}`);
      return `paid ${to}`;
    },
  });
  const book = defineTool({
    name: 'book',
    description: 'Books a table.',
    capability: 'read',
    input: z.object({ day: z.string() }),
    run: (_, { resumed }) =>
      resumed
        ? JSON.stringify(resumed.answer)
        : ask({ kind: 'form', question: 'For whom?', schema: z.object({ name: z.string() }) }),
  });
  const worker = (name: string, call: { name: string; input: object }, tools: (typeof pay | typeof book)[]) =>
    agent({
      name,
      description: `Does what a ${name} does.`,
      tools,
      approvalMs: 60_000,
      model: modelOf((request) => {
        const [result] = toolResults(request);
        return result === undefined ? { calls: [call] } : { text: result };
      }),
    });
  const team = parallel({
    name: 'team',
    description: 'Pays bills and books tables.',
    agents: [
      worker('clerk', { name: 'pay', input: { to: 'Ada', euros: 3 } }, [pay]),
      sequence({
        name: 'desk',
        description: 'Books tables for whoever comes.',
        agents: [worker('waiter', { name: 'book', input: { day: 'Friday' } }, [book])],
      }),
    ],
  });
  return { team, paid };
}
