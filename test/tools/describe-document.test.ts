import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toDocumentSummary } from '../../src/tools/documents/describe-document.ts';
import { parseDocument } from '../../src/tools/documents/parse-document.ts';
import { notesFile } from './sales-rows.ts';

const summaryOf = (text: string) => toDocumentSummary(parseDocument('a.md', text));

describe('what is told of a document', () => {
  it('is its title, its size and its sections', () => {
    const text = readFileSync(notesFile, 'utf8');
    expect(summaryOf(text)).toBe(
      `"Notes for the sales team", ${text.length} characters; sections: What the file holds, Returns, Prices, Regions, 退货`,
    );
  });

  it('names no sections again that a document before it has', () => {
    const text = (name: string, last = 'End') => `# ${name}\n\n## Prices\n\n1\n\n## Delay\n\n2\n\n## ${last}\n\n3`;
    const first = parseDocument('first.md', text('First'));
    expect(toDocumentSummary(parseDocument('b.md', text('Second')), [first])).toBe(
      '"Second", 46 characters; sections as in first.md',
    );
    expect(toDocumentSummary(parseDocument('b.md', text('Second', 'Annex')), [first])).toContain(
      'sections: Prices, Delay',
    );
  });

  it('is how it begins where there is no title', () => {
    expect(summaryOf('Dear all,\nthe lorry was late.\n\nYours')).toBe(
      'begins "Dear all, the lorry was late.", 36 characters',
    );
  });

  it('has at most 400 characters, and the upper sections before the lower ones', () => {
    const chapters = Array.from(
      { length: 6 },
      (_, at) => `## Chapter ${at + 1}\n${'### A rather long part\n'.repeat(10)}`,
    );
    const summary = summaryOf(`# Book\n${chapters.join('')}`);
    expect(summary).toMatch(
      /; 66 sections, such as: Chapter 1, Chapter 2, Chapter 3, Chapter 4, Chapter 5, Chapter 6$/,
    );
    const long = summaryOf(`# ${'Title '.repeat(50)}\n${`## ${'Heading '.repeat(20)}\n`.repeat(300)}`);
    expect(long.length).toBeLessThanOrEqual(400);
    expect(long).toMatch(/ and \d+ more$/);
  });
});
