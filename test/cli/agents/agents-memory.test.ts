import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask } from '../../../src/cli/commands/ask.ts';
import { chat } from '../../../src/cli/commands/chat.ts';
import { fork } from '../../../src/cli/commands/fork.ts';
import { memory } from '../../../src/cli/commands/memory.ts';
import { replay } from '../../../src/cli/commands/replay.ts';
import { resume } from '../../../src/cli/commands/resume.ts';
import { newStoreFile } from '../kept-run.ts';
import { root } from '../run-cli.ts';
import { runCommand } from './run-command.ts';

const diary = join(root, 'test/cli/agents/diary.ts');
const nuts = 'My daughter cannot eat nuts.';

it('agents remember what the person at --user says, and nobody else hears it', async () => {
  const file = newStoreFile();
  const at = ['--store', file, '--agents', diary];
  await runCommand(ask, [`Hello. ${nuts} From now on answer in German.`, ...at, '--user', 'anna']);
  const anna = await runCommand(ask, ['Dinner?', ...at, '--user', 'anna']);
  expect(anna.stdout).toBe(`facts: ${nuts}, wishes: From now on answer in German.\n`);
  expect((await runCommand(ask, ['Dinner?', ...at, '--user', 'bert'])).stdout).toBe('facts: none, wishes: none\n');
  expect((await runCommand(ask, ['Dinner?', ...at])).stdout).toBe('facts: none, wishes: none\n');
  const talk = await runCommand(chat, [...at, '--user', 'anna'], { input: 'We can spend at most 80.\nDinner?\n' });
  expect(talk.stdout).toContain('We can spend at most 80.');
  const refused = await runCommand(ask, ['Dinner?', '--agents', diary, '--user', 'anna']);
  expect(refused.stderr).toContain('--user needs a store');
});

it('a run of agents is resumed and forked with --user, and what was forgotten does not come back', async () => {
  const file = newStoreFile();
  const at = ['--store', file, '--agents', diary];
  await runCommand(ask, [nuts, ...at, '--user', 'anna']);
  const asked = await runCommand(ask, ['Ask me.', ...at, '--user', 'anna']);
  expect(asked.code).toBe(3);
  const [, id = '', question = ''] =
    /troupe resume (\S+) .*--user anna.* --answer "(ask-\d+)"/.exec(asked.stderr) ?? [];
  const answered = await runCommand(resume, [id, ...at, '--user', 'anna', '--answer', question, 'This.']);
  expect(answered.stdout).toBe(`facts: ${nuts}, wishes: none\n`);
  expect((await runCommand(replay, [id, ...at])).code).toBe(0);
  await runCommand(memory, ['forget', '--all', '--store', file, '--user', 'anna']);
  const number = question.replace('ask-', '');
  const forked = await runCommand(fork, [id, '--at', number, ...at, '--user', 'anna']);
  expect(forked.stdout + forked.stderr).not.toContain('nuts');
});
