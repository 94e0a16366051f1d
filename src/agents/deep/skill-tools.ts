import { z } from 'zod';
import { ownValue } from '../../domain/own-value.ts';
import { TroupeError } from '../../errors.ts';
import type { Model } from '../../models/model.ts';
import { fenced } from '../../prompts/fences.ts';
import { defineTool, type Tool } from '../../tools/tool.ts';
import type { Agent } from '../agent.ts';
import type { AgentChoice } from '../agent-tool.ts';
import { type AnyTool, agent } from '../model/model-agent.ts';
import type { Skill } from './skill.ts';

/** What skills are used with. */
export interface SkillParts {
  /** The agent that has them. */
  readonly owner: string;
  readonly model: Model | readonly Model[];
  /** The models that skills may name. */
  readonly models: Readonly<Record<string, Model>>;
  /** The tools that skills may name. */
  readonly tools: readonly AnyTool[];
  readonly settings: { readonly windowTokens: number; readonly turns: number; readonly version: string };
}

/** The tools by which an agent uses skills. @throws TroupeError `bad-config` for a skill that names what is not there. */
export function skillTools(skills: readonly Skill[], parts: SkillParts): readonly (Tool | AgentChoice)[] {
  const names = skills.map(({ name }) => name);
  checkNames(parts.owner, names);
  const agents = Object.fromEntries(skills.filter(isOnItsOwn).map((skill) => [skill.name, skillAgent(skill, parts)]));
  return [{ ...useSkill(skills), choice: { by: 'name', agents } }, readSkillFile(skills)];
}

/** The skills as an agent knows them before it uses any. */
export const skillList = (skills: readonly Skill[]): string =>
  skills.map(({ name, description }) => `- ${name}: ${description.split(/\s+/).join(' ')}`).join('\n');

/** A skill that names its own model or tools works in a context of its own. */
const isOnItsOwn = ({ model, tools }: Skill) => model !== undefined || tools !== undefined;

const named = (skills: readonly Skill[], name: string): Skill => {
  const skill = skills.find((each) => each.name === name);
  if (skill) return skill;
  throw new TroupeError(
    'tool',
    `There is no skill "${name}". The skills are: ${skills.map((each) => each.name).join(', ')}.`,
  );
};

const useSkill = (skills: readonly Skill[]) =>
  defineTool({
    name: 'use_skill',
    description:
      'Gives you the instructions of a skill, or does the task with it where the skill works on its own. Use a skill before you begin with what it is for.',
    capability: 'read',
    input: z.object({
      name: z
        .string()
        .describe('The name of the skill.')
        .meta({ enum: skills.map(({ name }) => name) }),
      task: z.string().optional().describe('What has to be done with it, with all that is needed to know.'),
    }),
    run: async ({ name }) => {
      const skill = named(skills, name);
      const files = await skill.files();
      const beside =
        files.length > 0
          ? `\n\nFiles of this skill, for read_skill_file:\n${fenced('files', files.slice(0, 100).join('\n'))}`
          : '';
      return `${await skill.load()}${beside}`;
    },
  });

const readSkillFile = (skills: readonly Skill[]) =>
  defineTool({
    name: 'read_skill_file',
    description: 'Reads a file that belongs to a skill.',
    capability: 'read',
    input: z.object({ skill: z.string(), path: z.string() }),
    run: async ({ skill, path }) => fenced('files', await named(skills, skill).read(path)),
  });

function skillAgent(skill: Skill, { owner, model, models, tools, settings }: SkillParts): Agent {
  const own = skill.model === undefined ? model : ownValue(models, skill.model);
  if (!own) throw missing(owner, skill, `the model "${skill.model}"`, 'skillModels', Object.keys(models));
  const offered = (skill.tools ?? tools.map(({ name }) => name)).map((name) => {
    const tool = tools.find((each) => each.name === name);
    if (tool) return tool;
    throw missing(
      owner,
      skill,
      `the tool "${name}"`,
      'tools',
      tools.map((each) => each.name),
    );
  });
  return agent({
    name: `skill-${skill.name}`,
    description: skill.description,
    model: own,
    tools: [...offered, readSkillFile([skill])],
    instructions: () => skill.load(),
    ...settings,
  });
}

const missing = (owner: string, { name }: Skill, what: string, where: string, there: readonly string[]) =>
  new TroupeError(
    'bad-config',
    `The skill "${name}" of the agent "${owner}" needs ${what}, which is not in ${where}. There is: ${there.join(', ') || 'nothing'}.`,
  );

function checkNames(owner: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new TroupeError(
    'bad-config',
    `The agent "${owner}" has two skills named "${twice}". Give each a name of its own.`,
  );
}
