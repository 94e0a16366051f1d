import { TroupeError } from '../errors.ts';
import type { Usage } from './model.ts';

export type ModelErrorCode =
  | 'aborted'
  | 'timeout'
  | 'unreachable'
  | 'auth'
  | 'not-found'
  | 'rate-limit'
  | 'quota'
  | 'context-length'
  | 'bad-request'
  | 'server'
  | 'protocol'
  | 'disconnected'
  | 'truncated'
  | 'filtered'
  | 'refusal'
  | 'bad-output';

const retryable: ReadonlySet<ModelErrorCode> = new Set([
  'timeout',
  'unreachable',
  'rate-limit',
  'server',
  'protocol',
  'disconnected',
  'truncated',
  'bad-output',
]);

/** Why a model did not answer: one shape for every adapter. */
export class ModelError extends TroupeError {
  override readonly name = 'ModelError';
  readonly reason: ModelErrorCode;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** How long the endpoint asked to wait. */
  readonly retryAfterMs: number | undefined;
  /** What another attempt may write, when this one was cut. */
  readonly maxOutputTokens: number | undefined;
  /** What was used before it failed. */
  readonly usage: Usage | undefined;

  constructor(
    reason: ModelErrorCode,
    message: string,
    details: {
      cause?: unknown;
      /** @default by the reason */
      retryable?: boolean | undefined;
      retryAfterMs?: number | undefined;
      maxOutputTokens?: number | undefined;
      usage?: Usage | undefined;
    } = {},
  ) {
    super('model', message, { cause: details.cause });
    this.reason = reason;
    this.retryable = details.retryable ?? retryable.has(reason);
    this.retryAfterMs = details.retryAfterMs;
    this.maxOutputTokens = details.maxOutputTokens;
    this.usage = details.usage;
  }
}
