import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startChatEndpoint } from './chat-endpoint.ts';
import { runCli, salesFile, temporaryFolder } from './run-cli.ts';
import { openTerminal } from './terminal.ts';

const ended = (screen: string) => /code=\d+\n+READY>/.test(screen);

it('alone in a terminal, troupe starts a chat that says what it can do, and takes a file', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'own table.csv'), 'region,units\nnorth,3\nsouth,4\neast,5\n');
  const terminal = await openTerminal(110, 40, {});
  await terminal.keys('clear; "$NODE" src/cli/main.ts; echo "code=$?"', 'Enter');
  const greeting = await terminal.until((screen) => /^>$/m.test(screen));
  expect(greeting).toContain('Offline rules, no language model. Set OPENAI_API_KEY or OPENAI_BASE_URL to use one.');
  expect(greeting).toContain('Without a file they only compute: what is 12% of 250?');
  expect(greeting).toContain('/file demo');
  expect(greeting).toContain('/help lists the commands');
  await terminal.keys('-l', `/file "${join(folder, 'own table.csv')}"`);
  await terminal.keys('Enter');
  await terminal.until((screen) => screen.includes('Added own table.csv. Ask about it.'));
  await terminal.keys('units by region', 'Enter');
  const answered = await terminal.until((screen) => /✓ completed [^\n]*\n\n>$/.test(screen.trimEnd()));
  expect(answered).toContain('Total units: 12;');
  expect(answered).toMatch(/✓ completed {2}\d+\.\ds · round 1 of 3/);
  await terminal.keys('C-d');
  expect(await terminal.until(ended)).toContain('code=0');
});

it('alone without a terminal, troupe says how to use it, with exit code 2', async () => {
  const { code, stdout, stderr } = await runCli([]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  expect(stdout).toBe((await runCli(['help'])).stdout);
  expect((await runCli(['help'])).code).toBe(0);
});

it.each([
  ['think', 'thinking'],
  ['plan', 'planning'],
  ['work', 'working'],
  ['reflect', 'checking the results'],
] as const)('Ctrl-C while the call to %s is under way gives the cursor back', async (purpose, words) => {
  const server = await startChatEndpoint({ hangsOn: purpose });
  onTestFinished(() => server.close());
  const terminal = await openTerminal(100, 30, { OPENAI_BASE_URL: server.baseURL });
  await terminal.keys('clear; "$NODE" src/cli/main.ts ask; echo "code=$?"', 'Enter');
  await terminal.until((screen) => new RegExp(`^. ${words} {2}\\d`, 'm').test(screen));
  expect(await terminal.isCursorShown()).toBe(false);
  await terminal.keys('C-c');
  expect(await terminal.until(ended)).toContain('code=130');
  expect(await terminal.isCursorShown()).toBe(true);
});

it('gives the cursor back when the reader of the answer has left', async () => {
  const terminal = await openTerminal(100, 30, {});
  await terminal.keys(
    `clear; "$NODE" src/cli/main.ts ask --events "units by region" --file ${salesFile} | true; echo code=0`,
    'Enter',
  );
  await terminal.until(ended);
  expect(await terminal.isCursorShown()).toBe(true);
});

it.each([
  ['NO_COLOR=1', false, true],
  ['FORCE_COLOR=0', false, true],
  ['TERM=dumb', false, false],
  ['CI=1', false, false],
  ['X=1', true, true],
])('with %s there are colours: %s, and the view is repainted: %s', async (variable, hasColours, isRepainted) => {
  const terminal = await openTerminal(100, 30, {});
  await terminal.keys(
    `clear; ${variable} "$NODE" src/cli/main.ts ask "units by region" --file ${salesFile}; echo "code=$?"`,
    'Enter',
  );
  const screen = await terminal.until(ended);
  expect(screen.includes('✓ completed')).toBe(isRepainted);
  expect((await terminal.colored()).includes('\u001b[32m✓')).toBe(hasColours);
});

it.each([
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('show in a pipe with %j has colours: %s; ask has none', async (env, hasColours) => {
  const store = join(temporaryFolder(), 'runs.db');
  const asked = await runCli(['ask', 'units by region', '--file', salesFile, '--store', store], { env });
  const [, run = ''] = /run ([0-9a-f-]{36})\.$/m.exec(asked.stderr) ?? [];
  const { stdout } = await runCli(['show', run, '--store', store], { env });
  expect(stdout.includes('\u001b[')).toBe(hasColours);
  expect(`${asked.stdout}${asked.stderr}`).not.toContain('\u001b');
});
