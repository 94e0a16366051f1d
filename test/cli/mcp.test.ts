import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Reply, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { parseServer } from '../../src/cli/options/server-options.ts';
import { everythingOverHttp, isAlive, oddProgram, program, untilEnded } from '../mcp/servers.ts';
import { endpoint, newStoreFile, storedLogs } from './kept-run.ts';
import { runCli, startCli, temporaryFolder } from './run-cli.ts';

const line = ({ command, args }: { command: string; args: string[] }) =>
  [command, ...args].map((word) => `"${word}"`).join(' ');
const call = (name: string, input: unknown): Reply => ({ toolCalls: [{ name, arguments: JSON.stringify(input) }] });

/** A folder with a note, a server for it, and a model that plans one step and calls one tool in it. */
async function fileKeeper(tool: (folder: string) => Reply) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'note.txt'), 'Milk and bread.');
  const steps = [{ id: '1', task: 'look', specialist: 'secure-filesystem-server' }];
  const work = (body: string) => (body.includes('"tool_call_id"') ? 'Looked.' : tool(folder));
  const model = await endpoint({ answers: { think: thinking({ steps, answerFrom: '1' }), work } });
  const said = () =>
    model.asked.flatMap(({ messages }) => messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : [])));
  return { folder, mcp: line(program('filesystem', folder)), env: { OPENAI_BASE_URL: model.baseURL }, model, said };
}

it('ask gives the tools of a server to a specialist of its name', async () => {
  const keeper = await fileKeeper((folder) => call('read_text_file', { path: join(folder, 'note.txt') }));
  const { code, stdout, stderr } = await runCli(['ask', 'what is in the note?', '--mcp', keeper.mcp], {
    env: keeper.env,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Looked.\n' });
  expect(stderr).toContain(
    'MCP server secure-filesystem-server: 14 tools; 4 of them ask you first, unless --allow write.\n',
  );
  expect(keeper.said()).toEqual(['Milk and bread.']);
  expect(JSON.stringify(keeper.model.asked[0]?.messages)).toContain('Uses the MCP server');
});

it('a person approves a tool that writes, or --allow does', async () => {
  const write = (folder: string) => call('write_file', { path: join(folder, 'new.txt'), content: 'new' });
  const held = await fileKeeper(write);
  const env = { ...held.env, TROUPE_STORE: newStoreFile() };
  const asked = await runCli(['ask', 'write it', '--mcp', held.mcp], { env });
  expect({ code: asked.code, isThere: existsSync(join(held.folder, 'new.txt')) }).toEqual({ code: 3, isThere: false });
  const [{ run = '' } = {}] = await storedLogs(env.TROUPE_STORE);
  const resumed = await runCli(['resume', run, '--mcp', held.mcp, '--approve'], { env });
  expect(resumed).toMatchObject({ code: 0, stdout: 'Looked.\n' });
  expect(readFileSync(join(held.folder, 'new.txt'), 'utf8')).toBe('new');
  rmSync(join(held.folder, 'new.txt'));
  const forked = await runCli(['fork', run, '--at', '1', '--mcp', held.mcp, '--allow', 'write'], { env });
  expect(forked).toMatchObject({ code: 0, stdout: 'Looked.\n' });
  expect(readFileSync(join(held.folder, 'new.txt'), 'utf8')).toBe('new');
  const free = await fileKeeper(write);
  const { stderr } = await runCli(['ask', 'write it', '--mcp', free.mcp, '--allow', 'write'], { env: free.env });
  expect(stderr).toContain('MCP server secure-filesystem-server: 14 tools.\n');
  expect(readFileSync(join(free.folder, 'new.txt'), 'utf8')).toBe('new');
});

it('chat uses a server at an address over all its turns', async () => {
  const { url } = await everythingOverHttp();
  const think = (body: string) =>
    body.includes('"tool_call_id"') ? 'It said so.' : call('echo', { message: 'hello' });
  const model = await endpoint({ answers: { think } });
  const { code, stdout, stderr } = await runCli(['chat', '--mcp', url], {
    env: { OPENAI_BASE_URL: model.baseURL },
    input: 'say hello\nand again\n',
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'It said so.\nIt said so.\n' });
  expect(stderr).toContain('MCP server mcp-servers/everything: ');
  expect(model.asked.map(({ messages }) => messages.at(-1)?.content)).toContain('Echo: hello');
});

it('resume wants the servers of the run again, and says how', async () => {
  const question = thinking({ question: 'Which note?' });
  const store = newStoreFile();
  const asking = await endpoint({ answers: { think: question } });
  const mcp = line(program('filesystem', temporaryFolder()));
  const env = { OPENAI_BASE_URL: asking.baseURL, TROUPE_STORE: store };
  const asked = await runCli(['ask', 'read it', '--mcp', mcp, '--allow', 'write'], { env });
  const [{ run = '' } = {}] = await storedLogs(store);
  expect(asked.code).toBe(3);
  expect(asked.stderr).toContain(`troupe resume ${run} --store ${store} --mcp '${mcp}' --allow write --answer`);
  const answered = await endpoint({ answers: { think: 'All is well.' } });
  const again = { env: { ...env, OPENAI_BASE_URL: answered.baseURL } };
  const without = await runCli(['resume', run, '--answer', 'the first'], again);
  expect(without.code).toBe(2);
  expect(without.stderr).toContain(
    'The run started with specialists that are not here: secure-filesystem-server. Those of MCP servers come with --mcp S',
  );
  const resumed = await runCli(['resume', run, '--answer', 'the first', '--mcp', mcp, '--allow', 'write'], again);
  expect(resumed).toMatchObject({ code: 0, stdout: 'All is well.\n' });
});

it('without a model a server is not started, and a line says why', async () => {
  const mark = join(temporaryFolder(), 'started');
  const { code, stdout, stderr } = await runCli(['ask', 'what is 6 * 7?', '--mcp', line(oddProgram('once', mark))]);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('42') });
  expect(stderr).toContain('The offline rules cannot use MCP servers: --mcp is ignored.\n');
  expect(existsSync(mark)).toBe(false);
});

