/** Every code a `TroupeError` can carry. Each has a section in docs/errors.md. */
export type TroupeErrorCode =
  | 'bad-config'
  | 'bad-request'
  | 'bad-plan'
  | 'bad-log'
  | 'bad-state'
  | 'model'
  | 'tool'
  | 'limit'
  | 'store'
  | 'lease'
  | 'missing-chart'
  | 'usage'
  | 'bug';

/** The one error class: what happened, where, and what to do. */
export class TroupeError extends Error {
  override readonly name: string = 'TroupeError';
  readonly code: TroupeErrorCode;

  constructor(code: TroupeErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
