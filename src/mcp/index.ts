/** MCP servers as tools: `troupe/mcp`. It needs the package `@modelcontextprotocol/client`. */
export type { McpEndpoint, McpOptions, McpProcess, McpSettings, McpToolCard } from './mcp-options.ts';
export { type McpTools, mcpTools } from './mcp-tools.ts';
