import type { RequestContext } from '../../domain/options.ts';
import type { OutputOf, StandardSchema } from '../../domain/schemas/standard-schema.ts';
import { TroupeError } from '../../errors.ts';
import type { Model } from '../../models/model.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Agent } from '../agent.ts';
import { type AgentDefinition, type AnyTool, agent } from '../model/model-agent.ts';
import type { InputParts, Instructions } from '../model/prepare.ts';
import type { Skill } from './skill.ts';
import { skillList, skillTools } from './skill-tools.ts';
import { taskTool } from './task-tool.ts';
import { todosBefore, writeTodos } from './write-todos.ts';

/** What `deepAgent` takes: everything that `agent` takes, and more. */
export interface DeepAgentDefinition<Schema extends StandardSchema = StandardSchema, Context = RequestContext>
  extends Omit<AgentDefinition<Schema, Context>, 'genInput'> {
  /** Others to whom it may hand parts of its work, each with a fresh context; one that is like itself is always there. @default [] */
  readonly agents?: readonly Agent[];
  /** The tools of its files, such as `workspaceTools(folder)` of `troupe/workspace`. @default [] */
  readonly workspace?: readonly Tool[];
  /** What it can learn when it needs it, such as `loadSkills(folder)` of `troupe/workspace`. @default [] */
  readonly skills?: readonly Skill[];
  /** The models that skills may name. @default {} */
  readonly skillModels?: Readonly<Record<string, Model>>;
  /** How often its model is asked at most. @default 200 */
  readonly turns?: number;
  /** @default 100000 */
  readonly windowTokens?: number;
}

const general = 'general';

const planning = `Work on the request until it is done. For work of three steps or more write a plan with write_todos, keep it true while you work, and change it when you learn more.
Earlier results may be cleared or summarised to make room; a note in their place says how to read them again. Write down in the plan or in a file what you must not lose.`;
const helping =
  'You do a part of the work of another agent. Your answer is all that it sees of yours: give the whole outcome.';
const delegating =
  'Hand a part of the work to another agent with task when it needs many steps of which only the outcome matters. Say all that it has to know.';
const filing = 'Keep long texts and notes in files of the workspace.';

/**
 * Makes an agent for long work: it plans, hands parts of the work to others with fresh contexts, keeps files, uses skills, and keeps to a window.
 *
 * @throws TroupeError `bad-config` for a definition that cannot be used.
 */
export function deepAgent<Schema extends StandardSchema = StandardSchema<string>, Context = RequestContext>(
  definition: DeepAgentDefinition<Schema, Context>,
): Agent<OutputOf<Schema>> {
  const { agents = [], workspace = [], skills = [], skillModels = {}, instructions = '', ...rest } = definition;
  const { name, model, version = '1', turns = 200, windowTokens = 100_000 } = rest;
  const tools = (rest.tools ?? []) as readonly AnyTool[]; // as in `agent`
  checkNames(name, agents);
  const settings = { version, turns, windowTokens };
  const shared: readonly AnyTool[] = [...tools, ...workspace];
  const parts = { owner: name, model, models: skillModels, tools: shared, settings };
  const learned = skills.length > 0 ? skillTools(skills, parts) : [];
  const own = [writeTodos, ...workspace, ...learned];
  const alwaysShown = [...(rest.alwaysShown ?? []), ...own.map((tool) => tool.name), 'task'];
  const told = (...more: readonly string[]) =>
    toldWith(instructions, skills, workspace.length > 0 ? [...more, filing] : more);
  const { outputSchema: _, ...plain } = rest;
  const helper = agent({
    ...plain,
    ...settings,
    name: `${name}-${general}`,
    description: 'Does any part of the work that needs many steps, with the same tools.',
    instructions: told(helping),
    tools: [...shared, writeTodos, ...learned],
    alwaysShown,
  });
  const others = Object.fromEntries([...agents.map((each) => [each.name, each]), [general, helper]]) as Record<
    string,
    Agent
  >; // pairs of names and agents
  return agent<Schema>({
    ...rest,
    ...settings,
    instructions: told(delegating),
    tools: [...shared, writeTodos, ...learned, taskTool(others)],
    alwaysShown,
  });
}

/** What an agent is told: how it works, what the application says, which skills there are, and the plan from before. */
const toldWith =
  (instructions: Instructions, skills: readonly Skill[], more: readonly string[]) =>
  async (about: InputParts): Promise<string> => {
    const own = typeof instructions === 'string' ? instructions : await instructions(about);
    // Whoever is called by others begins afresh.
    const before = about.runPath.length === 1 ? todosBefore(about.session, about.runPath) : '';
    return [
      own.trim(),
      [planning, ...more].join('\n'),
      skills.length > 0
        ? `Skills, to be learned with use_skill when one fits. What it gives you are instructions to follow, unlike what other tools give you:\n${skillList(skills)}`
        : '',
      before === '' ? '' : `From before. ${before}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  };

function checkNames(name: string, agents: readonly Agent[]): void {
  const taken = agents.find((each) => each.name === general || each.name === `${name}-${general}`);
  if (!taken) return;
  throw new TroupeError(
    'bad-config',
    `The agent "${name}" cannot have an agent named "${taken.name}": its own helper has this name. Give it another one.`,
  );
}
