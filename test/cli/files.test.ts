import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noteFiles } from '../../src/cli/files/note-files.ts';
import { guessKind } from '../../src/cli/files/piped-file.ts';
import { runCli, salesFile, startCli, temporaryFolder } from './run-cli.ts';

const table = readFileSync(salesFile, 'utf8');

it('takes the question from a pipe and the file from its place', async () => {
  const { code, stdout } = await runCli(['ask', '--file', salesFile], { input: 'units by region\n' });
  expect(code).toBe(0);
  expect(stdout).toContain('Total units: 6,611');
});

it.each(['-', '-:csv'])('takes the file %s from a pipe, and leaves nothing behind', async (file) => {
  const TMPDIR = temporaryFolder();
  const args = ['ask', 'units by region', '--file', file];
  const { code, stdout, stderr } = await runCli(args, { input: table, env: { TMPDIR } });
  expect(code).toBe(0);
  expect(stdout).toContain('Total units: 6,611');
  expect(stdout).toContain('rows of stdin.csv');
  expect(stderr.includes('Standard input is read as .csv. Another kind is named so: --file -:txt')).toBe(file === '-');
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('troupe-'))).toEqual([]);
});

it('takes a piped file beside others', async () => {
  const args = ['ask', 'stdin.csv: units by region', '--file', salesFile, '--file', '-'];
  const { code, stdout } = await runCli(args, { input: 'region,units\nnorth,3\nsouth,4\n' });
  expect(code).toBe(0);
  expect(stdout).toContain('2 rows of stdin.csv');
});

it.each([
  [['ask', '--file', '-'], 'Standard input is the file (--file -), so it cannot be the question, too.'],
  [['ask', '-', '--file', '-'], 'Standard input is the file (--file -), so it cannot be the question, too.'],
  [['ask', 'x', '--file', '-', '--file', '-:csv'], 'Standard input can be one file only'],
  [['ask', 'x', '--file', '-:cvs'], '--file -:cvs: there is no kind "cvs". Did you mean "-:csv"?'],
  [['chat', '--file', '-'], 'chat cannot take a file from standard input.'],
  [['inspect', '--file', '-'], 'inspect cannot take a file from standard input.'],
])('refuses %j in words', async (args, message) => {
  const { code, stdout, stderr } = await runCli(args, { input: 'a,b\n1,2\n' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

it('refuses an empty pipe, and one that does not end', async () => {
  const empty = await runCli(['ask', 'x', '--file', '-']);
  expect({ code: empty.code, stderr: empty.stderr }).toEqual({
    code: 2,
    stderr: 'troupe: --file -: there is nothing on standard input.\n',
  });
  const { child, finished } = startCli(['ask', 'x', '--file', '-:csv'], { keepsStdin: true });
  child.stdin.on('error', () => {}); // it is closed in the middle
  child.stdin.write(Buffer.alloc(33 * 1024 * 1024, 'x'));
  const { code, stderr } = await finished;
  expect(code).toBe(2);
  expect(stderr).toContain('Standard input has more than 32 MB. Give less of it.');
});

it.each([
  ['a,b\n1,2\n', 'csv'],
  ['name;place\nAda;London\n', 'csv'],
  ['name,said\nAda,"one, two"\n', 'csv'],
  ['a\tb\n1\t2\n', 'tsv'],
  [' [{"a": 1}]', 'json'],
  ['{"a": 1}', 'json'],
  ['# Title\n\nText, and more.\n', 'md'],
  ['One line, with a comma.\n', 'txt'],
  ['One line, with a comma.\nAnother one without.\n', 'txt'],
  ['', 'txt'],
  [`a,b\n${'1,2\n'.repeat(5000)}`, 'csv'],
])('takes %j for .%s', (text, kind) => {
  expect(guessKind(new TextEncoder().encode(text))).toBe(kind);
});

it('says of each file that is of no use why, before the work begins', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  writeFileSync(at('empty.md'), '');
  writeFileSync(at('binary.json'), Uint8Array.of(123, 0, 255, 254));
  for (const name of ['big.csv', 'big.txt']) {
    writeFileSync(at(name), 'a');
    truncateSync(at(name), 40_000_000);
  }
  const notes: string[] = [];
  noteFiles(['empty.md', 'binary.json', 'big.csv', 'big.txt'].map(at).concat(salesFile), (line) => notes.push(line));
  expect(notes.map((line) => line.replace(`${folder}/`, ''))).toEqual([
    '--file empty.md cannot be used: it is empty.',
    '--file binary.json cannot be used: it is not a text file.',
    '--file big.csv cannot be used: it has 40.0 MB; at most 33.6 MB are read.',
    '--file big.txt cannot be used: it has 40.0 MB; at most 8.4 MB are read.',
  ]);
  const { stderr } = await runCli(['ask', 'what does it say about refunds?', '--file', at('empty.md')]);
  expect(stderr).toContain('empty.md cannot be used: it is empty.');
});

it('calls what is piped in by the name that it was given, when it is of no use', async () => {
  const { stderr } = await runCli(['ask', 'x', '--file', '-:md'], { input: 'a\0b' });
  expect(stderr).toContain('--file - cannot be used: it is not a text file.\n');
});

it('says how a pipe is read in place of a file', async () => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { code, stderr } = await runCli(['ask', 'x', '--file', pipe]);
  expect(code).toBe(2);
  expect(stderr).toContain(
    'is neither a file nor a folder. What a program writes is piped in: … | troupe ask "…" --file -',
  );
});

it('refuses a file that may not be read', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'secret.csv');
  writeFileSync(file, table);
  chmodSync(folder, 0o755);
  chmodSync(file, 0);
  const { code, stderr } = await runCli(['ask', 'x', '--file', file], { isNobody: true });
  expect(code).toBe(2);
  expect(stderr).toMatch(/--file \S*secret\.csv cannot be read: EACCES/);
});

it.each([
  ['x.md', '\u0089PNG\0\0', 'latin1', 'x.md is not UTF-8 text. Save it in UTF-8.'],
  ['blank.md', ' \n\n', 'utf8', 'blank.md is empty. Give a file with text.'],
  ['bad.json', '{"customers": 3', 'utf8', 'bad.json is not JSON: '],
] as const)(
  'does not say of %s, which cannot be read, what it has or has not',
  async (name, text, encoding, reason) => {
    const folder = temporaryFolder();
    const [broken, notes] = [join(folder, name), join(folder, 'notes.md')];
    writeFileSync(broken, text, encoding);
    writeFileSync(notes, '# Office\n\nThe door opens at nine.\n');
    const alone = await runCli(['ask', '--file', broken, 'how many customers are there?']);
    expect(alone.code).toBe(4);
    expect(alone.stdout).toContain(`The file cannot be used: ${reason}`);
    expect(alone.stdout).not.toContain('do not say it');
    const beside = await runCli(['ask', '--file', broken, '--file', notes, 'how many customers are there?']);
    expect(beside.code).toBe(4);
    expect(beside.stdout).toContain(`Not read: ${reason}`);
  },
);
