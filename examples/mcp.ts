/** The tools of an MCP server: a specialist reads and writes in a folder, through a server that runs as a process. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrchestrator, defineSpecialist } from 'troupe';
import { mcpTools } from 'troupe/mcp';
import { scriptedModel, thinking } from 'troupe/testing';

const folder = mkdtempSync(join(tmpdir(), 'notes-'));
writeFileSync(join(folder, 'shopping.txt'), 'milk\nbread\n');

await using files = await mcpTools({
  name: 'files',
  command: 'npx',
  args: ['-y', '@modelcontextprotocol/server-filesystem', folder],
  only: ['read_text_file', 'write_file', 'list_directory'],
  trust: true,
});
for (const { name, capability } of files.tools) console.log(`${name} may ${capability}`);

const clerk = defineSpecialist({ name: 'clerk', description: 'Keeps the notes.', tools: files.tools });

// With a key this would be openaiModel({ model: '…' }).
const call = (name: string, file: string, content?: string) => ({
  name,
  arguments: JSON.stringify({ path: join(folder, file), content }),
});
const model = scriptedModel([
  {
    purpose: 'think',
    reply: thinking({
      steps: [{ id: 'add', task: 'add cheese to the shopping list', specialist: 'clerk' }],
      answerFrom: 'add',
    }),
  },
  { purpose: 'work', reply: { toolCalls: [call('read_text_file', 'shopping.txt')] } },
  {
    purpose: 'work',
    reply: ({ messages }) => ({
      toolCalls: [
        call('write_file', 'shopping.txt', `${messages.findLast(({ role }) => role === 'tool')?.content}cheese\n`),
      ],
    }),
  },
  { purpose: 'work', reply: 'Cheese is on the list.' },
]);

const troupe = createOrchestrator({ model, specialists: [clerk], allow: ['write'] });
const { message } = await troupe.invoke([{ role: 'user', content: 'Put cheese on the shopping list.' }]);
console.log(message.content);
console.log(readFileSync(join(folder, 'shopping.txt'), 'utf8').trim().split('\n').join(', '));
rmSync(folder, { recursive: true });
