import { TroupeError } from '../errors.ts';
import type { Capability } from '../tools/tool.ts';
import type { McpSettings, McpToolCard } from './mcp-options.ts';

const capabilities: ReadonlySet<unknown> = new Set<Capability>(['read', 'write', 'network', 'exec']);

/**
 * What a tool may do: what the caller says; else, of a server that is trusted, what its annotations say; else it is unknown. A tool that does
 * not say that it only reads is `write`, as the protocol has it. One that reads and says that it reaches the open world is `network`: what it is
 * asked leaves the house, and what it brings was written by strangers.
 */
export function capabilityOf(tool: McpToolCard, { capability, trust = false }: McpSettings): Capability | undefined {
  const said = capability?.(tool);
  if (said !== undefined) {
    if (capabilities.has(said)) return said;
    const problem = `capability gave ${JSON.stringify(said)} for the tool "${tool.name}"`;
    throw new TroupeError('bad-config', `mcpTools: ${problem}. Return 'read', 'write', 'network', 'exec' or nothing.`);
  }
  if (!trust) return undefined;
  const { readOnlyHint, openWorldHint } = tool.annotations ?? {};
  if (readOnlyHint !== true) return 'write';
  return openWorldHint === true ? 'network' : 'read';
}
