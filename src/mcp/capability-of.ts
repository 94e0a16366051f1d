import { TroupeError } from '../errors.ts';
import type { Capability } from '../tools/tool.ts';
import type { McpSettings, McpToolCard } from './mcp-options.ts';

const capabilities: ReadonlySet<unknown> = new Set<Capability>(['read', 'write', 'network', 'exec']);

/**
 * What a tool may do: what the caller says; else, of a server that is trusted, what its annotations say; else `write`, which is what the
 * protocol assumes of a tool without annotations. A tool that reads and says that it reaches the open world is `network`: what it is asked
 * leaves the house, and what it brings was written by strangers.
 */
export function capabilityOf(tool: McpToolCard, { capability, trust = false }: McpSettings): Capability {
  const said = capability?.(tool);
  if (said !== undefined) {
    if (capabilities.has(said)) return said;
    const problem = `capability gave ${JSON.stringify(said)} for the tool "${tool.name}"`;
    throw new TroupeError('bad-config', `mcpTools: ${problem}. Return 'read', 'write', 'network', 'exec' or nothing.`);
  }
  const { readOnlyHint, openWorldHint } = (trust && tool.annotations) || {};
  if (readOnlyHint !== true) return 'write';
  return openWorldHint === true ? 'network' : 'read';
}
