import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { JsonValue } from '../domain/json.ts';
import type { ToolOutput } from '../tools/tool.ts';

/** What a call gave, as a tool's output: its texts one after the other, its structured content as data. */
export function toOutput({ content, structuredContent }: CallToolResult): ToolOutput {
  const data = structuredContent as JsonValue | undefined; // it came as JSON
  const text = content.map(partText).join('\n');
  if (data === undefined) return { text: text || 'Done. The tool gave no output.' };
  return { text: text || JSON.stringify(data), data };
}

/** A part of a result as a model reads it. What is not text is said in words: its kind and its size. */
export function partText(part: ContentBlock): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type}, ${part.mimeType}, ${sizeOf(part.data)}, not shown]`;
    case 'resource_link':
      return `[resource ${part.uri}, ${part.title ?? part.name}${part.mimeType ? `, ${part.mimeType}` : ''}]`;
    case 'resource': {
      const { resource } = part;
      const kind = resource.mimeType ? `, ${resource.mimeType}` : '';
      if ('text' in resource) return `[resource ${resource.uri}${kind}]\n${resource.text}`;
      return `[resource ${resource.uri}${kind}, ${sizeOf(resource.blob)}, not shown]`;
    }
  }
}

/** The size of what stands there in base64. */
function sizeOf(base64: string): string {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const bytes = Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
