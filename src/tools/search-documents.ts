import { z } from 'zod';
import type { Documents } from './documents.ts';
import { toPlainLine } from './plain-text.ts';
import { passageSearch } from './search-passages.ts';
import { defineTool, type Tool } from './tool.ts';

/** A tool that finds passages in local documents, and finds nothing rather than something beside the question. */
export function searchDocuments(documents: Documents): Tool {
  return defineTool({
    name: 'search_documents',
    description:
      'Finds the passages of the local documents that fit a question, with file and heading. Gives none when too few words fit.',
    input: z.object({
      query: z.string().max(400),
      file: z.string().optional().describe('Only this document.'),
      limit: z.int().min(1).max(10).default(3),
    }),
    run: ({ query, file, limit }) => {
      const { passages, missing } = passageSearch(documents.passages(file))(query, limit);
      const found = passages.map((passage) => ({ ...passage, text: toPlainLine(passage.text, 1500) }));
      const text =
        found.length > 0
          ? found
              .map((passage) => `${passage.file}${passage.heading ? `, "${passage.heading}"` : ''}: ${passage.text}`)
              .join('\n\n')
          : `Nothing in ${documents.names.join(', ')} fits. Words that are nowhere: ${missing.join(', ') || 'none'}.`;
      return { text, data: { kind: 'passages', query, passages: found, missing: [...missing] } };
    },
  });
}
