import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/tools/documents/parse-document.ts';
import { passagesOf } from '../../src/tools/documents/passages.ts';

const namesOf = (text: string) => parseDocument('a.md', text).sections.map(({ name }) => name);

describe('the sections of a document', () => {
  it.each([
    ['marked with #', '# One\n\n## Two ##\n\n### C#\n', ['One', 'Two', 'C#']],
    ['underlined', 'One\n===\n\ntext\n\nTwo\n---\n\ntext\n', ['One', 'Two']],
    ['not comments in code', '# One\n\n```sh\n# install\n```\n\n~~~\n# run\n```\n# on\n~~~\n\n## Two', ['One', 'Two']],
    ['not settings at the start', '---\n# a comment\ntitle: x\n---\n# One', ['One']],
    ['not a tag', '#todo\n\n# One', ['One']],
    ['not what a table or a list has above a line', '- item\n---\n\n# One', ['One']],
    ['found below a line at the start', '---\n\n# One', ['One']],
  ])('are headings %s', (_how, text, names) => {
    expect(namesOf(text)).toEqual(names);
  });

  it('have names that no other has, with the section above where a heading comes twice', () => {
    expect(namesOf('# Contracts\n## Acme\n### Term\n## Beta\n### Term\n### Term\n')).toEqual([
      'Contracts',
      'Acme',
      'Acme > Term',
      'Beta',
      'Beta > Term',
      'Beta > Term (2)',
    ]);
  });

  it('reach to the next heading that is not below them', () => {
    const { lines, sections } = parseDocument('a.md', '# A\n## B\nb\n### C\nc\n## D\nd');
    const textOf = (name: string) => {
      const section = sections.find((each) => each.name === name);
      return lines.slice(section?.from, section?.to).join('\n');
    };
    expect(textOf('B')).toBe('## B\nb\n### C\nc');
    expect(textOf('C')).toBe('### C\nc');
    expect(textOf('A')).toBe(lines.join('\n'));
  });
});

describe('the passages of a document', () => {
  it('are its paragraphs, and code stays in one piece', () => {
    const text = 'Before.\n\n# One\n\nFirst.\nStill first.\n\n```\na\n\nb\n```\n';
    expect(passagesOf(parseDocument('a.md', text)).map(({ heading, text: own }) => [heading, own])).toEqual([
      ['', 'Before.'],
      ['One', 'First.\nStill first.'],
      ['One', '```\na\n\nb\n```'],
    ]);
  });

  it('that are too long come in pieces, each row of a table under its head', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `| item ${at} | ${'x'.repeat(40)} |`);
    const pieces = passagesOf(parseDocument('a.md', ['| name | note |', '| --- | --- |', ...rows].join('\n')));
    expect(pieces.length).toBeGreaterThan(1);
    for (const { text } of pieces) expect(text).toMatch(/^\| name \| note \|\n\| --- \| --- \|\n\| item /);
    expect(pieces.flatMap(({ text }) => text.split('\n').slice(2))).toEqual(rows);
  });
});
