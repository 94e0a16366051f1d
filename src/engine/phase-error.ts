/** Why a phase of a conversation engine ended, with the code that its result has. */
export class PhaseError extends Error {
  override readonly name = 'PhaseError';
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
