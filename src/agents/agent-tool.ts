import type { RequestContext } from '../domain/options.ts';
import type { ToolSpec } from '../models/model.ts';
import type { Tool } from '../tools/tool.ts';
import type { Agent } from './agent.ts';

/** An agent that others call as a tool: it begins with nothing but what it is asked, and its answer is the result. */
export interface AgentTool {
  readonly name: string;
  readonly agent: Agent;
  readonly spec: ToolSpec;
}

/** Makes a tool of an agent. */
export function asTool(
  agent: Agent,
  options: { readonly name?: string; readonly description?: string } = {},
): AgentTool {
  const { name = agent.name, description = agent.description } = options;
  const parameters = {
    type: 'object',
    properties: {
      task: {
        type: 'string',
        description: `What ${agent.name} has to do, with all that it needs to know: it sees nothing else of this conversation.`,
      },
    },
    required: ['task'],
  };
  return { name, agent, spec: { name, description, parameters } };
}

export const isAgentTool = (tool: object): tool is AgentTool => 'agent' in tool && 'spec' in tool;

/** A tool that hands its call to one of several agents, by an argument; a call that names none of them is its own. */
export interface AgentChoice<Context = RequestContext> extends Tool<Context> {
  readonly choice: {
    /** The argument by which an agent is chosen. */
    readonly by: string;
    readonly agents: Readonly<Record<string, Agent>>;
  };
}

export const isAgentChoice = (tool: object): tool is AgentChoice => 'choice' in tool;
