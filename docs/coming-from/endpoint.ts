/**
 * A model for the programs in this folder: an endpoint that speaks chat completions, whole and streamed, and follows rules.
 *
 *   node endpoint.ts 4100
 *   OPENAI_BASE_URL=http://127.0.0.1:4100/v1 OPENAI_API_KEY=none node openai-agents.ts
 */
import { createServer } from 'node:http';

interface Message {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly function: { readonly name: string } }[];
}
interface Request {
  readonly stream?: boolean;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** The first of these tools that is offered and was not called yet is called; then the answer is written. */
function reply({ messages, tools = [] }: Request) {
  const offered = tools.map((tool) => tool.function.name);
  const called = messages.flatMap(({ tool_calls = [] }) => tool_calls.map((call) => call.function.name));
  const next = (pattern: RegExp) => offered.find((name) => pattern.test(name) && !called.includes(name));
  const look = next(/order.?status/i);
  if (look) return call(look, { order: 7 });
  const handOver = next(/transfer|hand|refunds/i);
  if (handOver)
    return call(
      handOver,
      handOver.startsWith('agent') ? { prompt: 'Order 7 is broken.' } : { task: 'Order 7 is broken.' },
    );
  const pay = next(/^refund$|pay/i);
  if (pay) return call(pay, { order: 7, euros: 20 });
  const isPaid = /Paid back|20 euros back/.test(JSON.stringify(messages));
  return { content: isPaid ? 'You get 20 euros back.' : 'Send it back, and you get your money.' };
}

const call = (name: string, input: object) => ({
  content: null,
  tool_calls: [
    { id: `call-${crypto.randomUUID()}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
  ],
});

createServer(async (incoming, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const request = JSON.parse(Buffer.concat(pieces).toString()) as Request;
  const message = { role: 'assistant', ...reply(request) };
  const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
  const about = { id: crypto.randomUUID(), created: 0, model: 'rules' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (!request.stream) {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ ...about, object: 'chat.completion', usage, choices: [{ index: 0, message, finish_reason }] }),
    );
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const calls =
    'tool_calls' in message ? { tool_calls: message.tool_calls.map((each, index) => ({ index, ...each })) } : {};
  const send = (delta: object, end: string | null) =>
    response.write(
      `data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', usage, choices: [{ index: 0, delta, finish_reason: end }] })}\n\n`,
    );
  send({ ...message, ...calls }, null);
  send({}, finish_reason);
  response.end('data: [DONE]\n\n');
}).listen(Number(process.argv[2] ?? 4100), '127.0.0.1');
