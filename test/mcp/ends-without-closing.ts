/** Uses a server, prints the number of its process, and ends without closing it, or stays if it is told to. */
import { mcpTools } from 'troupe/mcp';

const [command = '', ...args] = process.argv.slice(2);
const { tools } = await mcpTools({ command, args });
const { text } = (await tools[0]?.run({}, { signal: new AbortController().signal, key: 'a-key', context: {} })) ?? {
  text: '',
};
process.stdout.write(`${text}\n`, () => process.env.STAY ?? process.exit(0));