it('a server that cannot be used ends the command before anything is asked', async () => {
  const { baseURL } = await endpoint();
  const { code, stderr } = await runCli(['ask', 'x', '--mcp', 'no-such-program-here --now'], {
    env: { OPENAI_BASE_URL: baseURL },
  });
  expect(code).toBe(1);
  expect(stderr).toContain('The MCP server "no-such-program-here" cannot be used: there is no program');
});

it('Ctrl-C while a server does not answer ends both', async () => {
  const { baseURL } = await endpoint();
  const pid = join(temporaryFolder(), 'pid');
  const mute = `sh -c 'echo $$ > ${pid}; exec ${process.execPath} ${oddProgram('mute').args.join(' ')}'`;
  const { child, finished } = startCli(['ask', 'x', '--mcp', mute], { env: { OPENAI_BASE_URL: baseURL } });
  await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8')).toMatch(/\d\n/);
  expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(true);
  child.kill('SIGINT');
  expect((await finished).code).toBe(130);
  await untilEnded(Number(readFileSync(pid, 'utf8')));
});

it.each([
  ['npx -y "my server" \'a "b"\' C:\\files', { command: 'npx', args: ['-y', 'my server', 'a "b"', 'C:\\files'] }],
  ['  \'one word\'two  "" ', { command: 'one wordtwo', args: [''] }],
  ['http://127.0.0.1:4000/mcp', { url: 'http://127.0.0.1:4000/mcp' }],
])('reads the server %j', (text, server) => {
  expect(parseServer(text)).toEqual(server);
});

it.each([
  [['--mcp', 'npx "open'], '--mcp is "npx \\"open": a quote " is not closed.'],
  [['--mcp', 'http://'], '--mcp is "http://", which is not an address.'],
  [['--mcp', '""'], 'Give a command or an address'],
  [['--allow', 'all'], '--allow is "all". Give write, network or exec'],
])('refuses %j in words', async (args, words) => {
  const { code, stderr } = await runCli(['ask', 'x', ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});
