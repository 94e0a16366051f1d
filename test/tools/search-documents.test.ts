import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/tools/documents.ts';
import { searchDocuments } from '../../src/tools/search-documents.ts';
import { summarizeDocument } from '../../src/tools/summarize-document.ts';
import { notesFile } from './sales-rows.ts';

const documents = createDocuments({ files: [notesFile] });
const context = { signal: new AbortController().signal, key: 'k' };
const search = async (query: string) => (await searchDocuments(documents).run({ query }, context)).text;

describe('search in documents', () => {
  it('gives the passage with its file and heading', async () => {
    expect(await search('what do the notes say about returned units?')).toMatch(
      /^notes\.md, "Returns": Customers may return/,
    );
  });

  it('finds Han text by its words', async () => {
    expect(await search('客户退货数量')).toMatch(/^notes\.md, "退货": 客户可以/);
  });

  it('finds nothing rather than something beside the question', async () => {
    expect(await search('refund policy in Germany')).toContain('Nothing in notes.md fits');
    expect(await search('量子力学')).toContain('Nothing in notes.md fits');
  });

  it('reads no document that was not given', async () => {
    await expect(searchDocuments(documents).run({ query: 'x', file: '/etc/passwd' }, context)).rejects.toThrow(
      'There is no document',
    );
  });
});

it('a summary is sentences of the document, word for word and in order', async () => {
  const { data } = await summarizeDocument(documents).run({ file: 'notes.md', sentences: 3 }, context);
  const text = documents
    .passages()
    .map((passage) => passage.text)
    .join('\n');
  const { sentences } = data as { sentences: string[] }; // the tool's own shape
  expect(sentences).toHaveLength(3);
  const places = sentences.map((sentence) => text.indexOf(sentence));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
