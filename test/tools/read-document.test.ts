import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/tools/documents/documents.ts';
import { readDocument } from '../../src/tools/documents/read-document.ts';
import { documentSet, toolContext } from './document-set.ts';
import { notesFile } from './sales-rows.ts';

const notes = createDocuments({ files: [notesFile] });
const read = async (input: unknown, documents = notes) => (await readDocument(documents).run(input, toolContext)).text;

describe('read_document', () => {
  it.each(['Returns', 'returns', '## Returns', '"Return"'])('gives the section that %s means', async (section) => {
    expect(await read({ file: 'Notes', section })).toBe(
      'notes.md, "Returns":\n\n## Returns\n\nCustomers may return goods within 30 days. Returned units are booked in the month of the return and are not taken off the units in the file.',
    );
  });

  it('gives a short document whole, with or without words for nothing', async () => {
    const whole = await read({ file: 'notes.md' });
    expect(whole).toMatch(/^notes\.md:\n\n# Notes for the sales team\n[\s\S]*扣除。$/u);
    expect(await read({ file: 'notes.md', section: null, page: null })).toBe(whole);
    expect(await read({ file: 'notes.md', section: '' })).toBe(whole);
  });

  it('gives the same section of several documents, and what they say alike once', async () => {
    const text = (days: number) =>
      `# Contract\n\n## Delay\n\nThe seller pays when a delivery is late. The grace is ${days} days.\n\n## End\n\nSigned.`;
    const documents = documentSet({ 'a.md': text(2), 'b.md': text(5), 'c.md': '# Letter\n\nHello.' });
    const both = await read({ files: ['a.md', 'B', 'c.md', 'x.md'], section: 'delay' }, documents);
    expect(both.match(/The seller pays/g)).toHaveLength(1);
    expect(both).toContain('a.md, "Delay":\n\nThe seller pays when a delivery is late. The grace is 2 days.');
    expect(both).toContain('b.md, "Delay":\n\n[…] The grace is 5 days.');
    expect(both).toContain('c.md has no section "delay"');
    expect(both).toContain('x.md');
    expect(both).not.toContain('Signed.');
  });

  it('gives a sentence that differs in one of several documents in all of them', async () => {
    const text = (months: number) =>
      `# Contract\n\n## Term\n\nIt goes on for a year each time. Notice is given ${months} months before.\n`;
    const notice = { 'a.md': 3, 'b.md': 6, 'c.md': 6, 'd.md': 3 };
    const documents = documentSet(
      Object.fromEntries(Object.entries(notice).map(([file, months]) => [file, text(months)])),
    );
    const all = await read({ files: Object.keys(notice), section: 'Term' }, documents);
    expect(all.match(/It goes on for a year/g)).toHaveLength(1);
    for (const [file, months] of Object.entries(notice)) {
      const part = all.slice(all.indexOf(`${file}, "Term"`)).split('\n\n')[1];
      expect(part, file).toContain(`Notice is given ${months} months before.`);
    }
    expect(all).toContain('[…] is what all of them say alike: it stands in the first.');
  });

  it('asks for the section when several documents are named, and for a document when none is', async () => {
    await expect(read({ files: ['a.md', 'b.md'] })).rejects.toThrow('Name the section');
    await expect(read({ section: 'x' })).rejects.toThrow('Name the document');
  });

  it('names the sections when there is none like it', async () => {
    await expect(read({ file: 'notes.md', section: 'Insurance' })).rejects.toThrow(
      'notes.md has no section "Insurance". The sections of notes.md: "Notes for the sales team", "What the file holds", "Returns"',
    );
  });

  it('names the documents when there is none like it', async () => {
    await expect(read({ file: '/etc/passwd' })).rejects.toThrow('The documents are notes.md.');
  });

  it('gives a long one page by page, and says what is next and which sections there are', async () => {
    const paragraphs = Array.from({ length: 60 }, (_, at) => `Paragraph ${at + 1}: ${'word '.repeat(60)}`);
    const documents = documentSet({
      'long.md': `# Long\n\n## Start\n\n${paragraphs.join('\n\n')}\n\n## End\n\nThe end.`,
    });
    const pages = [];
    for (let page = 1; page <= 3; page++) pages.push(await read({ file: 'long.md', page }, documents));
    expect(pages[0]).toContain('long.md, page 1 of 3:');
    expect(pages[0]).toContain('It goes on: page 2.');
    expect(pages[0]).toContain('The sections of long.md: "Long", "Start", "End".');
    expect(pages[2]).toContain('The end.');
    expect(pages[2]).not.toContain('It goes on');
    expect(pages.join('\n').match(/Paragraph \d+/g)).toEqual(
      paragraphs.map((text) => text.slice(0, text.indexOf(':'))),
    );
    expect(await read({ file: 'long.md', page: '99' }, documents)).toBe(pages[2]);
    expect(await read({ file: 'long.md', section: 'End' }, documents)).toBe('long.md, "End":\n\n## End\n\nThe end.');
  });

  describe('of documents with the same header and footer', () => {
    const header = '> Larkfield, for employees only. Please do not forward this document outside of the company.';
    const footer = 'Larkfield, Quay Street 14. Questions about it are answered by the operations office.';
    const clause = 'Whatever the parties learn of each other stays between them, also after the end.';
    const names = ['Acme', 'Beta', 'Gamma', 'Delta'];
    const bodyOf = (name: string) =>
      `# Contract with ${name}\n\n## Price\n\nThe price of ${name}.\n\n${clause}\n\n## Term\n\nTwo years.\n\n---\n\n`;
    const withEdges = (count: number) =>
      documentSet(
        Object.fromEntries(
          names.slice(0, count).map((name) => [`${name}.md`, `${header}\n\n${bodyOf(name)}${footer}\n`]),
        ),
      );

    it('leaves out what they say alike there, but no figure and nothing between them, and says so', async () => {
      const note = '[…] is what many documents say alike; a search finds it.';
      const shown = `> Larkfield, for employees only. […]\n\n${bodyOf('Beta')}Larkfield, Quay Street 14. […]`;
      expect(await read({ file: 'Beta' }, withEdges(4))).toBe(`Beta.md:\n\n${shown}\n\n${note}`);
    });

    it('gives all of it where few have it, and in a section', async () => {
      expect(await read({ file: 'Beta' }, withEdges(2))).toBe(`Beta.md:\n\n${header}\n\n${bodyOf('Beta')}${footer}`);
      expect(await read({ file: 'Beta', section: 'Term' }, withEdges(4))).toMatch(/operations office\.$/);
    });

    it('keeps a clause that is all there is under the last heading', async () => {
      const texts = names.map((name) => [
        `${name}.md`,
        `# ${name}\n\n## Price\n\nOf ${name}.\n\n## Secrecy\n\n${clause}`,
      ]);
      expect(await read({ file: 'Acme' }, documentSet(Object.fromEntries(texts)))).toMatch(/also after the end\.$/);
    });
  });

  it('reads a file again when it has changed', async () => {
    const documents = documentSet({ 'a.md': 'One.' });
    expect(await read({ file: 'a.md' }, documents)).toContain('One.');
    writeFileSync(documents.paths[0] ?? '', 'Another text.');
    expect(await read({ file: 'a.md' }, documents)).toContain('Another text.');
  });
});
