import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findFiles } from '../../src/cli/options/find-files.ts';
import { parseCommand } from '../../src/cli/parse-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of ['a.csv', 'b.csv', 'notes.md', 'photo.png', '.hidden.md', 'deep/c.csv', 'deep/more/d.md']) {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), 'x,y\n1,2\n');
}
const inFolder = (...names: readonly string[]) => names.map((name) => join(folder, name));

it.each([
  ['', ['a.csv', 'b.csv', 'deep/c.csv', 'deep/more/d.md', 'notes.md']],
  ['*.csv', ['a.csv', 'b.csv']],
  ['*/*.csv', ['deep/c.csv']],
  ['**/*.md', ['deep/more/d.md', 'notes.md']],
  ['notes.md', ['notes.md']],
])('the files of "%s" are those that can be read', (path, names) => {
  expect(findFiles([`${folder}/${path}`]).toSorted()).toEqual(inFolder(...names).toSorted());
});

it.each([
  ['none.csv', 'there is no such file'],
  ['*.txt', 'no file fits it that can be read'],
])('%s is refused in words', (path, why) => {
  expect(() => findFiles([`${folder}/${path}`])).toThrow(why);
});

it('a pattern that the shell has written out is several files, and the question stays', () => {
  const [a = '', b = ''] = inFolder('a.csv', 'b.csv');
  expect(parseCommand(['ask', '--file', a, b, 'total x']).options).toMatchObject({
    files: [a, b],
    question: 'total x',
  });
});
