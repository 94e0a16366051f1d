/** A web server that streams a run as server-sent events, and stops it when the browser goes away. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createOrchestrator, defineSpecialist } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';

// With a key this would be openaiModel({ model: '…' }).
const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'Lamps sell best in spring.' }) }]);
const clerk = defineSpecialist({ name: 'clerk', description: 'Knows the sales.' });
const troupe = createOrchestrator({ model, specialists: [clerk] });

const server = createServer(async (request, response) => {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (event: string, data: unknown) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const messages = [{ role: 'user' as const, content: await text(request) }];
  for await (const event of troupe.stream(messages, { signal: gone.signal })) {
    if (event.type === 'delta' && event.actor === 'host') send('text', { at: event.at, text: event.text });
    else if (event.type === 'step.started') send('step', event.data.description);
    else if (event.type === 'answer.given') send('answer', event.data.content);
    else if (event.type === 'run.failed') send('failed', event.data.message);
  }
  response.end();
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo; // it listens on a port

const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'When do lamps sell best?' });
console.log((await answer.text()).trim());
server.close();
