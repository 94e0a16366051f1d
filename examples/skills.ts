/** Skills in folders: the agent knows what there is, and reads the one that it needs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgentRunner, deepAgent } from 'troupe/agents';
import { scriptedModel } from 'troupe/testing';
import { loadSkills } from 'troupe/workspace';

const folder = mkdtempSync(join(tmpdir(), 'troupe-skills-'));
const write = (name: string, text: string) => {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'SKILL.md'), text);
};
write(
  'letters',
  '---\nname: letters\ndescription: How letters of the office are written.\n---\nBegin with "Dear". End with "Yours".\n',
);
write('poems', '---\nname: poems\ndescription: How poems are written.\n---\nEvery line rhymes.\n');
write(
  'proofs',
  '---\nname: proofs\ndescription: Checks a text for mistakes.\nmodel: careful\n---\nAnswer with the mistakes only.\n',
);

const call = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });
const model = scriptedModel([
  { purpose: 'agent', agent: 'clerk', reply: { toolCalls: [call('use_skill', { name: 'letters' })] } },
  {
    purpose: 'agent',
    agent: 'clerk',
    reply: { toolCalls: [call('use_skill', { name: 'proofs', task: 'Check: "Dear Ada, yess. Yours"' })] },
  },
  { purpose: 'agent', agent: 'clerk', reply: 'Dear Ada, yes. Yours' },
]);
const careful = scriptedModel([{ purpose: 'agent', agent: 'skill-proofs', reply: '"yess" is "yes".' }]);

const clerk = deepAgent({
  name: 'clerk',
  description: 'Writes what the office needs.',
  model,
  skills: loadSkills(folder),
  skillModels: { careful },
});

const { message } = await createAgentRunner({ agents: [clerk] }).invoke(clerk, 'Say yes to Ada.');
console.log(message?.content);
const asked = (text: string) =>
  [...model.calls, ...careful.calls].some((each) => JSON.stringify(each.messages).includes(text));
console.log(`letters was read: ${asked('Begin with')}; poems was read: ${asked('Every line rhymes')}`);
console.log(`proofs worked on its own: ${careful.calls.length} call`);
rmSync(folder, { recursive: true });
