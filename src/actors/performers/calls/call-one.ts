import { ownValue } from '../../../domain/own-value.ts';
import type { Model, ModelRequest, ModelResponse } from '../../../models/model.ts';
import { ModelError } from '../../../models/model-error.ts';
import { type Bill, billed, openBill } from '../bill.ts';
import type { Performance } from '../performer.ts';
import { withMoreRoom } from './more-room.ts';
import { soundFailure, soundUsage } from './sound-answer.ts';

/** Calls one model, when its turn has come. The worst case is reserved before; a call that a limit does not cover is not made. */
export async function callOne(model: Model, request: ModelRequest, performance: Performance): Promise<ModelResponse> {
  const { cast, ledger, signal, whileWaiting, onCall } = performance;
  const { retry } = cast.options;
  const pace = cast.paceOf(model);
  const turn = pace.enter(signal, retry);
  if (turn) await whileWaiting(turn);
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
      bill = openBill(request, ledger, ownValue(cast.prices, model.name));
      onCall();
    }
    const response = await model.call(request);
    if (isUnderWay) pace.grow();
    const usage = soundUsage(response.usage);
    return { ...response, usage: bill?.settle(usage) ?? usage };
  } catch (thrown) {
    const error = thrown instanceof ModelError ? soundFailure(thrown) : thrown;
    if (isUnderWay && error instanceof ModelError && error.reason === 'rate-limit')
      pace.shrink(error.retryAfterMs, retry);
    const failure = bill ? billed(error, bill) : error;
    throw failure instanceof ModelError ? withMoreRoom(failure, { request, performance, bill }) : failure;
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}
