import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { JsonValue } from '../domain/json.ts';
import { type Part, partSchema } from '../domain/part.ts';
import type { ToolOutput } from '../tools/tool.ts';

/** What a call gave, as a tool's output: its texts one after the other, images and files as parts, structured content as data. */
export function toOutput({ content, structuredContent }: CallToolResult): ToolOutput {
  const data = structuredContent as JsonValue | undefined; // it came as JSON
  const blocks = content.map(readBlock);
  const text = blocks.flatMap((block) => block.text ?? []).join('\n');
  const parts = blocks.flatMap(({ part }) => part ?? []);
  return {
    text: text || (data === undefined ? inPlaceOfText(parts) : JSON.stringify(data)),
    ...(data === undefined ? {} : { data }),
    ...(parts.length > 0 ? { parts } : {}),
  };
}

const inPlaceOfText = (parts: readonly Part[]) =>
  parts.length > 0 ? 'The tool gave no text.' : 'Done. The tool gave no output.';

/** A block of a result as a model reads it and sees it. What is neither text nor a part is said in words: its kind and its size. */
function readBlock(block: ContentBlock): { readonly text?: string; readonly part?: Part } {
  switch (block.type) {
    case 'text':
      return { text: block.text };
    case 'image': {
      const part = toPart({ type: 'image', mediaType: block.mimeType, data: block.data });
      return part ? { part } : { text: unseen(block) };
    }
    case 'audio':
      return { text: unseen(block) };
    case 'resource_link':
      return { text: `[resource ${block.uri}, ${block.title ?? block.name}${kindOf(block)}]` };
    case 'resource': {
      const { resource } = block;
      const title = `[resource ${resource.uri}${kindOf(resource)}`;
      if ('text' in resource) return { text: `${title}]\n${resource.text}` };
      const part = filePart(resource);
      return part ? { text: `${title}]`, part } : { text: `${title}, ${sizeOf(resource.blob)}, not shown]` };
    }
  }
}

const kindOf = ({ mimeType }: { mimeType?: string | undefined }) => (mimeType ? `, ${mimeType}` : '');
const unseen = ({ type, mimeType, data }: { type: string; mimeType: string; data: string }) =>
  `[${type}, ${mimeType}, ${sizeOf(data)}, not shown]`;

/** A file in a result: an image, where it is one that models take. */
function filePart({ uri, mimeType = '', blob: data }: { uri: string; mimeType?: string | undefined; blob: string }) {
  const mediaType = mimeType.split(';')[0]?.trim() || 'application/octet-stream';
  const name = uri.split('/').findLast(Boolean)?.slice(-255) ?? 'file';
  return toPart({ type: 'image', mediaType, data }) ?? toPart({ type: 'file', mediaType, name, data });
}

/** Nothing for what no part may hold, such as an image that no model takes, or too many bytes. */
const toPart = (part: unknown): Part | undefined => partSchema.safeParse(part).data;

/** The size of what stands there in base64. */
function sizeOf(base64: string): string {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const bytes = Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
