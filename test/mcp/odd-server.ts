/**
 * An MCP server that misbehaves as its first argument says. It speaks the protocol by hand: `node odd-server.ts <manner> [file]`.
 *
 * plain     behaves
 * mute      never answers
 * chatty    writes a greeting on stdout, and nothing of the protocol; it makes the file when it has greeted
 * broken    ends at once, with a reason on stderr
 * once      behaves, but starts only as long as the file is not there; it makes the file when it starts
 * stubborn  behaves, but ends neither with its input nor by SIGTERM
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: Record<string, unknown>;
    readonly requestId?: number;
  };
}

const [manner = 'plain', file = ''] = process.argv.slice(2);
const heard: string[] = [];
let names = ['pid', 'heard', 'wait', 'crash', 'vanish', 'fail', 'picky', 'unknown_schema', 'plan', 'a.b', 'a/b', 'a_b'];

const schemas: Readonly<Record<string, object>> = {
  picky: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { size: { type: 'integer', minimum: 1 }, colour: { enum: ['red', 'blue'] } },
    required: ['size'],
    additionalProperties: false,
  },
  unknown_schema: { $schema: 'https://example.com/no-such-dialect', type: 'object' },
};

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const say = (id: number | undefined, text: string, isError = false) =>
  send({ id, result: { content: [{ type: 'text', text }], isError } });

function call({ id, params: { name = '', arguments: input = {} } = {} }: Message): void {
  if (name === 'pid') say(id, String(process.pid));
  else if (name === 'heard') say(id, heard.join('\n'));
  else if (name === 'wait') send({ method: 'notifications/message', params: { level: 'info', data: 'waiting' } });
  else if (name === 'fail') say(id, 'the disk is full', true);
  else if (name === 'crash') {
    process.stderr.write(`out of memory, key ${process.env.SERVICE_KEY}\n`, () => process.exit(3));
  } else if (name === 'vanish') {
    names = names.filter((each) => each !== 'fail');
    send({ method: 'notifications/tools/list_changed' });
    say(id, 'one tool less');
  } else say(id, `${name} ${JSON.stringify(input)}`);
}

function answer(message: Message): void {
  const { id, method, params } = message;
  heard.push(
    method === 'notifications/cancelled' ? `${method} ${params?.requestId}` : `${method} ${params?.name ?? ''}`,
  );
  if (method === 'initialize') {
    const serverInfo = { name: 'odd', version: '1' };
    const capabilities = { tools: { listChanged: true } };
    send({ id, result: { protocolVersion: '2025-06-18', capabilities, serverInfo, instructions: 'Be kind to it.' } });
  } else if (method === 'tools/list') {
    const tools = names.map((name) => ({
      name,
      description: `does ${name}`,
      inputSchema: schemas[name] ?? { type: 'object' },
      ...(name === 'pid' ? { annotations: { readOnlyHint: true } } : {}),
      ...(name === 'heard' ? { annotations: { readOnlyHint: true, openWorldHint: true } } : {}),
    }));
    send({ id, result: { tools } });
  } else if (method === 'tools/call') call(message);
}

if (manner === 'broken' || (manner === 'once' && existsSync(file))) {
  process.stderr.write('no licence found\n');
  process.exitCode = 7;
} else {
  if (manner === 'once') writeFileSync(file, '');
  if (manner === 'stubborn') {
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1_000_000);
  }
  if (manner === 'chatty') process.stdout.write('Welcome to the server!\nReady.\n', () => writeFileSync(file, ''));
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    if (manner !== 'mute' && manner !== 'chatty') answer(JSON.parse(line) as Message); // only our client writes to it
  });
}
