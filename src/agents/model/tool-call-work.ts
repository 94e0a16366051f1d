import type { JsonValue } from '../../domain/json.ts';
import type { ToolCall } from '../../domain/message.ts';
import type { Resumed } from '../../domain/person-ask.ts';
import type { Ruling } from '../../tools/policy.ts';
import type { AgentEnd, SessionRef } from '../agent.ts';
import { type Answer, type Ask, type AskedCall, approvalOf, toResumed } from '../ask.ts';
import type { SessionData } from '../session-machine.ts';
import type { ToolEnd } from './use-tool.ts';

export interface ToolCallInput {
  readonly agent: string;
  readonly runPath: readonly string[];
  readonly session: SessionRef | undefined;
  readonly call: ToolCall;
  readonly ruling: Ruling & { readonly about?: AskedCall };
  /** Why it is refused, when that is no matter of policy. */
  readonly refusal?: string;
  /** The agent that is called as a tool. */
  readonly delegate?: string;
  /** What it is asked, when it is one. */
  readonly task?: string;
  /** How long a person has to approve it. */
  readonly deadlineMs?: number;
}

export interface ToolCallContext extends ToolCallInput {
  readonly ask: Ask | undefined;
  /** How often somebody was asked. */
  readonly asks: number;
  readonly resumed: Resumed | undefined;
  readonly end: ToolEnd | undefined;
}

/** A person has answered; `ask` is the number of the question, so that nothing else is answered by it. */
export interface PersonAnswered {
  readonly type: 'person.answered';
  readonly ask: number;
  readonly answer: Answer;
  /** Who it was. */
  readonly by?: string;
}

/** The slot of an agent that is called as a tool; no agent's name is that of another slot. */
export const delegateSlot = (agent: string) => `agent ${agent}`;

export const askOf = ({ ask }: ToolCallContext): Ask => ask ?? { by: 'code', kind: 'question', question: '' };

/** What is asked before the call is made. */
export const callApproval = ({ call, agent, ruling, deadlineMs }: ToolCallContext): Ask =>
  approvalOf(`May ${agent} call ${call.name}?`, ruling, deadlineMs, ruling.about);

/** Whether an answer means that the call is not made. A tool that asked gets a no as an answer to its question. */
export const isNo = ({ ask }: ToolCallContext, answer: Answer) => ask?.by === 'policy' && answer.given !== 'approved';

export const forbidden = ({ ruling: { because }, refusal }: ToolCallContext) =>
  `Error: ${refusal ?? `The policy of this application does not allow this call${because === undefined ? '.' : `: ${because}`}`}`;

export const refusalText = (answer: Answer) =>
  answer.given === 'refused' && answer.reason
    ? `A person refused this call: ${answer.reason}`
    : 'A person refused this call.';

/** What an answer changes: the arguments of a call that was approved with others, or what the tool is called again with. */
export function afterAnswer(context: ToolCallContext, answer: Answer, isTimeout: boolean): Partial<ToolCallContext> {
  const { call, ask } = context;
  if (ask?.by === 'policy') {
    const edited = answer.given === 'approved' ? answer.arguments : undefined;
    return edited ? { call: { ...call, arguments: JSON.stringify(edited) } } : {};
  }
  return { resumed: toResumed(askOf(context), answer, isTimeout) };
}

/** What an agent that was called as a tool came to. */
export function toToolEnd({ call }: ToolCallContext, end: AgentEnd): ToolEnd {
  const { status, message, error, output } = end;
  const data: { data?: JsonValue } = output === undefined ? {} : { data: output };
  const set: SessionData = {};
  const about = { callId: call.id, tool: call.name, set };
  return status === 'completed'
    ? { ...about, text: message?.content ?? '', isError: false, ...data }
    : { ...about, text: `Error: ${error?.message ?? 'There is no answer.'}`, isError: true };
}
