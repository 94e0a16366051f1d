import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createAgentRunner, deepAgent } from '../../src/agents/index.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import { type ScriptLine, scriptedModel } from '../../src/testing/scripted-model.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { loadSkills } from '../../src/workspace/index.ts';
import { readFrontMatter } from '../../src/workspace/read-front-matter.ts';
import { toolResults } from '../agents/agent-lives.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const skill = (fields: string, body = 'Do it well.') => `---\n${fields}\n---\n${body}\n`;
const plain = (name: string) => `name: ${name}\ndescription: Does ${name} well.`;

describe('the front matter of a file', () => {
  it('has texts, quoted texts, lists and longer texts', () => {
    const { fields, body } = readFrontMatter(
      '\uFEFF---\r\n# a comment\nname: a: b # c\nquoted: "one \\"two\\""\nsingle: \'it\'\'s\'\nlist: [a, "b", c]\nlines:\n  - x\n  - y\n\nfolded: >-\n  one\n  two\nkept: |\n  one\n  two\nempty: ""\n---\nThe body.\n---\nmore\n',
      'a.md',
    );
    expect(Object.fromEntries([...fields].map(([name, { value }]) => [name, value]))).toEqual({
      name: 'a: b # c',
      quoted: 'one "two"',
      single: "it's",
      list: ['a', 'b', 'c'],
      lines: ['x', 'y'],
      folded: 'one two',
      kept: 'one\ntwo',
      empty: '',
    });
    expect(body).toBe('The body.\n---\nmore');
  });

  it.each([
    ['no fields', 'a.md:1: The file has to begin with a line of "---"'],
    ['---\nname: a\n', 'a.md:1: The fields do not end'],
    ['---\nname: a\nname: b\n---\n', 'a.md:3: The field "name" is there twice.'],
    ['---\nname a\n---\n', 'a.md:2: A field is wanted here'],
    ['---\nname: a\ntools: [a, b\n---\n', 'a.md:3: The value of "tools" cannot be read.'],
    ['---\nname: "a\n---\n', 'a.md:2: The value of "name" cannot be read.'],
    ['---\nname: {a: b}\n---\n', 'a.md:2: The value of "name" cannot be read.'],
    ['---\nname: *alias\n---\n', 'a.md:2: The value of "name" cannot be read.'],
    ['---\nname: a\n  b\n---\n', 'a.md:2: The value of "name" cannot be read.'],
    ['---\nname:\n  a: b\n---\n', 'a.md:2: The value of "name" cannot be read.'],
  ])('that is bad is refused with its line: %j', (text, problem) => {
    expect(() => readFrontMatter(text, 'a.md')).toThrow(problem);
  });
});

describe('skills in folders', () => {
  it('are loaded by their fields, in order, and read on demand', async () => {
    const folder = folderWith({
      'b/SKILL.md': skill(`${plain('second')}\nversion: "2"\nmodel: small\ntools: [look_up]\nlicense: MIT`),
      'a/SKILL.md': skill(plain('first'), '# First'),
      'a/data/table.csv': 'a,b',
      'notes.md': 'not a skill',
      'c/readme.md': 'not one either',
    });
    const skills = loadSkills(folder);
    expect(skills.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(skills[1]).toMatchObject({ version: '2', model: 'small', tools: ['look_up'] });
    const [first] = skills;
    expect(await first?.load()).toBe('# First');
    expect(await first?.files()).toEqual(['data/table.csv']);
    expect(await first?.read('data/table.csv')).toBe('a,b');
    await expect(first?.read('../b/SKILL.md')).rejects.toThrow('is outside of the workspace');
  });

  it('may have fields for others, with any value', async () => {
    const others =
      'metadata:\n  author: somebody\n  tags: {a: b}\nallowed-tools: Bash(git:*) Read\ncompatibility: *any';
    const [first] = loadSkills(folderWith({ 'a/SKILL.md': skill(`${plain('a')}\n${others}`, 'Begin.') }));
    expect(first).toMatchObject({ name: 'a' });
    expect(await first?.load()).toBe('Begin.');
  });

  it('cannot read through a link that leads away', async () => {
    const folder = folderWith({ 'a/SKILL.md': skill(plain('a')), 'secret.txt': 'secret' });
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'a', 'link'));
    await expect(loadSkills(folder)[0]?.read('link')).rejects.toThrow('is outside of the workspace');
  });

  it.each([
    [skill('description: x y z'), 'a/SKILL.md:1: The field "name" is missing.'],
    [skill('name: a'), 'a/SKILL.md:1: The field "description" is missing'],
    [skill('name: Not Good\ndescription: x'), 'a/SKILL.md:2: The name "Not Good" is not allowed.'],
    [skill(`${plain('a')}\nmodle: x`), 'a/SKILL.md:4: The field "modle" is not known.'],
    [skill(`${plain('a')}\ntools: [a b]`), 'a/SKILL.md:4: "tools" has to be a list of names of tools'],
    [skill(`${plain('a')}\nmodel: [a]`), 'a/SKILL.md:4: "model" has to be a text.'],
    [skill(`name: a\ndescription: ${'x'.repeat(1_025)}`), 'a/SKILL.md:3: The description has 1025 characters'],
  ])('are refused with file and line when they are bad', (text, problem) => {
    expect(() => loadSkills(folderWith({ 'a/SKILL.md': text }))).toThrow(problem);
  });

  it('have names of their own', () => {
    const folder = folderWith({ 'a/SKILL.md': skill(plain('x')), 'b/SKILL.md': skill(plain('x')) });
    expect(() => loadSkills(folder)).toThrow('b/SKILL.md: There is a skill "x" already, in a/SKILL.md.');
  });
});

