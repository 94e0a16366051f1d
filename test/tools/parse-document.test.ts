import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/tools/documents/parse-document.ts';
import { passagesOf } from '../../src/tools/documents/passages.ts';
import { toPlainText } from '../../src/tools/plain-text.ts';

const namesOf = (text: string) => parseDocument('a.md', toPlainText(text)).sections.map(({ name }) => name);

describe('the sections of a document', () => {
  it.each([
    ['marked with #', '# One\n\n## Two ##\n\n### C#\n', ['One', 'Two', 'C#']],
    ['underlined', 'One\n===\n\ntext\n\nTwo\n---\n\ntext\n', ['One', 'Two']],
    ['not comments in code', '# One\n\n```sh\n# install\n```\n\n~~~\n# run\n```\n# on\n~~~\n\n## Two', ['One', 'Two']],
    ['not settings at the start', '---\n# a comment\ntitle: x\n---\n# One', ['One']],
    ['not a tag', '#todo\n\n# One', ['One']],
    ['not what a table or a list has above a line', '- item\n---\n\n# One', ['One']],
    ['found below a line at the start', '---\n\n# One', ['One']],
    ['not comments in code of a list', '# One\n\n- ```sh\n  # install\n  ```\n\n## Two', ['One', 'Two']],
    ['not comments in code of a nested list', '1. a\n   - b\n\n     ```sh\n     # install\n     ```\n\n# One', ['One']],
    ['not comments in a fence in a fence', '````md\n```sh\n# a\n```\n# b\n````\n\n# One', ['One']],
    ['not comments in code that never ends', '# One\n\n```sh\n# install\n\n# run', ['One']],
    ['not what HTML comments hide', '<!--\n# Draft\n\n## Notes\n-->\n\n# One\n\n<!-- # two -->', ['One']],
    ['not items and quotes', '- # item\n\n> # quote\n> Title\n> ---\n\n# One', ['One']],
    ['not rows of tables', '| a |\n| - |\n| # b |\n---\n\n# One', ['One']],
    ['not the last line of a paragraph', 'Dear all,\nsee below\n---\n\n# One', ['One']],
    ['in a text with other line ends', '# One\r\n\r\nTwo\r\n===\r\n\r\n```\r\n# c\r\n```\r\n', ['One', 'Two']],
    ['below a byte order mark', '\ufeff# One\n\n# Two', ['One', 'Two']],
    ['that are empty', '#\n\n# One', ['(no heading)', 'One']],
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

  it('keep code of a list and hidden text in one piece', () => {
    const list = '- run\n\n      a\n\n  ```\n  b\n\n  # c\n  ```\n- stop';
    expect(passagesOf(parseDocument('a.md', list)).map(({ text }) => text)).toEqual([
      '- run',
      'a',
      '```\n  b\n\n  # c\n  ```\n- stop',
    ]);
    const hidden = 'Before.\n\n<!-- one\n\ntwo -->\n\nAfter.';
    expect(passagesOf(parseDocument('a.md', hidden)).map(({ text }) => text)).toEqual([
      'Before.',
      '<!-- one\n\ntwo -->',
      'After.',
    ]);
  });

  it('of a long document are all there', () => {
    const part = (at: number) =>
      `## Part ${at}\n\nText of ${at}.\n\n- item\n- item\n\n\`\`\`sh\n# comment\n\nrun\n\`\`\``;
    const count = 15_000;
    const text = Array.from({ length: count }, (_, at) => part(at)).join('\n\n');
    expect(text.length).toBeGreaterThan(1_000_000);
    const document = parseDocument('a.md', text);
    expect(document.sections.length).toBe(count);
    expect(document.blocks.length).toBe(3 * count);
    expect(document.blocks.at(-1)?.text).toBe('```sh\n# comment\n\nrun\n```');
  });

  it('that are too long come in pieces, each row of a table under its head', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `| item ${at} | ${'x'.repeat(40)} |`);
    const pieces = passagesOf(parseDocument('a.md', ['| name | note |', '| --- | --- |', ...rows].join('\n')));
    expect(pieces.length).toBeGreaterThan(1);
    for (const { text } of pieces) expect(text).toMatch(/^\| name \| note \|\n\| --- \| --- \|\n\| item /);
    expect(pieces.flatMap(({ text }) => text.split('\n').slice(2))).toEqual(rows);
  });
});
