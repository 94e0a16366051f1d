import { z } from 'zod';
import { listed } from '../listed.ts';
import { defineTool, type Tool } from '../tool.ts';
import { documentIndex } from './document-index.ts';
import type { Documents } from './documents.ts';
import { omission, pickPassages, toCitation } from './pick-passages.ts';

/** A tool that finds passages in local documents by words, whichever of them there are. */
export function searchDocuments(documents: Documents): Tool {
  return defineTool({
    name: 'search_documents',
    description:
      'Finds passages of the documents by words, each with its file and section; says which words are nowhere. What many passages say alike is given once.',
    capability: 'read',
    input: z.object({
      query: z.string().max(1000).describe('The words that matter.'),
      file: z.string().optional().describe('Only this document.'),
      limit: z.coerce.number().int().min(1).default(5).describe('How many passages, at most 20.'),
    }),
    run: ({ query, file, limit: wanted }) => {
      const limit = Math.min(wanted, 20);
      const only = file === undefined ? undefined : documents.open(file).file;
      const { documents: read, problems } = documents.all();
      const { search, shared } = documentIndex(read);
      const found = search(query, only);
      const { passages, sameIn, moreIn } = pickPassages(found.passages, shared, limit);
      const missing = [...found.missing];
      const lines = passages.map(toCitation);
      if (lines.length === 0) lines.push(`Nothing in ${only ?? listed(documents.names, 10)} fits.`);
      if (lines.some((line) => line.includes(omission)))
        lines.push(`${omission} is what another passage here says as well.`);
      if (moreIn.length > 0) lines.push(`More than ${limit} fit; the others are in ${listed(moreIn, 20)}.`);
      if (sameIn.length > 0) lines.push(`Nothing but the same in ${listed(sameIn, 20)}.`);
      if (missing.length > 0) lines.push(`Not found${only ? ` in ${only}` : ''}: ${missing.join(', ')}.`);
      return {
        text: [...lines, ...problems].join('\n\n'),
        data: { kind: 'passages', query, passages: [...passages], missing },
      };
    },
  });
}
