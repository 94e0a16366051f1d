import { z } from 'zod';
import type { ToolCall } from '../../domain/message.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { estimateInputTokens } from '../estimate-input-tokens.ts';
import type { ModelRequest, ModelResponse, Usage } from '../model.ts';
import { ModelError, type ModelErrorCode } from '../model-error.ts';
import { answerReader } from './answer-reader.ts';
import type { Dialect } from './dialect.ts';
import { finishProblem } from './finish-problem.ts';
import { createMessageFields } from './provider-fields.ts';
import { callId, callPieceSchema, createToolCallList } from './tool-call-list.ts';
import type { WrittenCalls } from './written-calls.ts';
import { writtenReplyReader } from './written-reply.ts';

/** A part of a content that comes as a list; others than these hold no words of the answer. */
const partSchema = z.looseObject({
  type: z.string().nullish(),
  text: z.string().nullish().catch(undefined),
  thinking: z
    .array(z.looseObject({ text: z.string().nullish() }))
    .nullish()
    .catch(undefined),
});

const pieceSchema = z.looseObject({
  content: z.union([z.string(), z.array(partSchema)]).nullish(),
  refusal: z.string().nullish(),
  reasoning: z.string().nullish().catch(undefined),
  reasoning_content: z.string().nullish().catch(undefined),
  tool_calls: z.array(callPieceSchema).nullish(),
});

