import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isChatCompletionBody, LLMock } from '@copilotkit/aimock';
import { onTestFinished } from 'vitest';
import type { ModelRequest } from '../../src/models/model.ts';
import type { Reply } from '../../src/testing/scripted-model.ts';
import { toResponse } from '../scenarios/to-response.ts';

export interface Received {
  readonly body: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
  /** Resolves when the connection of this request is closed or its answer is complete. */
  readonly closed: Promise<void>;
}

export interface Endpoint {
  readonly baseURL: string;
  readonly received: Received[];
}

/** Serves a request listener on a free port of this machine until the test is over. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return `http://127.0.0.1:${port}/v1`;
}

/** A server for faults that no other makes: each answer is written by hand. */
export async function startEndpoint(answer: (response: ServerResponse, request: Received) => void): Promise<Endpoint> {
  const received: Received[] = [];
  const baseURL = await serve(async (incoming, response) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    response.once('close', resolve);
    const request = { body: JSON.parse(await text(incoming)), headers: incoming.headers, closed };
    received.push(request);
    answer(response, request);
  });
  return { baseURL, received };
}

/** A server that nobody here wrote, with scripted answers. */
export async function startMock(options: ConstructorParameters<typeof LLMock>[0] = {}) {
  const mock = await LLMock.create({ port: 0, ...options });
  onTestFinished(() => mock.stop());
  const bodies = () => mock.getRequests().map(({ body }) => (isChatCompletionBody(body) ? body : undefined));
  return { mock, bodies, baseURL: `${mock.url}/v1` };
}

/** An answer as that server is told it. */
export function toFixture(said: Reply) {
  const { text, toolCalls } = toResponse(said);
  return toolCalls.length === 0 ? { content: text } : { content: text, toolCalls: [...toolCalls] };
}

/** A server that nobody here wrote, which ignores `response_format` and calls tools nobody offered. */
export async function startIgnorant(): Promise<{ baseURL: string }> {
  // An Express app is a request listener; the package has no types for it.
  const app = createRequire(import.meta.url)('mock-openai-api/dist/app.js').default as RequestListener;
  return { baseURL: await serve(app) };
}

/** One event of a stream. */
export const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** One chunk of an answer. */
export const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null) =>
  event({ id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });

/** Sends the head of a stream and some of its events. */
export function stream(response: ServerResponse, ...events: string[]): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(events.join(''));
  return response;
}

/** The chunks of a whole answer: its words, the calls of tools that it asks for, and its end. */
export function chunks(said: Reply): string[] {
  const { text, toolCalls, finishReason } = toResponse(said);
  const calls = toolCalls.flatMap(({ id, name, arguments: input }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: input.slice(0, 9) } }] }),
    chunk({ tool_calls: [{ index, function: { arguments: input.slice(9) } }] }),
  ]);
  return [...(text === '' ? [] : [chunk({ content: text })]), ...calls, chunk({}, finishReason), event('[DONE]')];
}

/** Sends a whole answer. */
export const say = (response: ServerResponse, said: Reply) => stream(response, ...chunks(said)).end();

/** Sends a JSON body. */
export const reply = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A request with the parts that a test leaves out. */
export function ask(content: string, parts: Partial<ModelRequest> = {}): ModelRequest {
  return {
    brief: {} as ModelRequest['brief'], // adapters of language models never read it
    messages: [{ role: 'user', content }],
    key: 'run-1/step-1/call-1',
    signal: new AbortController().signal,
    ...parts,
  };
}
