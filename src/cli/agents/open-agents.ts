import type { Agent } from '../../agents/agent.ts';
import { type AgentRunner, type AgentRunnerConfig, createAgentRunner } from '../../agents/running/agent-runner.ts';
import { allowing } from '../../tools/policy.ts';
import type { Config } from '../config.ts';
import type { ServerOptions } from '../options/server-options.ts';
import { present } from '../present.ts';

/** A runner of the agents of a file, with what the command line says about tools. */
export const openAgents = (
  agents: readonly Agent[],
  { allow = [] }: Pick<ServerOptions, 'allow'>,
  { leaseMs }: Config,
  rest: Pick<AgentRunnerConfig, 'inspect' | 'memory'> & {
    readonly store?: AgentRunnerConfig['store'] | undefined;
  } = {},
): AgentRunner => createAgentRunner({ agents, policy: allowing(allow), ...present({ ...rest, leaseMs }) });
