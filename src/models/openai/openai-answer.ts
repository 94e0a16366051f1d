import { z } from 'zod';
import type { ToolCall } from '../../domain/message.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { estimateInputTokens } from '../estimate-input-tokens.ts';
import type { ModelRequest, ModelResponse, Usage } from '../model.ts';
import { ModelError, type ModelErrorCode } from '../model-error.ts';
import { type AnswerReader, answerReader } from './answer-reader.ts';
import type { Dialect } from './dialect.ts';
import { finishProblem } from './finish-problem.ts';
import { createMessageFields } from './provider-fields.ts';
import { callId, callPieceSchema, createToolCallList, type ToolCallList } from './tool-call-list.ts';
import type { WrittenCalls } from './written-calls.ts';
import { type WrittenReply, type WrittenReplyReader, writtenReplyReader } from './written-reply.ts';

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
export const createOpenaiAnswer = (request: ModelRequest, dialect: Pick<Dialect, 'tools'>): OpenaiAnswer =>
  new Answer(request, dialect);

class Answer implements OpenaiAnswer {
  readonly #request: ModelRequest;
  readonly #offered: readonly string[];
  /** Reads the protocol of an endpoint without tools. */
  readonly #reply: WrittenReplyReader | undefined;
  readonly #reader: AnswerReader;
  readonly #calls: ToolCallList;
  readonly #fields = createMessageFields();
  #reasoning = '';
  #refusal = '';
  #finishReason: string | undefined;
  #counted: { prompt_tokens?: number | null | undefined; completion_tokens?: number | null | undefined } = {};
  #chunks = 0;

  constructor(request: ModelRequest, dialect: Pick<Dialect, 'tools'>) {
    const emit = (text: string) => request.onDelta?.(text);
    this.#request = request;
    this.#offered = (request.tools ?? []).map(({ name }) => name);
    this.#reply = dialect.tools === 'written' ? writtenReplyReader(emit, this.#offered) : undefined;
    this.#reader = answerReader(this.#reply ? this.#reply.add : emit);
    this.#calls = createToolCallList(request);
  }

  readonly usage = (): Usage => ({
    modelCalls: 1,
    inputTokens: this.#counted.prompt_tokens || estimateInputTokens(this.#request),
    outputTokens: this.#counted.completion_tokens ?? estimateTokens(this.#allWritten()),
  });

  add(raw: unknown): boolean {
    const parsed = chunkSchema.safeParse(raw);
    if (!parsed.success) {
      throw this.#failure('protocol', `The endpoint sent a chunk of another shape: ${z.prettifyError(parsed.error)}`);
    }
    if (parsed.data.choices) this.#chunks++;
    this.#counted = parsed.data.usage ?? this.#counted;
    const choice = parsed.data.choices?.[0];
    this.#finishReason = choice?.finish_reason || this.#finishReason;
    const piece = choice?.delta ?? choice?.message;
    return (piece ? this.#addPiece(piece) : false) || this.#finishReason !== undefined;
  }

  finish(): ModelResponse {
    this.#failIfUnfinished();
    this.#calls.end();
    const spoken = this.#calls.all();
    // Words beside calls that came as such are words.
    const read = spoken.length === 0 ? this.#readText() : { ...this.#reader.finish(), toolCalls: spoken };
    const { text, thinking, toolCalls } = read;
    const reasoning = this.#reasoning + thinking;
    const isThoughtEnough = this.#request.schema && reasoning.trim() !== '';
    if (text.trim() === '' && toolCalls.length === 0 && !isThoughtEnough) {
      throw this.#failure('bad-output', 'The model finished without an answer: no text and no tool call.');
    }
    const provider = spoken.length > 0 ? this.#fields.all() : {};
    return {
      text,
      ...(reasoning && { reasoning }),
      toolCalls,
      ...(Object.keys(provider).length > 0 ? { provider } : {}),
      // Some servers say `stop` after a tool call.
      finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      usage: this.usage(),
    };
  }

  #allWritten(): string {
    const calls = this.#calls.all().map((call) => call.name + call.arguments);
    return [this.#reader.raw, this.#reasoning, ...calls].filter(Boolean).join('\n');
  }

  #failure(reason: ModelErrorCode, message: string, retryable?: boolean): ModelError {
    return new ModelError(reason, message, { usage: this.usage(), retryable });
  }

  #addPiece(piece: Piece): boolean {
    const { text, thinking } = readContent(piece.content);
    const thought = thinking || piece.reasoning_content || piece.reasoning || '';
    this.#reasoning += thought;
    this.#refusal += piece.refusal ?? '';
    this.#fields.add(piece);
    if (text) this.#reader.add(text);
    for (const [position, call] of (piece.tool_calls ?? []).entries()) this.#calls.add(call, position);
    return Boolean(text || thought || piece.refusal || piece.tool_calls?.length);
  }

  #failIfUnfinished(): void {
    if (this.#chunks === 0) {
      throw this.#failure('protocol', 'The endpoint answered without a single chunk. Is the base URL that of an API?');
    }
    if (this.#refusal.trim() !== '') throw this.#failure('refusal', `The model refused: ${this.#refusal}`);
    if (!this.#finishReason) throw this.#failure('disconnected', 'The answer ended before it was finished.');
    const problem = finishProblem(this.#finishReason);
    if (problem) throw this.#failure(problem.reason, problem.message, problem.retryable);
  }

  /** What the text comes to, where calls may be in it. Those calls were not streamed as such: each is passed on whole. */
  #readText(): { text: string; thinking: string; toolCalls: readonly ToolCall[] } {
    const { text, thinking, written } = this.#reader.finish();
    const read = written ? { text, calls: this.#offeredCalls(written) } : this.#readReply(text);
    const toolCalls = read.calls.map((call, position) => ({ id: callId(this.#request.key, position), ...call }));
    for (const [index, { name, arguments: written }] of toolCalls.entries()) {
      this.#request.onCallDelta?.({ index, name, text: written });
    }
    return { text: read.text, thinking, toolCalls };
  }

  #readReply(text: string): Pick<WrittenReply, 'text' | 'calls'> {
    if (!this.#reply) return { text, calls: [] };
    // A thought that showed itself only by its end was taken for the answer so far.
    const whole = this.#reply.raw === text ? this.#reply : writtenReplyReader(() => {}, this.#offered);
    if (whole !== this.#reply) whole.add(text);
    const read = whole.finish();
    if (read.isCut) throw this.#failure('bad-output', 'The model wrote a tool call as JSON that never ends.');
    return read;
  }

  /** Calls that are written as text, as they would have come; what nobody can do is no answer either. */
  #offeredCalls({ calls }: WrittenCalls): readonly Omit<ToolCall, 'id'>[] {
    if (!calls) {
      throw this.#failure('bad-output', 'The model wrote a tool call as text, in a form that cannot be read.');
    }
    const unknown = calls.find(({ name }) => !this.#offered.includes(name));
    if (!unknown) return calls;
    const problem = `The model wrote a call of the tool "${unknown.name}" as text, which nobody offered.`;
    throw this.#failure('bad-output', problem);
  }
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
