import OpenAI, { APIError } from 'openai';
import { TroupeError } from '../errors.ts';
import { createHideKey, type HideKey, hideInPieces, isRandomKey } from './hide-key.ts';
import type { Model, ModelRequest, ModelResponse, Usage } from './model.ts';
import { ModelError } from './model-error.ts';
import { createOpenaiAnswer, type OpenaiAnswer } from './openai-answer.ts';
import { isFormRefused, namesStreamOptions, toModelError } from './openai-errors.ts';
import { type Dialect, rungs, toRequestBody } from './openai-request.ts';
import { type StreamWatch, watchStream } from './stream-watch.ts';
import { beginsAsObject } from './structured-output.ts';

/** Where the model is and how long to wait for it. */
export interface OpenaiModelOptions {
  /** The model's name, as the endpoint knows it. */
  readonly model: string;
  /** Local servers need none. */
  readonly apiKey?: string | undefined;
  /** @default 'https://api.openai.com/v1' */
  readonly baseURL?: string | undefined;
  /**
   * How long the answer may take to begin, in milliseconds; the whole answer, where an endpoint does not stream.
   * Above 300 000 the `fetch` of Node gives up first.
   * @default 60_000
   */
  readonly firstTokenMs?: number | undefined;
  /** How long the answer may stall, in milliseconds. @default 30_000 */
  readonly idleMs?: number | undefined;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A language model behind any endpoint that speaks OpenAI's chat completions.
 *
 * Learns from refusals which form of request the endpoint takes, and keeps that for later calls.
 */
export function openaiModel(options: OpenaiModelOptions): Model {
  const { model, firstTokenMs = 60_000, idleMs = 30_000 } = options;
  const apiKey = checkedKey(options.apiKey);
  const baseURL = checkedURL(options.baseURL ?? 'https://api.openai.com/v1');
  const hide = createHideKey(apiKey);
  const hidesInAnswers = isRandomKey(apiKey);
  const at = { place: `${model} at ${baseURL.origin}${baseURL.pathname}`, hide };
  // All that the SDK would else read from the environment is given, save OPENAI_CUSTOM_HEADERS: it cannot be declined.
  const client = new OpenAI({
    apiKey: apiKey || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseURL.href,
    maxRetries: 0,
    timeout: 2 ** 31 - 1, // ours are the deadlines
    logLevel: 'off',
    fetch: options.fetch ?? globalThis.fetch,
  });
  const outputField = /(^|\.)openai\.com$/.test(baseURL.hostname) ? 'max_completion_tokens' : 'max_tokens';
  let known: Dialect = { rung: 'json_schema', countsTokens: true, outputField };

  return {
    name: model,
    async call(request) {
      for (let dialect = known; ; ) {
        if (request.signal.aborted) throw aborted(request, at.place);
        const pieces = hidesInAnswers ? hideInPieces(hide, (text) => request.onDelta?.(text)) : undefined;
        const answer = createOpenaiAnswer(pieces ? { ...request, onDelta: pieces.add } : request);
        const watch = watchStream(request.signal, { firstTokenMs, idleMs });
        try {
          await receive(client, { model, request, dialect, answer, watch });
          const whole = answer.finish();
          pieces?.end();
          failIfStopped({ request, watch, answer, ...at });
          const response = hidesInAnswers ? withoutKey(whole, hide) : whole;
          known = plainest(known, isIgnored(request, response, dialect) ? plainer(dialect) : dialect);
          return response;
        } catch (error) {
          failIfStopped({ request, watch, answer, ...at });
          const next = afterRefusal(dialect, request, error);
          if (!next) throw toModelError(error, { ...at, usage: answer.usage });
          dialect = next;
        } finally {
          watch.stop();
        }
      }
    },
  };
}

async function receive(
  client: OpenAI,
  call: { model: string; request: ModelRequest; dialect: Dialect; answer: OpenaiAnswer; watch: StreamWatch },
): Promise<void> {
  const { model, request, dialect, answer, watch } = call;
  const { data, response } = await client.chat.completions
    .create(toRequestBody(model, request, dialect), {
      signal: watch.signal,
      headers: { 'Idempotency-Key': toHeader(request.key) },
    })
    .withResponse();
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null && 'error' in body && body.error) {
      throw new APIError(undefined, Object(body.error), undefined, response.headers);
    }
    answer.add(body);
    return;
  }
  for await (const chunk of data) watch.arrived(answer.add(chunk));
}

/** An endpoint knows the key, so it may be anywhere in what it says. */
function withoutKey({ text, reasoning, toolCalls, ...rest }: ModelResponse, hide: HideKey): ModelResponse {
  return {
    ...rest,
    text: hide(text),
    ...(reasoning === undefined ? {} : { reasoning: hide(reasoning) }),
    toolCalls: toolCalls.map((call) => ({
      ...call,
      id: hide(call.id),
      name: hide(call.name),
      arguments: hide(call.arguments),
    })),
  };
}

/** The SDK ends an aborted stream without an error, and calls a passed deadline an abort: so this is asked after every attempt. */
function failIfStopped(at: { request: ModelRequest; watch: StreamWatch; answer: OpenaiAnswer; place: string }): void {
  if (at.request.signal.aborted) throw aborted(at.request, at.place, at.answer.usage());
  const expired = at.watch.expired();
  if (expired) throw new ModelError('timeout', `${expired} (${at.place}).`, { usage: at.answer.usage() });
}

function aborted({ signal }: ModelRequest, place: string, usage?: Usage): ModelError {
  return new ModelError('aborted', `The call was aborted (${place}).`, { cause: signal.reason, usage });
}

/** The form to try next, or nothing when the form was not the problem. */
function afterRefusal(dialect: Dialect, request: ModelRequest, error: unknown): Dialect | undefined {
  if (!isFormRefused(error)) return undefined;
  if (dialect.countsTokens && namesStreamOptions(error)) return { ...dialect, countsTokens: false };
  return asksForJson(request) && dialect.rung !== 'prompt' ? plainer(dialect) : undefined;
}

/** A server that takes `response_format` and answers in prose ignores it: from then on the prompt has the schema too. */
function isIgnored(request: ModelRequest, response: ModelResponse, dialect: Dialect): boolean {
  return dialect.rung === 'json_schema' && asksForJson(request) && !beginsAsObject(response);
}

function asksForJson({ schema, tools }: ModelRequest): boolean {
  return schema !== undefined && !tools?.length;
}

function plainer(dialect: Dialect): Dialect {
  return { ...dialect, rung: rungs[rungs.indexOf(dialect.rung) + 1] ?? 'prompt' };
}

/** What both allow: a call that began earlier must not undo what another one learned. */
function plainest(one: Dialect, other: Dialect): Dialect {
  const rung = rungs.indexOf(one.rung) > rungs.indexOf(other.rung) ? one.rung : other.rung;
  return { ...one, rung, countsTokens: one.countsTokens && other.countsTokens };
}

/** Header values are ASCII. */
function toHeader(key: string): string {
  return key.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

function checkedKey(key = ''): string {
  const trimmed = key.trim();
  // Said without the key: the error of `fetch` would show it.
  if (/[^\x21-\x7e]/.test(trimmed)) {
    throw new TroupeError('bad-config', 'The API key has a character that cannot be sent in a header. Copy it again.');
  }
  return trimmed;
}

function checkedURL(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TroupeError('bad-config', 'The base URL is not an http URL. Give one such as http://127.0.0.1:11434/v1.');
  }
  if (url.username || url.password) {
    throw new TroupeError('bad-config', 'The base URL holds a user or password. Give the secret as apiKey.');
  }
  return url;
}
