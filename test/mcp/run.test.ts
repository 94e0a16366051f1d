import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOrchestrator, defineSpecialist, replay } from 'troupe';
import type { McpTools } from 'troupe/mcp';
import { type Reply, reflection, scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { connect, program, temporaryFolder, withPid } from './servers.ts';

const call = (name: string, input: unknown) => ({ name, arguments: JSON.stringify(input) });
const calls = (...toolCalls: ReturnType<typeof call>[]): Reply => ({ toolCalls });

/** One step of a specialist that has the tools of a server; each reply of its model sees what the tools said before. */
async function work(
  server: McpTools,
  replies: readonly Reply[],
  { allow = [], isJudged = false, refusal }: { allow?: readonly 'write'[]; isJudged?: boolean; refusal?: string } = {},
) {
  const keeper = defineSpecialist({ name: 'keeper', description: 'works with a server', tools: server.tools });
  const steps = [{ id: '1', task: 'do it', specialist: 'keeper' }];
  const model = scriptedModel([
    { purpose: 'think', reply: thinking({ steps, answerFrom: '1' }) },
    ...replies.map((reply) => ({ purpose: 'work' as const, step: '1', reply })),
    // A result after a call that failed is looked at.
    ...(isJudged ? [{ purpose: 'reflect' as const, reply: reflection({ use: '1' }) }] : []),
  ]);
  const troupe = createOrchestrator({ model, specialists: [keeper], allow });
  const run = troupe.start([{ role: 'user', content: 'Do it.' }]);
  const waiting = refusal === undefined ? [] : (await run.settled()).waiting;
  for (const { id } of waiting) run.refuse(id, refusal);
  const { status, message } = await run.result;
  model.assertUsedUp();
  const working = model.calls.filter(({ brief }) => brief.purpose === 'work');
  return {
    status,
    answer: message.content,
    asked: waiting.map(({ question, tool }) => ({ question, tool })),
    offered: working[0]?.tools?.map(({ name }) => name) ?? [],
    said: working.at(-1)?.messages.flatMap(({ role, content }) => (role === 'tool' ? content : [])) ?? [],
    shown: working.at(-1)?.messages.flatMap(({ parts = [] }) => parts) ?? [],
    log: run.log,
  };
}

it('a run reads in the folder of a server, is refused outside of it, and goes on', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'note.txt'), 'Milk and bread.');
  const files = await connect({ ...program('filesystem', folder), trust: true });
  const replies = [
    calls(call('read_text_file', { path: join(folder, 'note.txt') }), call('read_text_file', { path: '/etc/passwd' })),
    calls(call('read_text_file', { file: 'note.txt' })),
    'Buy milk and bread.',
  ];
  const { status, answer, said, log } = await work(files, replies, { isJudged: true });
  expect({ status, answer }).toEqual({ status: 'completed', answer: 'Buy milk and bread.' });
  expect(said).toEqual([
    'Milk and bread.',
    expect.stringMatching(/^Error: Access denied - path outside allowed directories/),
    expect.stringMatching(/^Error: The input of read_text_file is wrong: .*must have required property 'path'/),
  ]);
  // No server is needed to see what happened.
  expect(await replay(log)).toMatchObject({ equal: true });
});

it('a person is asked before a tool writes, unless writing is allowed', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'new.txt');
  const write = calls(call('write_file', { path: file, content: 'written' }));
  const files = await connect({ ...program('filesystem', folder), trust: true });
  const refused = await work(files, [write, 'It may not be written.'], { refusal: 'not there', isJudged: true });
  expect(refused.asked).toEqual([expect.objectContaining({ tool: 'write_file' })]);
  expect(refused.said).toEqual([expect.stringContaining('A person refused this call: not there')]);
  expect(existsSync(file)).toBe(false);
  const allowed = await work(files, [write, 'It is written.'], { allow: ['write'] });
  expect(allowed.said).toEqual([`Successfully wrote to ${file}`]);
  expect(readFileSync(file, 'utf8')).toBe('written');
});

it('a person is asked before any tool of a server runs that is not trusted, whatever is allowed', async () => {
  const files = await connect(program('filesystem', temporaryFolder()));
  const list = calls(call('list_allowed_directories', {}));
  const { asked, said } = await work(files, [list, 'Nobody knows.'], {
    allow: ['write'],
    refusal: 'no',
    isJudged: true,
  });
  expect(asked).toEqual([expect.objectContaining({ tool: 'list_allowed_directories' })]);
  expect(said).toEqual([expect.stringContaining('A person refused this call: no')]);
});

it('a run keeps something in a memory and finds it there', async () => {
  const memory = await connect({
    ...program('memory'),
    env: { MEMORY_FILE_PATH: join(temporaryFolder(), 'memory.jsonl') },
    trust: true,
  });
  const ada = { name: 'Ada', entityType: 'person', observations: ['likes chess'] };
  const { said, log } = await work(
    memory,
    [calls(call('create_entities', { entities: [ada] })), calls(call('search_nodes', { query: 'chess' })), 'Kept.'],
    { allow: ['write'] },
  );
  expect(JSON.parse(said[1] ?? '')).toEqual({ entities: [ada], relations: [] });
  const outputs = log.flatMap((entry) => (entry.type === 'effect.completed' ? [entry.data.output] : []));
  expect(outputs).toContainEqual(
    expect.objectContaining({ tool: 'search_nodes', data: { entities: [ada], relations: [] } }),
  );
});

it('a server that is killed in a call fails that call alone: the run goes on and calls it again', async () => {
  const { program: started, pid } = withPid(program('everything', 'stdio'));
  const everything = await connect({ ...started, name: 'all', trust: true });
  const killing = calls(call('trigger-long-running-operation', { duration: 3600, steps: 2 }));
  const tools = everything.tools.map((tool) => ({
    ...tool,
    run: (...given: Parameters<typeof tool.run>) => {
      const result = tool.run(...given);
      if (tool.name === 'trigger-long-running-operation') process.kill(pid(), 'SIGKILL');
      return result;
    },
  }));
  const replies = [killing, calls(call('echo', { message: 'are you there?' })), 'It is there again.'];
  const { status, said } = await work({ ...everything, tools }, replies, { isJudged: true });
  expect(status).toBe('completed');
  expect(said).toEqual([
    expect.stringMatching(
      /^Error: The MCP server "all" ended \(SIGKILL\) while trigger-long-running-operation was running\./,
    ),
    'Echo: are you there?',
  ]);
});

it('a model sees the image that a server gives, and it is in the log', async () => {
  const everything = await connect({ ...program('everything', 'stdio'), trust: true, only: ['get-tiny-image'] });
  const { shown, log } = await work(everything, [calls(call('get-tiny-image', {})), 'It is a logo.'], {
    allow: ['write'],
  });
  expect(shown).toMatchObject([{ type: 'image', mediaType: 'image/png' }]);
  expect(await replay(log)).toMatchObject({ equal: true });
});
