import { TroupeError } from '../errors.ts';
import type { McpTools } from '../mcp/mcp-tools.ts';
import { firstSentence } from '../prompts/first-sentence.ts';
import { defineSpecialist, type Specialist } from '../specialists/specialist.ts';
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
      // Whoever writes a server on a command line trusts what it says about its tools: about what writes a person is asked.
      const server = await mcpTools({ ...parseServer(text), trust: true, signal });
      open.push(server);
      note(offer(server, options));
      specialists.push(toSpecialist(server, specialists));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { specialists, [Symbol.asyncDispose]: close };
}

/** What a server has, and what a person is asked about. */
function offer({ name, tools }: McpTools, { allow = [] }: ServerOptions): string {
  const asked = tools.flatMap(({ capability = 'write' }) =>
    capability === 'read' || allow.includes(capability) ? [] : [capability],
  );
  const rights = [...new Set(asked)].join(',');
  const note = asked.length === 0 ? '' : `; ${asked.length} of them ask you first, unless --allow ${rights}`;
  return `MCP server ${name}: ${toCount(tools.length, 'tool')}${note}.`;
}

/** The names of the specialists that come with the package. */
const shippedNames = ['data', 'math', 'search', 'writer'];

function toSpecialist({ name, instructions = '', tools }: McpTools, others: readonly Specialist[]): Specialist {
  const about = instructions === '' ? '' : ` ${firstSentence(instructions)}`;
  const said = instructions === '' ? '' : `\nThe server says about them:\n\n${instructions}`;
  return defineSpecialist({
    name: freeName(name, new Set([...shippedNames, ...others.map((each) => each.name)])),
    description: `Uses the MCP server "${name}".${about} Tools: ${tools.map((tool) => tool.name).join(', ')}.`,
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
