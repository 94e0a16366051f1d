/** What compositions of agents keep, and how it changes: pure functions for their charts. */
import type { JsonValue } from '../../domain/json.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import { messageOf } from '../../errors.ts';
import type { AgentEnd, AgentProblem, AgentStart } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import type { HistoryEntry } from '../history.ts';
import { type AgentMove, exitName, type MoveSpec } from '../moves.ts';

export interface CompositionContext extends AgentStart {
  /** Of the composition. */
  readonly name: string;
  /** What its agents said and did. */
  readonly entries: readonly HistoryEntry[];
  /** The last words of its agents. */
  readonly answer: Message | undefined;
  readonly output: JsonValue | undefined;
  /** What is to be done by whoever it works for. */
  readonly made: readonly AgentMove[];
  readonly error: AgentProblem | undefined;
  readonly limit: ReachedLimit | undefined;
}

export const beginComposition = (name: string, start: AgentStart): CompositionContext => ({
  ...start,
  name,
  entries: [],
  answer: undefined,
  output: undefined,
  made: [],
  error: undefined,
  limit: undefined,
});

/** What one of its agents begins with. Moves that the composition is offered are handed on, but for those that it offers itself. */
export function partStart(context: CompositionContext, part: string, own: readonly MoveSpec[] = []): AgentStart {
  const { messages, history, entries, runPath, session, moves } = context;
  const offered = own.map((move) => ({ ...move, offeredBy: runPath }));
  return {
    messages,
    history: [...history, ...entries],
    runPath: [...runPath, part],
    session,
    moves: [...offered, ...moves.filter(({ name }) => !own.some((move) => move.name === name))],
  };
}

/** What an agent and its end came to, for the history: a failure is told. */
export const entriesOf = (part: string, { status, error, history }: AgentEnd): readonly HistoryEntry[] =>
  status === 'completed' ? history : [...history, failedEntry(part, error?.message ?? 'There is no answer.')];

export const failedEntry = (agent: string, why: string): HistoryEntry => ({
  agent,
  message: { role: 'assistant', content: why },
  failed: true,
});

/** The words of an agent that has come to an answer. */
export const wordsOf = ({ status, message }: AgentEnd): Message | undefined =>
  status === 'completed' && message && message.content !== '' ? message : undefined;

/** Keeps what one of its agents came to. What was said before counts more than the words of one that a limit ended. */
export const afterPart = (context: CompositionContext, part: string, end: AgentEnd): Partial<CompositionContext> => ({
  entries: [...context.entries, ...entriesOf(part, end)],
  answer: isOutOfMeans(end) ? (context.answer ?? wordsOf(end)) : (wordsOf(end) ?? context.answer),
  output: end.output,
  limit: isOutOfMeans(end) ? end.limit : context.limit,
});

export const isFailed = ({ status }: AgentEnd) => status === 'failed';

/** Whether the run may not use more: whoever is asked next would be refused too. */
export const isOutOfMeans = ({ limit }: AgentEnd) => limit !== undefined && limit.name !== 'rounds';

/** Which of its agents failed, and why. */
export const problemOf = (part: string, { error }: AgentEnd): AgentProblem => ({
  code: error?.code ?? 'bug',
  message: `[${part}] failed: ${error?.message ?? 'There is no answer.'}`,
});

/** Words of the composition itself. */
export function afterOwnWords(context: CompositionContext, content: string): Partial<CompositionContext> {
  const message: Message = { role: 'assistant', content };
  return { answer: message, output: undefined, entries: [...context.entries, { agent: context.name, message }] };
}

export const ownWordsNews = ({ runPath }: AgentStart, content: string): AgentNews => ({
  type: 'agent.said',
  runPath,
  message: { role: 'assistant', content },
});

export function toEnd(context: CompositionContext, status: AgentEnd['status']): AgentEnd {
  const { answer, output, error, entries, made, limit } = context;
  return {
    status,
    ...(answer && status === 'completed' ? { message: answer } : {}),
    ...(output === undefined || status === 'failed' ? {} : { output }),
    ...(status === 'failed' ? { error: error ?? { code: 'bug', message: 'There is no answer.' } } : {}),
    history: entries,
    moves: made,
    ...(limit ? { limit } : {}),
  };
}

export const failureNews = ({ runPath, error }: CompositionContext): AgentNews => ({
  type: 'agent.failed',
  runPath,
  error: error ?? { code: 'bug', message: 'There is no answer.' },
});

export const hasExit = ({ moves }: AgentEnd) => moves.some(({ name }) => name === exitName);

/** The moves that the composition does not act on itself. */
export const otherMoves = ({ moves }: AgentEnd, own: readonly string[]): readonly AgentMove[] =>
  moves.filter(({ name }) => !own.includes(name));

/** The final result that an agent gave with its exit. */
export function exitWords({ moves }: AgentEnd): string | undefined {
  const said = moves.find(({ name }) => name === exitName)?.arguments.final_result;
  return typeof said === 'string' && said.trim() !== '' ? said : undefined;
}

/** The move by which an agent says that the work is over. */
export const exitMove = (description: string, finalResult: string): MoveSpec => ({
  name: exitName,
  description,
  parameters: { type: 'object', properties: { final_result: { type: 'string', description: finalResult } } },
  reply: 'The work has ended.',
});

/** Calls somebody's own function in a decision: what it throws is a problem of the composition. */
export function decided<T>(
  { name }: CompositionContext,
  what: string,
  decide: () => T,
): { readonly value: T } | { readonly error: AgentProblem } {
  try {
    return { value: decide() };
  } catch (error) {
    return { error: { code: 'bad-config', message: `${what} of "${name}" threw: ${messageOf(error)}` } };
  }
}
