import type { RetryPolicy } from '../../domain/effect.ts';
import { isGroup, listening } from '../../models/failover.ts';
import type { Model, ModelRequest, ModelResponse } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import type { Ledger } from '../ledger.ts';
import { type Bill, billed, openBill, type Price } from './bill.ts';
import { type Room, withMoreRoom } from './calls/more-room.ts';
import { soundFailure, soundUsage } from './calls/sound-answer.ts';
import type { Pace } from './pace.ts';

/** What a call stands on. */
export interface PaidCall {
  readonly model: Model;
  readonly ledger: Ledger;
  readonly priceOf: (model: Model) => Price | undefined;
  readonly paceOf: (model: Model) => Pace;
  readonly clock: { now(): number };
  readonly retry: RetryPolicy;
  /** What an attempt before was given, and the most that is allowed. */
  readonly moreRoom: Room;
  /** Waits for the model's turn. */
  whileWaiting(turn: Promise<void>): Promise<void>;
  /** The call counts from now on, whatever becomes of it. */
  onCall(): void;
  /** A piece of the answer has arrived. @default nobody wants to know */
  onPiece?(): void;
}

/** Makes one call of a model; of several that stand in the place of one, the first that answers. */
export function paidCall(request: ModelRequest, call: PaidCall): Promise<ModelResponse> {
  const { model, clock } = call;
  if (!isGroup(model)) return callOne(model, request, call);
  const { heard, hasBegun } = listening(request);
  return model.ask((member) => callOne(member, heard, call), { now: () => clock.now(), hasBegun });
}

/** Calls one model, when its turn has come. The worst case is reserved before; a call that a limit does not cover is not made. */
async function callOne(model: Model, request: ModelRequest, call: Omit<PaidCall, 'model'>): Promise<ModelResponse> {
  const { ledger, retry, moreRoom } = call;
  const { signal } = request;
  const pace = call.paceOf(model);
  const turn = pace.enter(signal, retry);
  if (turn) await call.whileWaiting(turn);
  let isUnderWay = true;
  const leave = () => {
    if (isUnderWay) pace.leave();
    isUnderWay = false;
  };
  // A model that ignores its signal keeps nobody else waiting.
  signal.addEventListener('abort', leave, { once: true });
  let bill: Bill | undefined;
  try {
    // The turn may have come in the same moment in which nobody wanted it any more.
    signal.throwIfAborted();
    if (!model.isFree) {
      bill = openBill(request, ledger, call.priceOf(model));
      call.onCall();
    }
    const response = await model.call(noting(request, call));
    if (isUnderWay) pace.grow();
    const usage = soundUsage(response.usage);
    return { ...response, usage: bill?.settle(usage) ?? usage };
  } catch (thrown) {
    const error = thrown instanceof ModelError ? soundFailure(thrown) : thrown;
    if (isUnderWay && error instanceof ModelError && error.reason === 'rate-limit')
      pace.shrink(error.retryAfterMs, retry);
    const failure = bill ? billed(error, bill) : error;
    throw failure instanceof ModelError ? withMoreRoom(failure, { request, room: moreRoom, bill }) : failure;
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

/** A request that is answered in pieces, whether text or calls, says when they come. */
function noting(request: ModelRequest, { onPiece }: Pick<PaidCall, 'onPiece'>): ModelRequest {
  const { onDelta, onCallDelta } = request;
  if (!onPiece || (!onDelta && !onCallDelta)) return request;
  const noted =
    <Piece>(take: ((piece: Piece) => void) | undefined) =>
    (piece: Piece) => {
      onPiece();
      take?.(piece);
    };
  return { ...request, onDelta: noted(onDelta), onCallDelta: noted(onCallDelta) };
}
