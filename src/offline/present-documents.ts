import { z } from 'zod';
import type { JsonValue } from '../domain/json.ts';
import type { Language } from '../text/language-of.ts';
import { toCitation } from '../tools/documents/pick-passages.ts';

/** What the tools for documents give as data. */
const resultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passages'),
    passages: z.array(z.object({ file: z.string(), heading: z.string(), text: z.string() })).min(1),
    missing: z.array(z.string()),
  }),
  z.object({ kind: z.literal('summary'), sentences: z.array(z.string()).min(1) }),
]);

/** Passages or sentences of documents, word for word, with nothing around them that is not in the user's language. */
export function presentDocuments(data: JsonValue, language: Language): string | undefined {
  const result = resultSchema.safeParse(data).data;
  if (!result) return undefined;
  if (result.kind === 'summary') return result.sentences.join(' ');
  const words = result.missing.join(language === 'en' ? ', ' : '、');
  const note = language === 'en' ? `Not found: ${words}.` : `未找到：${words}。`;
  return [...result.passages.map(toCitation), ...(words === '' ? [] : [note])].join('\n\n');
}
