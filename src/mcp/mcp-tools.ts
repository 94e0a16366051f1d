import type { Tool as McpTool } from '@modelcontextprotocol/client';
import { withNotes } from '../domain/part.ts';
import { TroupeError } from '../errors.ts';
import { defineTool, type Tool } from '../tools/tool.ts';
import { argumentSchema } from './argument-schema.ts';
import { capabilityOf } from './capability-of.ts';
import { checkOptions, type McpOptions, type McpSettings } from './mcp-options.ts';
import { ServerLink } from './server-link.ts';
import { toOutput } from './to-output.ts';
import { toolNames } from './tool-names.ts';

/** The tools of an MCP server, and the way to end it. */
export interface McpTools extends AsyncDisposable {
  /** The name that was given, or what the server calls itself. */
  readonly name: string;
  /** What the server says about how its tools are used. It is the server's text, not yours. */
  readonly instructions?: string;
  /** As they were when the server was connected for the first time. */
  readonly tools: readonly Tool[];
  /** Ends the server's process, or the session with it. Calls fail from then on. */
  close(): Promise<void>;
}

/**
 * Connects to an MCP server, by starting it as a process or at an address, and gives its tools to specialists. A server that is lost later
 * is connected again by the next call.
 *
 * @throws TroupeError `bad-config` for options that cannot work, `tool` when the server cannot be used
 */
export async function mcpTools(options: McpOptions): Promise<McpTools> {
  checkOptions(options);
  const link = await ServerLink.open(options);
  try {
    const { serverName, instructions } = link.connection;
    const name = options.name ?? serverName ?? 'mcp';
    const close = () => link.close();
    return {
      name,
      ...(instructions ? { instructions } : {}),
      tools: toTools([...(await link.connection.tools()).values()], { link, name, options }),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await link.close();
    throw error;
  }
}

interface Server {
  readonly link: ServerLink;
  readonly name: string;
  readonly options: McpSettings;
}

function toTools(given: readonly McpTool[], server: Server): Tool[] {
  const chosen = choose(given, server);
  const { prefix = '' } = server.options;
  const names = toolNames(
    chosen.map(({ name }) => name),
    { prefix, server: server.name },
  );
  return chosen.map((tool) => toTool(tool, names.get(tool.name) ?? tool.name, server));
}

function choose(given: readonly McpTool[], { name, options: { only, except = [] } }: Server): readonly McpTool[] {
  const known = new Set(given.map((tool) => tool.name));
  const wrong = [...(only ?? []), ...except].find((each) => !known.has(each));
  if (wrong !== undefined) {
    const there = [...known].join(', ') || 'none';
    throw new TroupeError('bad-config', `The MCP server "${name}" has no tool "${wrong}". Its tools are: ${there}.`);
  }
  return given.filter((tool) => (only?.includes(tool.name) ?? true) && !except.includes(tool.name));
}

function toTool(tool: McpTool, name: string, { link, options }: Server): Tool {
  const capability = capabilityOf(tool, options);
  return defineTool({
    name,
    description: tool.description?.trim() || tool.title || tool.name,
    ...(capability ? { capability } : {}),
    input: argumentSchema(tool.inputSchema),
    // Some endpoints refuse an object without properties.
    parameters: { ...tool.inputSchema, properties: tool.inputSchema.properties ?? {} },
    async run(input, { signal }) {
      const result = await link.call(tool.name, input, signal);
      const output = toOutput(result);
      if (result.isError) throw new TroupeError('tool', withNotes(output.text, output.parts));
      return output;
    },
  });
}
