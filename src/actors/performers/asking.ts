import { defaultApprovalMs } from '../../domain/options.ts';
import type { PersonAsk, Resumed } from '../../domain/person-ask.ts';
import { replyTo } from '../../log/asks.ts';
import type { Asking } from '../../tools/ask.ts';
import type { Ruling } from '../../tools/policy.ts';
import { type Tool, toToolSpec } from '../../tools/tool.ts';
import { asJson } from './call-model.ts';
import type { Cast, Performance } from './performer.ts';

/** How long a person has who is asked from within the work. */
const approvalMs = ({ options }: Cast) => options.timeouts.approvalMs ?? defaultApprovalMs;

/** The question whether a call may be made. */
export function approvalOf(
  { cast }: Performance,
  ruling: Ruling,
  { tool, input, specialist }: { tool: Tool; input: unknown; specialist: string | undefined },
): PersonAsk {
  const who = specialist === undefined ? 'The host' : `Specialist "${specialist}"`;
  return {
    by: 'policy',
    kind: 'approval',
    question: `${who} wants to call ${tool.name}.`,
    ...(ruling.because === undefined ? {} : { because: ruling.because }),
    tool: tool.name,
    ...(tool.capability === undefined ? {} : { capability: tool.capability }),
    arguments: JSON.stringify(input),
    schema: toToolSpec(tool).parameters,
    deadlineMs: ruling.approvalMs ?? approvalMs(cast),
    default: (ruling.onTimeout ?? cast.policy.onTimeout ?? 'refuse') === 'allow',
  };
}

/** What somebody's function asks, as it goes into the log. */
export function askedBy(
  { cast }: Performance,
  who: string,
  ask: Asking['ask'],
  call: Partial<PersonAsk> = {},
): PersonAsk {
  const { deadlineMs = approvalMs(cast), keep, ...rest } = ask;
  const kept = keep === undefined ? {} : { keep: asJson(keep, who) };
  return { ...rest, ...call, deadlineMs, ...kept };
}

/** What a question of a model is. */
export const questionOf = ({ cast }: Performance, question: string): PersonAsk => ({
  by: 'model',
  kind: 'question',
  question,
  deadlineMs: cast.options.timeouts.answerMs,
});

/** What a function is told that asked and is called again. */
export function resumedOf({ log }: Performance, id: string): Resumed {
  const { ask: _, edited: _edited, ...resumed } = replyTo(log, id);
  return resumed;
}

/** Whether somebody at work may still put a question of its own to the user: the host's questions count, too. */
export function mayAskUser({ cast, log }: Performance): boolean {
  const { specialistsAsk = false, questions } = cast.options;
  const asked = log.all('question.asked').filter(({ data }) => data.by === 'model').length;
  return specialistsAsk && asked + log.all('clarification.requested').length < questions;
}
