import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { reflection, thinking } from 'troupe/testing';

/** What a call is for, told from the words of its prompt. */
export type Purpose = 'think' | 'answer' | 'plan' | 'work' | 'reflect' | 'finalize';

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

const purposes: readonly [Purpose, string][] = [
  ['think', 'You lead a group of specialists'],
  ['answer', 'Answer the last user message'],
  ['plan', 'You plan the work'],
  ['reflect', 'You check the results'],
  ['finalize', 'Write the final answer'],
  ['think', '你领导一组专家'],
  ['answer', '回答最后一条用户消息'],
  ['plan', '你为一组专家制定工作计划'],
  ['reflect', '你对照用户的请求'],
  ['finalize', '写出给用户的最终回答'],
];

const plan = `# Plan: two questions and a report

- [ ] 1: Revenue by region
  - specialist: math
- [ ] 2: 按月统计销售额的增长情况
  - specialist: math
- [ ] 3: Write the report
  - specialist: writer
  - after: 1, 2
`;

const answers: Record<Purpose, string> = {
  think: thinking(),
  answer: 'An answer.',
  plan,
  work: 'There is a result.',
  reflect: reflection({ finalAnswer: 'All of it is done.' }),
  finalize: 'All of it is done.',
};

/** A text, or pieces that come as they are made; pieces that throw are a connection that breaks. */
type Answer = string | ((body: string) => string | AsyncIterable<string>);

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
    const purpose = purposes.find(([, words]) => body.includes(words))?.[0] ?? 'work';
    asked.push({ purpose, messages: JSON.parse(body).messages });
    const key = decodeURIComponent(String(request.headers['idempotency-key']));
    if (hangsOn instanceof RegExp ? hangsOn.test(key) : purpose === hangsOn) {
      response.once('close', () => moment(`${purpose} dropped`).resolve());
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      moment(`${purpose} hangs`).resolve();
      return;
    }
    const answer = options.answers?.[purpose] ?? answers[purpose];
    response.once('finish', () => answered.push(key));
    await say(response, typeof answer === 'string' ? answer : answer(body));
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

async function say(response: ServerResponse, content: string | AsyncIterable<string>): Promise<void> {
  const chunk = (delta: object, finish_reason: string | null, usage?: object) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }], usage })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const usage = { prompt_tokens: 1000, completion_tokens: 40, total_tokens: 1040 };
  const pieces = typeof content === 'string' ? [content] : content;
  try {
    for await (const piece of pieces) response.write(chunk({ content: piece }, null));
  } catch {
    response.destroy(); // an answer that breaks off
    return;
  }
  response.end(`${chunk({}, 'stop', usage)}data: [DONE]\n\n`);
}
