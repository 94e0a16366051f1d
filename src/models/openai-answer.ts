import { z } from 'zod';
import type { ToolCall } from '../domain/message.ts';
import { answerReader } from './answer-reader.ts';
import { estimateInputTokens } from './estimate-input-tokens.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { finishProblem } from './finish-problem.ts';
import type { ModelRequest, ModelResponse, Usage } from './model.ts';
import { ModelError, type ModelErrorCode } from './model-error.ts';
import type { WrittenCalls } from './written-calls.ts';

const pieceSchema = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  reasoning: z.string().nullish().catch(undefined),
  reasoning_content: z.string().nullish().catch(undefined),
  tool_calls: z
    .array(
      z.object({
        index: z.number().optional(),
        id: z.string().nullish(),
        function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
});

/** One chunk of a stream, or a whole completion from an endpoint that does not stream. */
const chunkSchema = z.object({
  choices: z.array(
    z.object({
      delta: pieceSchema.nullish(),
      message: pieceSchema.nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
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
export function createOpenaiAnswer(request: ModelRequest): OpenaiAnswer {
  const reader = answerReader((text) => request.onDelta?.(text));
  let reasoning = '';
  let refusal = '';
  let finishReason: string | undefined;
  let counted: { prompt_tokens?: number | null | undefined; completion_tokens?: number | null | undefined } = {};
  let chunks = 0;
  const calls = createToolCallList(request.key);

  const addPiece = (piece: Piece): boolean => {
    const thought = piece.reasoning_content || piece.reasoning || '';
    reasoning += thought;
    refusal += piece.refusal ?? '';
    if (piece.content) reader.add(piece.content);
    for (const [position, call] of (piece.tool_calls ?? []).entries()) calls.add(call, position);
    return Boolean(piece.content || thought || piece.refusal || piece.tool_calls?.length);
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
    return written.calls.map((call, position) => ({ id: callId(request.key, position), ...call }));
  };

  return {
    usage,
    add(raw) {
      const parsed = chunkSchema.safeParse(raw);
      if (!parsed.success) {
        throw failure('protocol', `The endpoint sent a chunk of another shape: ${z.prettifyError(parsed.error)}`);
      }
      chunks++;
      counted = parsed.data.usage ?? counted;
      const [choice] = parsed.data.choices;
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
      const { text, thinking, written } = reader.finish();
      const spoken = calls.all();
      const toolCalls = spoken.length === 0 && written ? offeredCalls(written) : spoken;
      const thought = reasoning + thinking;
      const hasAnswer = text.trim() !== '' || toolCalls.length > 0 || (request.schema && thought.trim() !== '');
      if (!hasAnswer) throw failure('bad-output', 'The model finished without an answer: no text and no tool call.');
      return {
        text,
        ...(thought && { reasoning: thought }),
        toolCalls,
        // Some servers say `stop` after a tool call.
        finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
        usage: usage(),
      };
    },
  };
}

/** An id for a call that came without one. */
const callId = (key: string, position: number) => `${key}-call-${position}`;

/** Puts tool calls together that arrive in pieces. */
function createToolCallList(key: string) {
  const calls: { index: number; id: string; name: string; arguments: string }[] = [];
  return {
    add(piece: NonNullable<Piece['tool_calls']>[number], position: number): void {
      const index = piece.index ?? position;
      const last = calls.findLast((call) => call.index === index);
      // Some servers give every call the same index and tell them apart by id.
      const isNew = !last || (piece.id && last.id && piece.id !== last.id);
      const call = isNew ? { index, id: '', name: '', arguments: '' } : last;
      if (isNew) calls.push(call);
      call.id ||= piece.id ?? '';
      call.name ||= piece.function?.name ?? '';
      call.arguments += piece.function?.arguments ?? '';
    },
    all: (): ToolCall[] =>
      calls.map(({ id, name, arguments: text }, position) => ({
        id: id || callId(key, position),
        name,
        arguments: text || '{}',
      })),
  };
}