/** One chunk of a stream, or a whole completion from an endpoint that does not stream. */
const chunkSchema = z.object({
  // Some send chunks of their own beside those of the answer: what they filtered, what it cost.
  choices: z
    .array(
      z.object({
        delta: pieceSchema.nullish(),
        message: pieceSchema.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});
type Piece = z.infer<typeof pieceSchema>;

/** An answer while it arrives. */
export interface OpenaiAnswer {
  /** Takes one chunk in; says whether something of the answer was in it. */
  add(chunk: unknown): boolean;
  /** What was used so far; estimated where the endpoint does not count. */
  usage(): Usage;
  /** The whole answer, or a `ModelError` that says why there is none. */
  finish(): ModelResponse;
}

/** Puts an answer together from its chunks. */
export function createOpenaiAnswer(request: ModelRequest, dialect: Pick<Dialect, 'tools'>): OpenaiAnswer {
  const tell = (text: string) => request.onDelta?.(text);
  const offered = (request.tools ?? []).map(({ name }) => name);
  const reply = dialect.tools === 'written' ? writtenReplyReader(tell, offered) : undefined;
  const reader = answerReader(reply ? reply.add : tell);
  let reasoning = '';
  let refusal = '';
  let finishReason: string | undefined;
  let counted: { prompt_tokens?: number | null | undefined; completion_tokens?: number | null | undefined } = {};
  let chunks = 0;
  const calls = createToolCallList(request);
  const fields = createMessageFields();

  const addPiece = (piece: Piece): boolean => {
    const { text, thinking } = readContent(piece.content);
    const thought = thinking || piece.reasoning_content || piece.reasoning || '';
    reasoning += thought;
    refusal += piece.refusal ?? '';
    fields.add(piece);
    if (text) reader.add(text);
    for (const [position, call] of (piece.tool_calls ?? []).entries()) calls.add(call, position);
    return Boolean(text || thought || piece.refusal || piece.tool_calls?.length);
  };

  const usage = (): Usage => ({
    modelCalls: 1,
    inputTokens: counted.prompt_tokens || estimateInputTokens(request),
    outputTokens:
      counted.completion_tokens ??
      estimateTokens(
        [reader.raw, reasoning, ...calls.all().map((call) => call.name + call.arguments)].filter(Boolean).join('\n'),
      ),
  });
  const failure = (reason: ModelErrorCode, message: string, retryable?: boolean) =>
    new ModelError(reason, message, { usage: usage(), retryable });
  /** Calls that are written as text, as they would have come; what nobody can do is no answer either. */
  const offeredCalls = (written: WrittenCalls): ToolCall[] => {
    if (!written.calls) {
      throw failure('bad-output', 'The model wrote a call of a tool as text, in a form that cannot be read.');
    }
    const unknown = written.calls.find(({ name }) => !request.tools?.some((tool) => tool.name === name));
    if (unknown) {
      throw failure(
        'bad-output',
        `The model wrote a call of the tool "${unknown.name}" as text, which nobody offered.`,
      );
    }
    return named(written.calls);
  };
  const named = (written: readonly Omit<ToolCall, 'id'>[]): ToolCall[] =>
    written.map((call, position) => ({ id: callId(request.key, position), ...call }));
  /** What the text comes to, where calls may be in it. */
  const readText = (): { text: string; thinking: string; toolCalls: ToolCall[] } => {
    const { text, thinking, written } = reader.finish();
    if (written) return { text, thinking, toolCalls: offeredCalls(written) };
    if (!reply) return { text, thinking, toolCalls: [] };
    // A thought that showed itself only by its end was taken for the answer so far.
    const whole = reply.raw === text ? reply : writtenReplyReader(() => {}, offered);
    if (whole !== reply) whole.add(text);
    const read = whole.finish();
    if (read.isCut) throw failure('bad-output', 'The model wrote a call of a tool as JSON that never ends.');
    return { text: read.text, thinking, toolCalls: named(read.calls) };
  };

  return {
    usage,
    add(raw) {
      const parsed = chunkSchema.safeParse(raw);
      if (!parsed.success) {
        throw failure('protocol', `The endpoint sent a chunk of another shape: ${z.prettifyError(parsed.error)}`);
      }
      if (parsed.data.choices) chunks++;
      counted = parsed.data.usage ?? counted;
      const choice = parsed.data.choices?.[0];
      finishReason = choice?.finish_reason || finishReason;
      const piece = choice?.delta ?? choice?.message;
      return (piece ? addPiece(piece) : false) || finishReason !== undefined;
    },
    finish() {
      if (chunks === 0) {
        throw failure('protocol', 'The endpoint answered without one chunk. Is the base URL that of an API?');
      }
      if (refusal.trim() !== '') throw failure('refusal', `The model refused: ${refusal}`);
      if (!finishReason) throw failure('disconnected', 'The answer ended before it was finished.');
      const problem = finishProblem(finishReason);
      if (problem) throw failure(problem.reason, problem.message, problem.retryable);
      calls.end();
      const spoken = calls.all();
      // Words beside calls that came as such are words.
      const read = spoken.length === 0 ? readText() : { ...reader.finish(), toolCalls: spoken };
      const { text, thinking, toolCalls } = read;
      if (spoken.length === 0) {
        for (const [index, call] of toolCalls.entries()) {
          request.onCallDelta?.({ index, name: call.name, text: call.arguments });
        }
      }
      const thought = reasoning + thinking;
      const hasAnswer = text.trim() !== '' || toolCalls.length > 0 || (request.schema && thought.trim() !== '');
      if (!hasAnswer) throw failure('bad-output', 'The model finished without an answer: no text and no tool call.');
      return {
        text,
        ...(thought && { reasoning: thought }),
        toolCalls,
        ...(spoken.length > 0 && Object.keys(fields.all()).length > 0 ? { provider: fields.all() } : {}),
        // Some servers say `stop` after a tool call.
        finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
        usage: usage(),
      };
    },
  };
}

/** The words of a content, which may come as a list of parts, and what is thought in it. */
function readContent(content: Piece['content']): { text: string; thinking: string } {
  if (typeof content === 'string') return { text: content, thinking: '' };
  const parts = content ?? [];
  return {
    text: parts.map(({ type, text }) => (type === 'thinking' ? '' : (text ?? ''))).join(''),
    thinking: parts.flatMap(({ thinking }) => thinking?.map(({ text }) => text ?? '') ?? []).join(''),
  };
}
