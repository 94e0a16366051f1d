import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from '../../../src/cli/commands/ask.ts';
import { chat } from '../../../src/cli/commands/chat.ts';
import { fork } from '../../../src/cli/commands/fork.ts';
import { replay } from '../../../src/cli/commands/replay.ts';
import { resume } from '../../../src/cli/commands/resume.ts';
import { runs } from '../../../src/cli/commands/runs.ts';
import { show } from '../../../src/cli/commands/show.ts';
import { newStoreFile } from '../kept-run.ts';
import { root, runCli, startCli, temporaryFolder } from '../run-cli.ts';
import { runCommand, type Said } from './run-command.ts';

const desk = join(root, 'examples/agents-file.ts');
const staff = join(root, 'test/cli/agents/staff.ts');
const question = 'A table for Friday, please.';

/** A run of the desk in a store, as far as its first question. */
async function waitingDesk() {
  const file = newStoreFile();
  const about = ['--store', file, '--agents', desk];
  const asked = await runCommand(ask, [question, ...about, '--session', 'evening', '--metadata', 'ticket=42']);
  const id = /run (\S+)\.\n$/.exec(asked.stderr)?.[1] ?? '';
  return { file, about, asked, id };
}

describe('ask --agents', () => {
  it('asks the person at the terminal whatever the agents ask, and prints the answer', async () => {
    const said: Said = [
      ['Which one? ', '7'],
      ['Which one? ', '2'],
      ['or why not) ', 'e'],
      ['The arguments, as JSON: ', '{"euros":5}'],
    ];
    const { code, stdout, stderr, left } = await runCommand(ask, [question, '--agents', desk], { said });
    expect([code, stdout, left]).toEqual([0, 'Your table is booked.\n', 0]);
    expect(stderr).toContain(
      'desk > lead hands over to desk > clerk\ndesk > clerk calls book_table {"day":"Friday"}\n',
    );
    expect(stderr).toContain('"7" cannot be chosen; there are: 18:00, 20:00');
    expect(stderr).toContain('desk > clerk: A table on Friday at 20:00. 5 euros are paid.\n');
    expect(stderr).toMatch(/\ncompleted in \d\.\ds · 150 tokens\n/);
  });

  it('reads forms and approvals that agents ask for themselves', async () => {
    const said: Said = [
      ['As JSON: ', '{"guests":"x"}'],
      ['As JSON: ', '{"guests":3}'],
      ['(y, n, or why not) ', 'too many'],
    ];
    const { stdout, stderr } = await runCommand(ask, ['Plan it.', '--agents', `${staff}#host`], { said });
    expect(stdout).toBe('{"guests":3}, no: too many\n');
    expect(stderr).toContain('host: Who comes?\n  { "guests": integer }\n');
  });

  it('writes the answer as it comes, once, and does not offer to edit what is no call', async () => {
    const said: Said = [['(y, n, or why not) ', 'y']];
    const { stdout, stderr } = await runCommand(ask, ['Buy it.', '--agents', `${staff}#buyer`], { said });
    expect(stdout).toBe('It is bought: true.\n');
    expect(stderr).toMatch(/buyer: Buy it\?\nAllow it\?/);
  });

  it('prints the result as JSON, the log as entries, and exits with 1 for a failure', async () => {
    const failed = await runCommand(ask, ['Hello', '--agents', staff, '--agent', 'broken', '--json']);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ status: 'failed', error: { message: 'It broke.' } });
    expect(failed.stderr).toContain('Failed: It broke.\n');
    const limited = await runCommand(ask, [question, '--agents', desk, '--max-calls', '1', '--events']);
    const entries = limited.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    expect(entries[0]).toMatchObject({
      type: 'chart.started',
      data: { kind: 'agent', input: { limits: { modelCalls: 1 } } },
    });
  });

  it.each([
    [['--agents', 'nowhere.ts'], '--agents: there is no file nowhere.ts.'],
    [['--agents', join(root, 'test/cli/charts/no-charts.ts')], 'exports no agent. Export what agent,'],
    [['--agents', join(root, 'test/cli/charts/broken-charts.ts')], 'cannot be loaded: no shop today.'],
    [['--agents', staff], 'exports several agents: broken, buyer, echo, host, movers. Say which one: --agents'],
    [
      ['--agents', `${staff}#hots`],
      'exports no agent "hots". Did you mean "host"? It has: broken, buyer, counter, echo, host, movers.',
    ],
    [['--agents', `${staff}#host`, '--agent', 'echo'], 'names the agent "host", and --agent "echo". Give one of them.'],
    [['--agent', 'echo'], '--agent needs --agents'],
    [['--agents', desk, '--file', 'a.csv'], '--file does not go with --agents'],
    [['--agents', desk, '--max-cost', '1', '--price', '1,1'], '--price does not go with --agents'],
  ])('says what is wrong with %j', async (args, words) => {
    const { code, stderr, stdout } = await runCommand(ask, ['Hello', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it('needs a question', async () => {
    expect((await runCommand(ask, ['--agents', desk])).stderr).toContain('There is no question.');
  });
});

describe('a run of agents that waits', () => {
  it('is shown with the commands that answer it, and found by its session', async () => {
    const { file, asked, id } = await waitingDesk();
    expect(asked.code).toBe(3);
    const command = `troupe resume ${id} --store ${file} --agents ${desk} --answer "ask-28" "…"`;
    expect(asked.stderr).toContain(`  desk > clerk: At what time?\n    book_table {"day":"Friday"}\n    1. 18:00\n`);
    expect(asked.stderr).toContain(command);
    const listed = await runCommand(runs, ['--store', file, '--session', 'eve']);
    expect(listed.stdout).toMatch(/^\S+ +waiting .* A table for Friday, please\.$/m);
    const shown = await runCommand(show, [id, '--store', file]);
    expect(shown.stdout).toContain('\nSession evening\nMetadata ticket=42\n\nRequest\n  A table for Friday, please.\n');
    expect(shown.stdout).toMatch(/\nWhat happened\n +0\.\ds {2}desk > lead hands over to desk > clerk\n/);
    expect(shown.stdout).toContain(`\nWaiting for an answer\n  desk > clerk: At what time?\n`);
    expect(shown.stdout).toContain(command.replace(desk, 'FILE'));
    const { stdout } = await runCommand(show, [id, '--store', file, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'waiting', waiting: [{ id: 'ask-28', kind: 'choice' }] });
  });

  it('is resumed with an answer, then with an approval, and replayed and forked with the same file', async () => {
    const { file, about, id } = await waitingDesk();
    const first = await runCommand(resume, [id, '--store', file]);
    expect([first.code, first.stderr.includes('--agents FILE --answer "ask-28"')]).toEqual([3, true]);
    const fileless = await runCommand(resume, [id, '--store', file, '--answer', '20:00']);
    expect([fileless.code, fileless.stderr]).toEqual([
      2,
      `Run ${id} is a run of the agent desk@1. Name the file that exports it: troupe resume ${id} --store ${file} --agents FILE`,
    ]);
    const answered = await runCommand(resume, [id, ...about, '--answer', '20:00']);
    expect(answered.code).toBe(3);
    const ask = /--approve "(\S+)"/.exec(answered.stderr)?.[1] ?? '';
    const wrong = await runCommand(resume, [id, ...about, '--answer', 'yes']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('is waiting for approval.')]);
    const approved = await runCommand(resume, [id, ...about, '--approve', ask, '--arguments', '{"euros":15}']);
    expect([approved.code, approved.stdout]).toEqual([0, 'Your table is booked.\n']);
    expect(approved.stderr).toContain('desk > clerk has from pay_deposit: 15 euros are paid.\n');
    expect((await runCommand(resume, [id, ...about])).stderr).toContain(`Run ${id} has ended (completed).`);
    expect((await runCommand(show, [id, ...about])).stdout).toMatch(
      /\nAnswer\n {2}Your table is booked\.\n[\s\S]*\nReplay\n {2}equal, /,
    );
    expect((await runCommand(replay, [id, ...about])).stdout).toMatch(/^equal, \d+ entries\n$/);
    const alone = await runCommand(replay, ['--all', '--store', file]);
    expect(alone.stdout).toContain('not compared: it needs the agent desk@1, given with --agents FILE');
    const forked = await runCommand(fork, [id, '--at', '28', ...about]);
    expect([forked.code, forked.stderr]).toEqual([3, expect.stringMatching(/^Shares 30 entries\. Repeats 6 effects/)]);
    expect((await runCommand(runs, ['--store', file, '--status', 'waiting'])).stdout).toContain(question);
  });

  it('needs the file with its agent, and takes it as a file of charts too', async () => {
    const { file, id } = await waitingDesk();
    const other = await runCommand(replay, [id, '--store', file, '--agents', staff]);
    expect(other.stderr).toContain(`Run ${id} is a run of the agent desk@1, which ${staff} does not export`);
    expect((await runCommand(replay, [id, '--store', file, '--charts', desk])).stdout).toMatch(/^equal, /);
    const listed = await runCommand(runs, ['--store', file, '--agents', staff]);
    expect(listed.stderr).toContain(`Run ${id} is a run of the agent desk@1, which `);
  });
});

describe('chat --agents', () => {
  it('hands each turn what was said before', async () => {
    const { code, stdout, stderr } = await runCommand(chat, ['--agents', `${staff}#echo`], { input: 'One\nTwo\n' });
    expect([code, stdout]).toEqual([0, 'user: One\nuser: One | assistant: user: One | user: Two\n']);
    expect(stderr).toMatch(/^Agent: echo\.\n/);
  });
});

describe('a process with agents', () => {
  const environment = (folder: string) => ({
    NOTES: join(folder, 'notes'),
    GO: join(folder, 'go'),
    TROUPE_LEASE_MS: '500',
    TROUPE_STORE: join(folder, 'runs.db'),
  });

  it('goes on in another one that is killed in the middle, and does nothing twice that is done', async () => {
    const folder = temporaryFolder();
    const env = environment(folder);
    const { child, finished } = startCli(['ask', 'Go.', '--agents', `${staff}#movers`], { env });
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => chunk.toString().includes('12 chairs') && resolve());
    });
    child.kill('SIGKILL');
    await finished;
    writeFileSync(env.GO, '');
    const listed = await runCommand(runs, ['--store', env.TROUPE_STORE, '--json']);
    const { run, status } = JSON.parse(listed.stdout);
    expect(status).toBe('executing');
    const { code, stdout } = await runCli(['resume', run, '--agents', staff], { env });
    expect([code, stdout]).toEqual([0, 'All chairs are there.\n']);
    expect(readFileSync(env.NOTES, 'utf8').match(/counted/g)).toHaveLength(1);
  });

  it('cancels the work at Ctrl-C', async () => {
    const env = environment(temporaryFolder());
    const { child, finished } = startCli(['ask', 'Go.', '--agents', `${staff}#movers`], { env });
    child.stderr.on('data', (chunk: Buffer) => chunk.toString().includes('12 chairs') && child.kill('SIGINT'));
    const { code, stderr } = await finished;
    expect([code, stderr.includes('Cancelled.\n'), existsSync(env.GO)]).toEqual([130, true, false]);
  });
});
