import type { ModelRequest } from '../../../models/model.ts';
import { ModelError } from '../../../models/model-error.ts';
import type { Bill } from '../bill.ts';

/** The least that is asked for where the endpoint's own bound cut the answer: it may not have counted all that it wrote. */
const leastRoom = 4096;

/** How much a call may write. */
export interface Room {
  /** What it may write because an attempt before was cut. */
  readonly raised: number | undefined;
  /** The most that the configuration allows. */
  readonly most: number | undefined;
}

interface Call {
  readonly request: ModelRequest;
  readonly room: Room;
  readonly bill: Bill | undefined;
}

/**
 * What to do about an answer that was cut: another attempt may write twice as much. Where that cannot be had, or did not help, there is no
 * other attempt: nothing is paid for twice to be cut at the same place. Other errors stay as they are.
 */
export function withMoreRoom(failure: ModelError, call: Call): ModelError {
  const { cause, usage, reason, message } = failure;
  const { raised } = call.room;
  if (raised !== undefined && (reason === 'bad-request' || reason === 'context-length')) {
    const words = `The answer was cut, and the endpoint takes no cap of ${raised} tokens: ${message}`;
    return new ModelError('truncated', words, { cause, usage, retryable: false });
  }
  if (reason !== 'truncated' || !failure.retryable) return failure;
  const used = usage?.outputTokens ?? 0;
  const cap = call.request.maxOutputTokens;
  const next = cap === undefined ? Math.max(leastRoom, 2 * used) : 2 * cap;
  const hindrance = hindranceOf(call, { used, next });
  return hindrance === undefined
    ? new ModelError(reason, message, { cause, usage, maxOutputTokens: next })
    : new ModelError(reason, `${message} ${hindrance}`, { cause, usage, retryable: false });
}

/** Why there is no more room, in words. */
function hindranceOf(
  { room: { raised, most }, bill }: Call,
  { used, next }: { used: number; next: number },
): string | undefined {
  if (most !== undefined) return `The configuration allows no more than ${most}: raise maxOutputTokens.`;
  // Twice the room, and no more came than before.
  if (raised !== undefined && 2 * used <= raised) return `It was given ${raised} tokens, and that did not help.`;
  if (bill?.covers(next) === false) return `What is left of the limits does not cover ${next} tokens.`;
  return undefined;
}
