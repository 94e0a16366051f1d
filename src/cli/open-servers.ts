import { TroupeError } from '../errors.ts';
import type { McpTools } from '../mcp/mcp-tools.ts';
import { firstSentence } from '../prompts/first-sentence.ts';
import { defineSpecialist, type Specialist } from '../specialists/specialist.ts';
import type { Tool } from '../tools/tool.ts';
import { isMissing } from './choose-cast.ts';
import type { Config } from './config.ts';
import { parseServer, type ServerOptions } from './options/server-options.ts';
import { toPrintableLine } from './terminal/printable.ts';
import { toCount } from './terminal/quantity.ts';
import type { World } from './world.ts';

/** Specialists for MCP servers that run until they are disposed of. */
export interface Servers extends AsyncDisposable {
  readonly specialists: readonly Specialist[];
}

/** Connects to the servers of the command line, each with a specialist for its tools. Only a model can use them. */
export async function openServers(
  options: ServerOptions,
  { endpoint }: Config,
  { stderr, signal }: Pick<World, 'stderr' | 'signal'>,
): Promise<Servers> {
  const { mcp = [] } = options;
  const note = (line: string) => stderr.write(`${toPrintableLine(line)}\n`);
  const [open, specialists]: [McpTools[], Specialist[]] = [[], []];
  const close = async () => void (await Promise.all(open.map((server) => server.close())));
  if (mcp.length > 0 && !endpoint) note('The offline rules cannot use MCP servers: --mcp is ignored.');
  if (mcp.length === 0 || !endpoint) return { specialists, [Symbol.asyncDispose]: close };
  const { mcpTools } = await loadMcp();
  try {
    for (const text of mcp) {
      // Whoever writes a server on a command line trusts what it says about its tools: what writes is left to --allow.
      const server = await mcpTools({ ...parseServer(text), trust: true, signal });
      open.push(server);
      const usable = server.tools.filter(isUsable(options));
      note(offer(server, usable));
      if (usable.length > 0) specialists.push(toSpecialist(server, usable, specialists));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { specialists, [Symbol.asyncDispose]: close };
}

const isUsable =
  ({ allow = [] }: ServerOptions) =>
  ({ capability }: Tool) =>
    capability === 'read' || allow.includes(capability);

/** What a server has, and what it would have with more rights. */
function offer({ name, tools }: McpTools, usable: readonly Tool[]): string {
  const more = tools.filter((tool) => !usable.includes(tool));
  const rights = [...new Set(more.map(({ capability }) => capability))].join(',');
  const held = more.length === 0 ? '' : `; ${more.length} more with --allow ${rights}`;
  return `MCP server ${name}: ${toCount(usable.length, 'tool')}${held}.`;
}

/** The names of the specialists that come with the package. */
const shippedNames = ['data', 'math', 'search', 'writer'];

function toSpecialist(server: McpTools, usable: readonly Tool[], others: readonly Specialist[]): Specialist {
  const { name, instructions = '', tools } = server;
  const about = instructions === '' ? '' : ` ${firstSentence(instructions)}`;
  const said = instructions === '' ? '' : `\nThe server says about them:\n\n${instructions}`;
  return defineSpecialist({
    name: freeName(name, new Set([...shippedNames, ...others.map((each) => each.name)])),
    description: `Uses the MCP server "${name}".${about} Tools: ${usable.map((tool) => tool.name).join(', ')}.`,
    systemPrompt: `You work with the tools of the MCP server "${name}".${said}`,
    tools,
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const fit = name.replace(/[^\p{L}\p{N}_-]/gu, '-').slice(0, 60) || 'mcp';
  for (let number = 1; ; number++) {
    const free = number === 1 ? fit : `${fit}-${number}`;
    if (!taken.has(free)) return free;
  }
}

async function loadMcp() {
  try {
    return await import('../mcp/index.ts');
  } catch (cause) {
    if (!isMissing(cause, '@modelcontextprotocol/client')) throw cause;
    const text =
      '--mcp is given, but the package "@modelcontextprotocol/client" is not installed. Run: npm install @modelcontextprotocol/client';
    throw new TroupeError('bad-config', text, { cause });
  }
}
