import type { Purpose } from '../domain/brief.ts';
import type { ToolCall } from '../domain/message.ts';
import type { Model, ModelRequest, ModelResponse } from '../models/model.ts';
import { ModelError } from '../models/model-error.ts';
import type { ReflectWire, ThinkWire } from '../prompts/wire.ts';

/** What a line of a script answers: a text, calls of tools, or an error. */
export type Reply = string | { toolCalls: readonly Omit<ToolCall, 'id'>[] } | ModelError;

/** One line of a script: the call it waits for and what it answers. */
export interface ScriptLine {
  readonly purpose: Purpose;
  /** For `work`: only the call for this step. */
  readonly step?: string;
  readonly reply: Reply | ((request: ModelRequest) => Reply | Promise<Reply>);
}

/** A model that answers from a script. */
export interface ScriptedModel extends Model {
  /** The calls so far, in order. */
  readonly calls: readonly ModelRequest[];
  /** Throws when a call came that no line waited for, or a line was not used. */
  assertUsedUp(): void;
}

/** Answers each call with the first unused line that waits for it. A call that no line waits for fails and is remembered. */
export function scriptedModel(lines: readonly ScriptLine[]): ScriptedModel {
  const unused = [...lines];
  const unexpected: string[] = [];
  const calls: ModelRequest[] = [];
  return {
    name: 'scripted',
    calls,
    async call(request): Promise<ModelResponse> {
      calls.push(request);
      const { brief, signal } = request;
      const step = brief.purpose === 'work' ? brief.step.id : undefined;
      const index = unused.findIndex(
        (line) => line.purpose === brief.purpose && (line.step === undefined || line.step === step),
      );
      const [line] = index < 0 ? [] : unused.splice(index, 1);
      if (!line) {
        const what = step === undefined ? brief.purpose : `${brief.purpose} on step ${step}`;
        unexpected.push(what);
        throw new ModelError('bad-request', `The script has no line for this call: ${what}.`);
      }
      const reply = typeof line.reply === 'function' ? await unlessAborted(line.reply(request), signal) : line.reply;
      if (signal.aborted) throw new ModelError('aborted', 'The call was aborted.');
      if (reply instanceof ModelError) throw reply;
      const text = typeof reply === 'string' ? reply : '';
      if (text !== '') request.onDelta?.(text);
      const toolCalls =
        typeof reply === 'string' ? [] : reply.toolCalls.map((call, number) => ({ id: `call-${number + 1}`, ...call }));
      return {
        text,
        toolCalls,
        finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
        usage: { modelCalls: 1, inputTokens: 10, outputTokens: 5 },
      };
    },
    assertUsedUp() {
      const problems = [
        ...unexpected.map((what) => `unexpected call: ${what}`),
        ...unused.map(
          (line) => `unused line: ${line.purpose}${line.step === undefined ? '' : ` on step ${line.step}`}`,
        ),
      ];
      if (problems.length > 0) throw new Error(`The script does not fit the run:\n${problems.join('\n')}`);
    },
  };
}

function unlessAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new ModelError('aborted', 'The call was aborted.'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    Promise.resolve(work).then(resolve, reject);
  });
}

/** A thought as a model writes it, with sensible defaults. */
export function thinking(parts: Partial<ThinkWire> = {}): string {
  const wire: ThinkWire = {
    thought: 'a thought',
    reasoning: 'a reason',
    complexity: parts.responseStrategy === 'direct' ? 'simple' : 'complex',
    responseStrategy: 'planned',
    topic: 'a topic',
    intent: 'request',
    intentConfidence: 0.9,
    tone: 'neutral',
    isContinuation: false,
    summary: '',
    needsHistoryContext: false,
    keyInsights: [],
    riskAssessment: '',
    confidence: 0.9,
    answer: null,
    question: null,
    notDone: [],
    ...parts,
  };
  return JSON.stringify(wire);
}

/** A reflection as a model writes it, with sensible defaults. */
export function reflection(parts: Partial<ReflectWire> = {}): string {
  const wire: ReflectWire = {
    feedback: 'some feedback',
    verdict: 'done',
    planUpdateSuggestion: '',
    finalAnswer: null,
    coherence: 0.9,
    satisfaction: 0.9,
    improvements: [],
    riskWarnings: [],
    notDone: [],
    ...parts,
  };
  return JSON.stringify(wire);
}
