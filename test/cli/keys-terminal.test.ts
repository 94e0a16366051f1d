import { replay } from 'troupe';
import { thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { endpoint, newStoreFile, storedLogs } from './kept-run.ts';
import { openTerminal } from './terminal.ts';

const command = (words: string) => `clear; "$NODE" src/cli/main.ts ${words}; echo "code=$?"`;
const isBack = (screen: string) => /code=\d+\n+READY>/.test(screen);

/** A terminal in which a run hangs in its third step, started as npm does it: a shell waits for it. */
async function runInTerminal() {
  const file = newStoreFile();
  const server = await endpoint({ hangsOn: /\/s3#/ });
  const terminal = await openTerminal(100, 30, { OPENAI_BASE_URL: server.baseURL, TROUPE_STORE: file });
  await terminal.keys(`clear; sh -c '${command('ask "do it all"')}'`, 'Enter');
  await terminal.until((screen) => /3 Write the report .*working/.test(screen));
  return { file, server, terminal };
}

const typesOf = async (file: string) => (await storedLogs(file))[0]?.log.map((entry) => entry.type) ?? [];

it('pauses and goes on at p, cancels at q, and gives the terminal back', async () => {
  const { file, terminal } = await runInTerminal();
  await terminal.keys('p');
  await terminal.until((screen) => screen.includes('‖ paused, press p to resume'));
  await terminal.keys('p');
  await terminal.until((screen) => /^. working/m.test(screen));
  await terminal.keys('q');
  const shown = await terminal.until(isBack);
  expect(shown).toContain('code=130');
  expect(shown).toMatch(/✗ cancelled/);
  expect(await terminal.isCursorShown()).toBe(true);
  await terminal.keys('echo still-$((40+2))', 'Enter');
  await terminal.until((screen) => screen.includes('still-42') && screen.includes('echo still-'));
  const types = await typesOf(file);
  const told = ['run.paused', 'run.resumed', 'run.cancelled'] as const;
  expect(types.filter((type) => told.some((each) => each === type))).toEqual(told);
});

it('stops at Ctrl-Z with the run paused, and goes on with fg', async () => {
  const { file, terminal } = await runInTerminal();
  await terminal.keys('C-z');
  await terminal.until((screen) => /Stopped.*\n(.*\n)*READY>/.test(screen));
  expect(await terminal.isCursorShown()).toBe(true);
  expect((await typesOf(file)).at(-1)).toBe('run.paused');
  await terminal.keys('clear; fg', 'Enter');
  await terminal.until((screen) => /^. working[\s\S]*3 Write the report .*working/m.test(screen));
  expect((await typesOf(file)).at(-1)).toBe('run.resumed');
  await terminal.keys('C-c');
  const shown = await terminal.until((screen) => screen.includes('Cancelled.') && /READY> *$/m.test(screen.trimEnd()));
  expect(shown).toMatch(/✗ cancelled/);
  const [kept] = await storedLogs(file);
  expect(replay(kept?.log ?? [])).toMatchObject({ equal: true });
});

it('shows the plan under review, takes a remark and an approval', async () => {
  const file = newStoreFile();
  const server = await endpoint();
  const terminal = await openTerminal(100, 40, { OPENAI_BASE_URL: server.baseURL, TROUPE_STORE: file });
  await terminal.keys(command('ask "do it all" --review'), 'Enter');
  const asked = await terminal.until((screen) => screen.includes('Approve the plan?'));
  expect(asked).toContain('○ 3 Write the report');
  await terminal.keys('make it good', 'Enter');
  await terminal.until((screen) => screen.match(/Approve the plan\?/g)?.length === 2);
  await terminal.keys('yes', 'Enter');
  const shown = await terminal.until(isBack);
  expect(shown).toContain('All of it is done.');
  expect(shown).toContain('code=0');
  const reviews = (await storedLogs(file))[0]?.log.filter((entry) => entry.type === 'plan.reviewed');
  expect(reviews?.map((entry) => entry.data.remark)).toEqual(['make it good', '']);
});

it.each([
  ['the word cancel', ['cancel', 'Enter']],
  ['Ctrl-C', ['C-c']],
])('cancels a run that waits for a review at %s', async (_, keys) => {
  const file = newStoreFile();
  const server = await endpoint();
  const terminal = await openTerminal(100, 30, { OPENAI_BASE_URL: server.baseURL, TROUPE_STORE: file });
  await terminal.keys(command('ask "do it all" --review'), 'Enter');
  await terminal.until((screen) => screen.includes('Approve the plan?'));
  await terminal.keys(...keys);
  expect(await terminal.until(isBack)).toMatch(/Cancelled\.\n[\s\S]*code=130/);
  expect(await typesOf(file)).toContain('run.cancelled');
});

it('asks the question of a run at the terminal, and leaves it for later at Ctrl-D', async () => {
  const file = newStoreFile();
  const server = await endpoint({
    answers: {
      think: (body) =>
        body.includes('the year 2025')
          ? thinking({ answer: 'Figures of 2025.' })
          : thinking({ question: 'Which year?' }),
    },
  });
  const terminal = await openTerminal(100, 30, { OPENAI_BASE_URL: server.baseURL, TROUPE_STORE: file });
  await terminal.keys(command('ask "the figures"'), 'Enter');
  await terminal.until((screen) => /Which year\?\n>/.test(screen));
  await terminal.keys('C-d');
  expect(await terminal.until(isBack)).toContain('code=3');
  const [kept] = await storedLogs(file);
  await terminal.keys(command(`resume ${kept?.run.slice(0, 8)}`), 'Enter');
  await terminal.until((screen) => /Which year\?\n>/.test(screen) && !screen.includes('code='));
  await terminal.keys('the year 2025', 'Enter');
  const shown = await terminal.until(isBack);
  expect(shown).toContain('Figures of 2025.');
  expect(shown).toContain('code=0');
});