describe('an agent with skills', () => {
  const about = { name: 'deep', description: 'Does long work to its end.' };
  const line = (agent: string, reply: ScriptLine['reply']): ScriptLine => ({ purpose: 'agent', agent, reply });
  const call = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });
  const lookUp = defineTool({
    name: 'look_up',
    description: 'Looks things up.',
    capability: 'read',
    input: z.object({}),
    run: () => 'found',
  });
  const other = defineTool({
    name: 'other',
    description: 'Does other things.',
    capability: 'read',
    input: z.object({}),
    run: () => 'done',
  });
  const folder = () =>
    folderWith({
      'report/SKILL.md': skill(plain('report'), 'Begin with the total.'),
      'report/style.md': 'Short lines.',
      'search/SKILL.md': skill(`${plain('search')}\nmodel: small\ntools: [look_up]`, 'Search twice.'),
    });

  it('knows their names, learns one when it uses it, and reads the files beside it', async () => {
    const model = scriptedModel([
      line('deep', {
        toolCalls: [
          call('use_skill', { name: 'report' }),
          call('read_skill_file', { skill: 'report', path: 'style.md' }),
        ],
      }),
      line('deep', {
        toolCalls: [call('use_skill', { name: 'nothing' }), call('read_skill_file', { skill: 'report', path: '../x' })],
      }),
      line('deep', (request) => toolResults(request).join(' | ')),
    ]);
    const deep = deepAgent({
      ...about,
      model,
      tools: [lookUp],
      skills: loadSkills(folder()),
      skillModels: { small: model },
    });
    const { message } = await createAgentRunner({ agents: [deep] }).invoke(deep, 'A report.');
    expect(model.calls[0]?.messages[0]?.content).toContain('- report: Does report well.\n- search: Does search well.');
    expect(JSON.stringify(model.calls[0])).not.toContain('Begin with the total.');
    expect(message?.content).toContain(
      'Begin with the total.\n\nFiles of this skill, for read_skill_file:\n<files>\nstyle.md\n</files>',
    );
    expect(message?.content).toContain('<files>\nShort lines.\n</files>');
    expect(message?.content).toContain('Error: There is no skill "nothing". The skills are: report, search.');
    expect(message?.content).toContain('is outside of the workspace');
    expect(JSON.stringify(model.calls)).not.toContain('Search twice.');
  });

  it('lets a skill with its own model and tools work in a context of its own', async () => {
    const model = scriptedModel([
      line('deep', { toolCalls: [call('use_skill', { name: 'search', task: 'Find Porto.' })] }),
      line('deep', (request) => `It says: ${toolResults(request)[0]}`),
    ]);
    const small = {
      ...scriptedModel([
        line('skill-search', { toolCalls: [call('look_up', {})] }),
        line('skill-search', 'Porto is there.'),
      ]),
      name: 'small',
    };
    const deep = deepAgent({
      ...about,
      model,
      tools: [lookUp, other],
      skills: loadSkills(folder()),
      skillModels: { small },
    });
    const runner = createAgentRunner({ agents: [deep], store: memoryStore() });
    const { message } = await runner.run(deep, 'A secret.', { id: 'r' }).result;
    expect(message?.content).toBe('It says: Porto is there.');
    expect(small.calls[0]?.messages.map(({ content }) => content.split('\n')[0])).toEqual([
      'Search twice.',
      'Find Porto.',
    ]);
    expect(small.calls[0]?.tools?.map(({ name }) => name)).toEqual(['look_up', 'read_skill_file']);
    expect(JSON.stringify(model.calls)).not.toContain('Search twice.');
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('refuses a skill that names a model or a tool that is not there', () => {
    const model = scriptedModel([]);
    expect(() => deepAgent({ ...about, model, skills: loadSkills(folder()) })).toThrow(
      'The skill "search" of the agent "deep" needs the model "small", which is not in skillModels. There is: nothing.',
    );
    expect(() => deepAgent({ ...about, model, skills: loadSkills(folder()), skillModels: { small: model } })).toThrow(
      'needs the tool "look_up", which is not in tools.',
    );
  });
});
