/** An MCP server with one tool that only reads, over stdin and stdout. */
import { createInterface } from 'node:readline';

const tool = {
  name: 'rain',
  description: 'Whether it rains.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
};
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'weather', version: '1' },
  }),
  'tools/list': () => ({ tools: [tool] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = results[method]?.(params);
  const answer = result ? { result } : { error: { code: -32601, message: `There is no ${method}.` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
}
