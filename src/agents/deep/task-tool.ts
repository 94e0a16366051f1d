import { z } from 'zod';
import { TroupeError } from '../../errors.ts';
import { defineTool } from '../../tools/tool.ts';
import type { Agent } from '../agent.ts';
import type { AgentChoice } from '../agent-tool.ts';

/** The tool by which an agent hands a part of its work to another one, who begins with a fresh context. */
export function taskTool(agents: Readonly<Record<string, Agent>>): AgentChoice {
  const names = Object.keys(agents);
  const list = Object.entries(agents).map(([name, { description }]) => `- ${name}: ${description}`);
  const tool = defineTool({
    name: 'task',
    description: `Hands a part of the work to another agent and gives you its answer. It begins with nothing but your task. Several calls in one reply run side by side. The agents:\n${list.join('\n')}`,
    capability: 'read',
    input: z.object({
      agent: z
        .string()
        .describe(`One of: ${names.join(', ')}.`)
        .meta({ enum: names }),
      task: z.string().min(1).describe('What it has to do, with all that it needs to know, and what it has to answer.'),
    }),
    // A call that names an agent is handed to it and never comes here.
    run: ({ agent }) => {
      throw new TroupeError('tool', `There is no agent "${agent}". The agents are: ${names.join(', ')}.`);
    },
  });
  return { ...tool, choice: { by: 'agent', agents } };
}
