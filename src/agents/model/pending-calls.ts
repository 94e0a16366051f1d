import type { ToolCall } from '../../domain/message.ts';
import { ownValue } from '../../domain/own-value.ts';
import { argumentsOf } from '../moves.ts';
import type { ModelAgentContext, PendingCall } from './model-agent-work.ts';
import type { ToolCallInput } from './tool-call-work.ts';

/** What a call of a tool begins with. */
export const toolCallInput = (context: ModelAgentContext, { call, ruling, refusal }: PendingCall): ToolCallInput => {
  const { settings, runPath, session } = context;
  const delegate = delegateOf(context, call);
  const { approvalMs } = settings;
  return {
    agent: settings.name,
    runPath,
    session,
    call,
    ruling,
    ...(refusal === undefined ? {} : { refusal }),
    ...(delegate === undefined ? {} : { delegate, task: taskOf(call) }),
    ...(approvalMs === undefined ? {} : { deadlineMs: approvalMs }),
  };
};

/** The agent that a call is for, if it is for one. */
function delegateOf({ settings }: ModelAgentContext, call: ToolCall): string | undefined {
  const delegation = ownValue(settings.delegates, call.name);
  if (!delegation) return undefined;
  if ('agent' in delegation) return delegation.agent;
  const named = argumentsOf(call)[delegation.by];
  return typeof named === 'string' ? ownValue(delegation.agents, named) : undefined;
}

/** What an agent is asked that is called as a tool. */
function taskOf(call: ToolCall): string {
  const { task, request, input } = argumentsOf(call);
  const said = task ?? request ?? input;
  return typeof said === 'string' ? said : call.arguments;
}
