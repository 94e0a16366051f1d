/** Each optional peer at work: one line for each. */
import { createServer } from 'node:http';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createOrchestrator, createRunner, defineChart, defineSpecialist, memoryStore } from 'troupe';
import { mcpTools } from 'troupe/mcp';
import { openaiModel } from 'troupe/openai';
import { postgresStore } from 'troupe/postgres';
import { useRun } from 'troupe/react';
import { createMachine } from 'xstate';

/** An endpoint that streams one answer. */
async function openai(): Promise<string> {
  const piece = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${piece({ role: 'assistant', content: 'Hello.' }, null)}${piece({}, 'stop')}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const baseURL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
  const troupe = createOrchestrator({
    model: openaiModel({ model: 'm', baseURL, apiKey: 'none' }),
    specialists: [defineSpecialist({ name: 'greeter', description: 'Greets.', run: () => 'Hello.' })],
  });
  const { status, message } = await troupe.invoke([{ role: 'user', content: 'Greet me.' }]);
  server.close();
  return `${status}: ${message.content}`;
}

async function mcp(): Promise<string> {
  const { tools, close } = await mcpTools({ command: process.execPath, args: ['mcp-server.js'] });
  const names = tools.map((tool) => tool.name).join(', ');
  await close();
  return names;
}

async function react(): Promise<string> {
  const machine = createMachine({ id: 'light', initial: 'red', states: { red: {} } });
  const light = defineChart({ name: 'light', version: '1', machine });
  const run = createRunner({ charts: [light], store: memoryStore() }).start(light);
  const Light = () => createElement('b', null, String(useRun(run).snapshot.value));
  const html = renderToString(createElement(Light));
  run.leave();
  return html;
}

/** No server listens there: the driver is loaded, and what it says is understood. */
async function pg(): Promise<string> {
  const store = postgresStore('postgres://nobody@127.0.0.1:1/none');
  const said = await store.runs().then(
    () => 'connected',
    (error: unknown) => String(error).replace(/:.*(ECONNREFUSED).*/s, ': $1'),
  );
  await store.close();
  return said;
}

for (const [name, check] of Object.entries({ openai, mcp, react, pg })) console.log(`${name}: ${await check()}`);
