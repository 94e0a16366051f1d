/** `troupe/openai`: models behind an endpoint that speaks OpenAI's chat completions. It needs the package `openai`. */
import { APIError, type OpenAI } from 'openai';
import type { Model, ModelRequest, ModelResponse, Usage } from '../model.ts';
import { ModelError } from '../model-error.ts';
import { beginsAsObject } from '../structured-output.ts';
import { asksForJson, type Dialect, type Feature, plainerByName, plainest } from './dialect.ts';
import { createEndpointMemory } from './endpoint-memory.ts';
import { hideFromListeners, hideInResponse } from './hide-in-answer.ts';
import { createOpenaiAnswer, type OpenaiAnswer } from './openai-answer.ts';
import { createClient } from './openai-client.ts';
import { formRefusal, toModelError } from './openai-errors.ts';
import { checkOptions, type OpenaiModelOptions } from './openai-options.ts';
import { type RequestDefaults, toRequestBody } from './openai-request.ts';
import { type StreamWatch, watchStream } from './stream-watch.ts';

export { type OpenaiEmbedderOptions, openaiEmbedder } from './openai-embedder.ts';
export type { OpenaiModelOptions } from './openai-options.ts';
export type { PresetName } from './openai-presets.ts';

/**
 * A language model behind any endpoint that speaks OpenAI's chat completions.
 *
 * Learns from refusals which form of request the endpoint takes, and keeps that for later calls.
 */
export function openaiModel(options: OpenaiModelOptions): Model {
  const { firstTokenMs = 60_000, idleMs = 30_000 } = options;
  const checked = checkOptions(options);
  const { baseURL, defaults, hide, hidesInAnswers } = checked;
  const at = { place: `${defaults.model} at ${baseURL.origin}${baseURL.pathname}`, hide };
  const client = createClient(checked, options.fetch);
  const memory = createEndpointMemory(checked.dialect);

  /** One request. */
  const attempt = async (request: ModelRequest, dialect: Dialect): Promise<ModelResponse> => {
    if (request.signal.aborted) throw aborted(request, at.place);
    const hidden = hidesInAnswers ? hideFromListeners(request, hide) : undefined;
    const answer = createOpenaiAnswer(hidden?.request ?? request, dialect);
    const watch = watchStream(request.signal, { firstTokenMs, idleMs });
    try {
      await receive(client, { defaults, request, dialect, answer, watch });
      const response = answer.finish();
      hidden?.end();
      failIfStopped({ request, watch, answer, ...at });
      return hidden ? hideInResponse(response, hide) : response;
    } catch (error) {
      failIfStopped({ request, watch, answer, ...at });
      throw formRefusal(error) ? error : toModelError(error, { ...at, usage: answer.usage });
    } finally {
      watch.stop();
    }
  };

  return {
    name: defaults.model,
    async call(request) {
      const began = memory.begin(request);
      const tried: Tried = { named: new Set(), refused: new Set(), unnamed: undefined };
      for (let dialect = began; ; ) {
        try {
          const response = await attempt(request, dialect);
          const wasGuessed = tried.unnamed !== undefined;
          memory.answered({ request, began, ended: dialect, named: tried.named, wasGuessed });
          if (isIgnored(request, response, dialect)) memory.ignoredSchema();
          return response;
        } catch (error) {
          const next = afterRefusal(error, dialect, request, tried);
          if (!next) throw formRefusal(error) ? toModelError(tried.unnamed ?? error, at) : error;
          dialect = next;
        }
      }
    },
  };
}

/** What an endpoint refused in one call. */
interface Tried {
  /** What its refusals named. */
  readonly named: Set<Feature>;
  readonly refused: Set<string>;
  /** The refusal that named nothing, after which the plainest form is tried. */
  unnamed: unknown;
}

/** The form to try after an endpoint refused one; nothing when the error is no such refusal, or no other form is left. */
function afterRefusal(error: unknown, dialect: Dialect, request: ModelRequest, tried: Tried): Dialect | undefined {
  const refusal = formRefusal(error);
  if (!refusal) return undefined;
  const step = plainerByName(dialect, { request, words: refusal.words, refused: tried.refused });
  if (step) {
    tried.refused.add(`${step.feature}: ${dialect[step.feature]}`);
    tried.named.add(step.feature);
    return step.dialect;
  }
  const guess = tried.unnamed === undefined && refusal.isLikely ? plainest(dialect, request) : undefined;
  if (guess) tried.unnamed = error;
  return guess;
}

async function receive(
  client: OpenAI,
  call: {
    defaults: RequestDefaults;
    request: ModelRequest;
    dialect: Dialect;
    answer: OpenaiAnswer;
    watch: StreamWatch;
  },
): Promise<void> {
  const { defaults, request, dialect, answer, watch } = call;
  const { data, response } = await client.chat.completions
    .create(toRequestBody(defaults, request, dialect), {
      signal: watch.signal,
      headers: { 'Idempotency-Key': toHeader(request.key) },
    })
    .withResponse();
  const isStream = typeof data === 'object' && Symbol.asyncIterator in data;
  if (isStream && !response.headers.get('content-type')?.startsWith('application/json')) {
    for await (const chunk of data) watch.arrived(answer.add(chunk));
    return;
  }
  const body: unknown = isStream ? await response.json() : data;
  if (typeof body === 'object' && body !== null && 'error' in body && body.error) {
    const error = Object(body.error);
    throw new APIError(Number(error.code) || undefined, error, undefined, response.headers);
  }
  answer.add(body);
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

/** A server that takes a schema and answers in prose ignores it: from then on the prompt has the schema too. */
function isIgnored(request: ModelRequest, response: ModelResponse, dialect: Dialect): boolean {
  const isGiven = asksForJson(request) && dialect.format === 'json_schema';
  return isGiven && dialect.schemaInPrompt === 'left out' && !beginsAsObject(response);
}

/** Header values are ASCII. */
function toHeader(key: string): string {
  return key.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
