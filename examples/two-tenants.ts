/** A web server with one orchestrator for all tenants: what a request knows reaches the tool, and no other request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createOrchestrator, defineSpecialist, defineTool, type Model, memoryStore, type ToolContext } from 'troupe';
import { z } from 'zod';

const requestContext = z.object({ tenant: z.string(), user: z.string() });

const invoices: Readonly<Record<string, number>> = { north: 3, south: 8 };
const openInvoices = defineTool({
  name: 'open_invoices',
  description: 'How many invoices are open.',
  capability: 'read',
  input: z.object({}),
  run: (_, { context }: ToolContext<z.output<typeof requestContext>>) =>
    `${context.user} has ${invoices[context.tenant] ?? 0} open invoices.`,
});
const clerk = defineSpecialist({ name: 'clerk', description: 'Knows the invoices.', tools: [openInvoices] });

// With a key this would be openaiModel({ model: '…' }). It looks the invoices up, then says what was found.
const model: Model = {
  name: 'clerk',
  isFree: true,
  async call({ messages }) {
    const found = messages.findLast(({ role }) => role === 'tool')?.content;
    const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
    if (found !== undefined) return { text: found, toolCalls: [], finishReason: 'stop', usage };
    const toolCalls = [{ id: 'call-1', name: 'open_invoices', arguments: '{}' }];
    return { text: '', toolCalls, finishReason: 'tool_calls', usage };
  },
};

const store = memoryStore();
const troupe = createOrchestrator({
  model,
  specialists: [clerk],
  store,
  context: requestContext,
  logged: ['tenant'],
});

const server = createServer(async (request, response) => {
  // Your application takes them from a session or a token.
  const { tenant = '', user = '' } = Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams);
  const { message } = await troupe.invoke([{ role: 'user', content: await text(request) }], {
    context: { tenant, user },
    sessionId: `${tenant}/${user}`,
    limits: { modelCalls: 10 },
    metadata: { path: request.url ?? '' },
  });
  response.end(message.content);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo; // it listens on a port

const people = [
  { tenant: 'north', user: 'Ada' },
  { tenant: 'south', user: 'Ben' },
  { tenant: 'north', user: 'Cleo' },
];
const answers = await Promise.all(
  people.map(async (who) => {
    const query = new URLSearchParams(who);
    const body = 'How many invoices are open?';
    return (await fetch(`http://127.0.0.1:${port}/?${query}`, { method: 'POST', body })).text();
  }),
);
for (const [index, { tenant }] of people.entries()) console.log(`${tenant}: ${answers[index]}`);

const [kept] = await store.runs({ session: 'south/Ben' });
const [first] = await store.read(kept?.run ?? '');
if (first?.type === 'request.received') console.log(`in the log: ${JSON.stringify(first.data.context)}`);
server.close();
