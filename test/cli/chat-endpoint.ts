import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Purpose } from 'troupe';
import { type Reply, thinking } from 'troupe/testing';
import { purposeOf } from '../http/purpose.ts';
import { chunk, chunks, event } from '../models/endpoint.ts';

/** A server on this machine that speaks chat completions. */
export interface ChatEndpoint {
  readonly baseURL: string;
  /** The names of the calls that were answered in full, as their Idempotency-Key headers give them. */
  readonly answered: readonly string[];
  /** The messages of every call so far. */
  readonly asked: readonly {
    readonly purpose: Purpose;
    readonly messages: readonly { role: string; content: string }[];
  }[];
  /** From now on every call is answered. */
  answerAll(): void;
  /** Resolves when a call of this purpose has come in and is left without an answer. */
  hangs(purpose: Purpose): Promise<void>;
  /** Resolves when the other side has closed the connection of a call that was left without an answer. */
  dropped(purpose: Purpose): Promise<void>;
  close(): Promise<void>;
}

const plan = `# Plan: two questions and a report

- [ ] 1: Revenue by region
  - specialist: math
- [ ] 2: 按月统计销售额的增长情况
  - specialist: math
- [ ] 3: Write the report
  - specialist: writer
  - after: 1, 2
`;

const answers: Record<Purpose, Reply> = {
  think: thinking(),
  answer: 'An answer.',
  plan,
  work: 'There is a result.',
  decide: '{"run":true,"reason":"so"}',
  reflect: 'All of it is done.',
  finalize: 'All of it is done.',
  structure: '{}',
};

/** A reply, or pieces of a text that come as they are made; pieces that throw are a connection that breaks. */
type Answer = Reply | ((body: string) => Reply | AsyncIterable<string>);

/** Answers every call, save those of the purpose that `hangsOn` names, or whose name fits: they wait until the caller hangs up. */
export async function startChatEndpoint(
  options: { hangsOn?: Purpose | RegExp; answers?: Partial<Record<Purpose, Answer>> } = {},
): Promise<ChatEndpoint> {
  let { hangsOn } = options;
  const answered: string[] = [];
  const asked: ChatEndpoint['asked'][number][] = [];
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const moment = (name: string) => {
    const known = arrivals.get(name) ?? Promise.withResolvers<void>();
    arrivals.set(name, known);
    return known;
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { messages } = JSON.parse(body);
    const { purpose } = purposeOf(messages);
    asked.push({ purpose, messages });
    const key = decodeURIComponent(String(request.headers['idempotency-key']));
    if (hangsOn instanceof RegExp ? hangsOn.test(key) : purpose === hangsOn) {
      response.once('close', () => moment(`${purpose} dropped`).resolve());
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      moment(`${purpose} hangs`).resolve();
      return;
    }
    const answer = options.answers?.[purpose] ?? answers[purpose];
    response.once('finish', () => answered.push(key));
    await say(response, typeof answer === 'function' ? answer(body) : answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    answered,
    asked,
    answerAll() {
      hangsOn = undefined;
    },
    hangs: (purpose) => moment(`${purpose} hangs`).promise,
    dropped: (purpose) => moment(`${purpose} dropped`).promise,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const usage = event({ choices: [], usage: { prompt_tokens: 1000, completion_tokens: 40, total_tokens: 1040 } });

async function say(response: ServerResponse, said: Reply | AsyncIterable<string>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (typeof said === 'string' || !(Symbol.asyncIterator in said)) {
    response.end(`${usage}${chunks(said).join('')}`);
    return;
  }
  try {
    for await (const piece of said) response.write(chunk({ content: piece }));
  } catch {
    response.destroy(); // an answer that breaks off
    return;
  }
  response.end(`${chunk({}, 'stop')}${usage}${event('[DONE]')}`);
}
