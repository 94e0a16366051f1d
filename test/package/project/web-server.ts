/** A web server that streams an answer as it is written, as server-sent events. */
import { createServer } from 'node:http';
import { createOrchestrator, defineSpecialist } from 'troupe';
import { scriptedModel } from 'troupe/testing';

const greeter = defineSpecialist({ name: 'greeter', description: 'Greets.', run: () => 'Hello.' });

/** What a client reads of one request. */
export async function serveOnce(): Promise<string> {
  const model = scriptedModel([{ purpose: 'think', reply: 'Streamed word by word.' }]);
  const troupe = createOrchestrator({ model, specialists: [greeter] });
  const server = createServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for await (const event of troupe.stream([{ role: 'user', content: 'Say it.' }])) {
      if (event.type === 'delta' && event.actor === 'host') response.write(`data: ${JSON.stringify(event.text)}\n\n`);
    }
    response.end('event: end\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const body = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  server.close();
  return body.replaceAll('\n\n', ' ').trim();
}
