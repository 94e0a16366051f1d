import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { messageOf } from '../../errors.ts';
import type { Usage } from '../model.ts';
import { ModelError, type ModelErrorCode } from '../model-error.ts';
import type { HideKey } from './hide-key.ts';

/** Turns whatever the SDK or the network threw into the one error shape. */
export function toModelError(error: unknown, at: { place: string; hide: HideKey; usage?: () => Usage }): ModelError {
  if (error instanceof ModelError) return withoutKey(error, at.hide);
  const reason = reasonOf(error);
  const details = error instanceof APIConnectionError ? rootOf(error) : error;
  const message = `${sentences[reason]} (${at.place}): ${at.hide(messageOf(details)).slice(0, 500)}`;
  return new ModelError(reason, message, {
    cause: toBareError(error, at.hide),
    retryAfterMs: error instanceof APIError ? retryAfterMs(error.headers) : undefined,
    usage: isTurnedAway(error) ? undefined : at.usage?.(),
  });
}

/** Our own errors repeat what the endpoint said when it refused. */
function withoutKey(error: ModelError, hide: HideKey): ModelError {
  const message = hide(error.message);
  if (message === error.message) return error;
  return new ModelError(error.reason, message, { ...error, cause: error.cause && toBareError(error.cause, hide) });
}

/** What an endpoint said when it refused a request perhaps for its form, so that another one may pass. */
export interface FormRefusal {
  readonly words: string;
  /** Whether the form may be the cause even if the words name nothing of it. */
  readonly isLikely: boolean;
}

export function formRefusal(error: unknown): FormRefusal | undefined {
  if (!(error instanceof APIError) || error.status === undefined) return undefined;
  const isLikely = [400, 422, 501].includes(error.status);
  if (!isLikely && ![404, 405, 500].includes(error.status)) return undefined;
  const isAboutForm = ['bad-request', 'not-found', 'server'].includes(reasonOf(error));
  return isAboutForm ? { words: textOf(error).slice(0, 10_000), isLikely } : undefined;
}

/** Whether the endpoint never began to answer, so that nothing is to be paid. */
function isTurnedAway(error: unknown): boolean {
  return error instanceof APIError && (error.status !== undefined || error instanceof APIConnectionError);
}

const sentences: Readonly<Record<ModelErrorCode, string>> = {
  aborted: 'The call was aborted',
  timeout: 'The endpoint did not answer in time',
  unreachable: 'The endpoint cannot be reached. Check the base URL and that the server runs',
  auth: 'The endpoint refused the API key',
  'not-found': 'The endpoint does not know the model or the path. Check the model and the base URL',
  'rate-limit': 'The endpoint asks for a pause',
  quota: "The account's quota is spent",
  'context-length': "The request is longer than the model's context",
  'bad-request': 'The endpoint refused the request',
  server: 'The endpoint failed',
  protocol: 'The endpoint did not keep to the protocol',
  disconnected: 'The connection was cut',
  truncated: 'The answer was cut at the limit of tokens',
  filtered: "The endpoint's content filter refused the request",
  refusal: 'The model refused',
  'bad-output': 'The answer is not what was asked for',
};

function reasonOf(error: unknown): ModelErrorCode {
  if (error instanceof APIConnectionTimeoutError) return 'timeout';
  if (error instanceof APIError && !(error instanceof APIConnectionError)) return reasonOfAnswer(error);
  const code = codeOf(rootOf(error));
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_.*)$/.test(code)) return 'disconnected';
  if (error instanceof APIConnectionError) return 'unreachable';
  // What `fetch` throws when a body ends too early.
  if (error instanceof TypeError && error.message === 'terminated') return 'disconnected';
  return 'protocol';
}

const contextLength =
  /context[_ ](length|window|size)|maximum context|prompt is too long|too many (input )?tokens|reduce the length/i;

function reasonOfAnswer(error: APIError): ModelErrorCode {
  const kind = `${error.code} ${error.type}`;
  // An error inside a stream has no status of its own; some endpoints put it into the code.
  const status = error.status ?? Number(error.code);
  if (/insufficient_quota|billing/.test(kind) || status === 402) return 'quota';
  if (/content_filter|content_policy/.test(kind)) return 'filtered';
  if (/context_length|exceed_context/.test(kind) || status === 413) return 'context-length';
  if (status === 401 || status === 403) return 'auth';
  if (status === 429 || status === 529 || /rate_limit|overloaded/.test(kind)) return 'rate-limit';
  // Busy, and not broken.
  if (status === 503 && (error.headers?.has('retry-after') || /overload|capacity|busy|too many/i.test(error.message)))
    return 'rate-limit';
  if (contextLength.test(error.message)) return 'context-length';
  if (status === 404) return 'not-found';
  if (status === 408) return 'timeout';
  if (status === 409 || status === 425) return 'server';
  if (status >= 400 && status < 500) return 'bad-request';
  return 'server';
}

/** How long the endpoint asks to wait, in milliseconds. */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const ms = headers?.get('retry-after-ms');
  if (ms && Number.isFinite(Number(ms))) return Math.max(0, Number(ms));
  const after = headers?.get('retry-after');
  if (!after) return undefined;
  const wait = Number.isFinite(Number(after)) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** The first cause: the SDK says "Connection error.", `fetch` says "fetch failed", and only the socket says why. */
function rootOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < 5 && root instanceof Error && root.cause instanceof Error; depth++) root = root.cause;
  // A host with several addresses fails with one error for each.
  return root instanceof AggregateError && root.errors.length > 0 ? root.errors[0] : root;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function textOf(error: APIError): string {
  return `${error.param ?? ''} ${error.message} ${JSON.stringify(error.error ?? '')}`;
}

/** The chain of errors with its words and nothing else: an endpoint may repeat the key in any header or body. */
function toBareError(error: unknown, hide: HideKey, depth = 0): Error {
  const cause =
    error instanceof Error && error.cause && depth < 5 ? toBareError(error.cause, hide, depth + 1) : undefined;
  const bare = new Error(hide(messageOf(error)), { cause });
  if (error instanceof Error) {
    bare.name = error.constructor.name;
    bare.stack = hide(error.stack ?? '');
  }
  return bare;
}
