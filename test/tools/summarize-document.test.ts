import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/tools/documents/documents.ts';
import { summarizeDocument } from '../../src/tools/documents/summarize-document.ts';
import { documentSet, toolContext } from './document-set.ts';
import { notesFile } from './sales-rows.ts';

const notes = createDocuments({ files: [notesFile] });
const summarize = (input: object, documents = notes) => summarizeDocument(documents).run(input, toolContext);

describe('a summary', () => {
  it('is sentences of the document, word for word and in order', async () => {
    const { data } = await summarize({ file: 'notes.md', sentences: 3 });
    const text = readFileSync(notesFile, 'utf8');
    const { sentences } = data as { sentences: string[] }; // the tool's own shape
    expect(sentences).toHaveLength(3);
    const places = sentences.map((sentence) => text.indexOf(sentence));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('puts them under their headings and names the sections that it leaves out', async () => {
    const { text } = await summarize({ file: 'notes.md', sentences: 1 });
    expect(text).toMatch(/^notes\.md, "Notes for the sales team":\n\n"[^"]+": .+\n\nOther sections: /);
    expect(text.match(/"(?:What the file holds|Returns|Prices|Regions|退货)"/g)).toHaveLength(5);
  });

  it('says a sentence once that the document says twenty times, and tells of the others', async () => {
    const weeks = Array.from({ length: 20 }, (_, at) => `## Week ${at + 1}\n\nThe lorry came ${at + 1} hours late.\n`);
    const documents = documentSet({
      'log.md': `# Log\n\n${weeks.join('\n')}\n## Costs\n\nRepairs took a third of the budget.\n`,
    });
    const { text } = await summarize({ file: 'log.md' }, documents);
    expect(text).toContain('The lorry came 1 hours late. (and 19 more like it)');
    expect(text.match(/lorry/g)).toHaveLength(1);
    expect(text).toContain('"Costs": Repairs took a third of the budget.');
  });

  it('leaves out what every document says, code and tables', async () => {
    const footer = 'For the internal use of the purchasing department and of nobody else.';
    const documents = documentSet(
      Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [
          `${name}.md`,
          `${footer}\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\n\`\`\`\nrun it\n\`\`\`\n\nPlant ${name} makes lamps.`,
        ]),
      ),
    );
    expect((await summarize({ file: 'b.md' }, documents)).text).toBe('b.md:\n\nPlant b makes lamps.');
  });
});
