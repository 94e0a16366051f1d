import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import { type Part, partNote } from '../../domain/part.ts';

/** A text with its images and files, as the protocol has them. It knows no files at an address: those are described. */
export function toWireParts(text: string, parts: readonly Part[]): ChatCompletionContentPart[] {
  const described = parts.filter(({ type, data }) => type === 'file' && data === undefined).map(partNote);
  const words = [text, ...described].filter(Boolean).join('\n');
  return [...(words === '' ? [] : [{ type: 'text' as const, text: words }]), ...parts.flatMap(toWirePart)];
}

function toWirePart(part: Part): ChatCompletionContentPart[] {
  const url = part.data === undefined ? (part.url ?? '') : `data:${part.mediaType};base64,${part.data}`;
  if (part.type === 'image') return [{ type: 'image_url', image_url: { url } }];
  return part.data === undefined ? [] : [{ type: 'file', file: { filename: part.name, file_data: url } }];
}
