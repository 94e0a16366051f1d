import type { FeedbackResult } from '../domain/feedback.ts';
import type { ToolCall } from '../domain/message.ts';
import type { NotDone, ThinkingResult } from '../domain/thinking.ts';
import { type Verdict, verdicts } from '../domain/verdict.ts';
import type { Model, ModelRequest, ModelResponse } from '../models/model.ts';
import { ModelError } from '../models/model-error.ts';
import type { Purpose } from '../prompts/brief.ts';

/** What a line of a script answers: a text, calls of tools, or an error. */
export type Reply = string | { text?: string; toolCalls: readonly Omit<ToolCall, 'id'>[] } | ModelError;

/** One line of a script: the call it waits for and what it answers. */
export interface ScriptLine {
  readonly purpose: Purpose | 'agent';
  /** For `work`: only the call for this step. */
  readonly step?: string;
  /** For `agent`: only a call of this agent. */
  readonly agent?: string;
  /** For `agent`: a call that summarises what has to make room; without it, only another call. */
  readonly isSummary?: boolean;
  readonly reply: Reply | ((request: ModelRequest) => Reply | Promise<Reply>);
}

/** A model that answers from a script. */
export interface ScriptedModel extends Model {
  /** The calls so far, in order. */
  readonly calls: readonly ModelRequest[];
  /** Throws when a call came that no line waited for, or a line was not used. */
  assertUsedUp(): void;
}

/** Plays a line of a script: what was not streamed by its function is streamed whole. */
async function respond(line: ScriptLine, request: ModelRequest): Promise<ModelResponse> {
  const { signal } = request;
  let isStreamed = false;
  const onDelta = (piece: string) => {
    isStreamed = true;
    request.onDelta?.(piece);
  };
  const watched = request.onDelta ? { ...request, onDelta } : request;
  const reply = typeof line.reply === 'function' ? await unlessAborted(line.reply(watched), signal) : line.reply;
  if (signal.aborted) throw new ModelError('aborted', 'The call was aborted.');
  if (reply instanceof ModelError) throw reply;
  const { text = '', toolCalls: calls = [] } = typeof reply === 'string' ? { text: reply } : reply;
  if (text !== '' && !isStreamed) request.onDelta?.(text);
  const toolCalls = calls.map((call, number) => ({ id: `call-${number + 1}`, ...call }));
  for (const [index, { name, arguments: input }] of toolCalls.entries()) {
    request.onCallDelta?.({ index, name, text: input });
  }
  return {
    text,
    toolCalls,
    finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage: { modelCalls: 1, inputTokens: 10, outputTokens: 5 },
  };
}

/** Answers each call with the first unused line that waits for it. A call that no line waits for fails and is remembered. */
export function scriptedModel(lines: readonly ScriptLine[]): ScriptedModel {
  const unused = [...lines];
  const unexpected: string[] = [];
  const calls: ModelRequest[] = [];
  return {
    name: 'scripted',
    calls,
    // Not async: an answer takes as many turns of the queue as its line does.
    call(request): Promise<ModelResponse> {
      calls.push(request);
      const { brief } = request;
      const step = brief.purpose === 'work' ? brief.step.id : undefined;
      const agent = brief.purpose === 'agent' ? brief.agent : undefined;
      const isSummary = brief.purpose === 'agent' && brief.isSummary === true;
      const index = unused.findIndex(
        (line) =>
          line.purpose === brief.purpose &&
          (line.step === undefined || line.step === step) &&
          (line.agent === undefined || line.agent === agent) &&
          (line.isSummary ?? false) === isSummary,
      );
      const [line] = index < 0 ? [] : unused.splice(index, 1);
      if (!line) {
        const what = lineTitle({ purpose: brief.purpose, step, agent, isSummary });
        unexpected.push(what);
        return Promise.reject(new ModelError('bad-request', `The script has no line for this call: ${what}.`));
      }
      return respond(line, request);
    },
    assertUsedUp() {
      const problems = [
        ...unexpected.map((what) => `unexpected call: ${what}`),
        ...unused.map((line) => `unused line: ${lineTitle(line)}`),
      ];
      if (problems.length > 0) throw new Error(`The script does not fit the run:\n${problems.join('\n')}`);
    },
  };
}

const lineTitle = ({
  purpose,
  step,
  agent,
  isSummary = false,
}: {
  purpose: string;
  step?: string | undefined;
  agent?: string | undefined;
  isSummary?: boolean;
}) =>
  `${purpose}${agent === undefined ? '' : ` ${agent}`}${isSummary ? ' for a summary' : ''}${step === undefined ? '' : ` on step ${step}`}`;

function unlessAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new ModelError('aborted', 'The call was aborted.'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    Promise.resolve(work).then(resolve, reject);
  });
}

/** A step as a model writes it. */
export interface ScriptedStep {
  readonly id: string;
  readonly task: string;
  readonly specialist: string;
  readonly after?: readonly string[];
  readonly when?: string;
  readonly format?: string;
}

/** What a thought comes to. Without an answer and a question it is a plan, whose steps are given here or written by the planner. */
export interface ScriptedThought
  extends Partial<Pick<ThinkingResult, 'thought' | 'answer' | 'question' | 'notDone' | 'isRefusal'>> {
  readonly steps?: readonly ScriptedStep[];
  readonly answerFrom?: string;
}

const call = (name: string, input: unknown) => ({ name, arguments: JSON.stringify(input) });
const refusals = (notDone: readonly NotDone[], whole = false) =>
  notDone.map(({ what, why }) => call('cannot', { what, reason: why, ...(whole ? { whole } : {}) }));

/** A thought as a model writes it: the answer as text, everything else as a move. */
export function thinking(parts: ScriptedThought = {}): Reply {
  const { thought = 'a thought', answer, question, steps, answerFrom, notDone = [], isRefusal } = parts;
  if (question !== undefined) return { toolCalls: [call('ask_user', { question })] };
  if (answer !== undefined) return { text: answer, toolCalls: refusals(notDone, isRefusal) };
  return { toolCalls: [call('plan', { thought, steps, answer_from: answerFrom, not_done: notDone })] };
}

/** What a judgement comes to. */
export interface ScriptedReflection
  extends Partial<Pick<FeedbackResult, 'finalAnswer' | 'planUpdateSuggestion' | 'retries' | 'notDone'>> {
  /** @default 'done' */
  readonly verdict?: Verdict;
  /** The step whose result is the answer. */
  readonly use?: string;
  /** The steps that are still to be done, for `update`; without them the planner writes them. */
  readonly steps?: readonly ScriptedStep[];
}

/** A judgement as a model writes it: the answer as text, everything else as a move. */
export function reflection(parts: ScriptedReflection = {}): Reply {
  const { verdict = 'done', finalAnswer = 'An answer.', use, notDone = [], retries = [], steps } = parts;
  if (use !== undefined) return { toolCalls: [call('use_result', { step: use })] };
  const { move } = verdicts[verdict];
  if (move !== null) {
    const why = parts.planUpdateSuggestion ?? '';
    return { toolCalls: [call(move, verdict === 'continue' ? { steps: retries } : { why, steps })] };
  }
  return { text: finalAnswer, toolCalls: refusals(notDone) };
}
