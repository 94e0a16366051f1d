import type { AnyActorRef } from 'xstate';
import { paidCall } from '../../actors/performers/paid-call.ts';
import { withinTime } from '../../actors/performers/within-time.ts';
import type { RetryPolicy } from '../../domain/effect.ts';
import type { Model, ModelRequest, ModelResponse } from '../../models/model.ts';
import { effectKey } from '../../run/live-sources.ts';
import { bareError } from '../agent-effect.ts';
import { servicesOf } from '../agent-services.ts';

/** What calls of an agent's models stand on. */
export interface ModelOptions {
  readonly models: readonly Model[];
  readonly retry: RetryPolicy;
  readonly callMs: number;
  readonly maxOutputTokens: number | undefined;
}

/** The effect that makes the call. */
interface Caller {
  readonly signal: AbortSignal;
  readonly self: AnyActorRef;
  readonly system: AnyActorRef['system'];
}

/** Who answered and what, and how long it took until the first piece of the answer came. */
export interface AskedModel {
  readonly response: ModelResponse;
  readonly model: string;
  readonly firstMs?: number;
}

/** What every request has, and the day on which it is made. */
type AboutRequest = Pick<ModelRequest, 'key' | 'signal' | 'maxOutputTokens'> & { readonly date: string };

/** Asks one of an agent's models, once and in time, and has the ledger count it. */
export async function askModel(
  own: ModelOptions,
  asked: { readonly agent: string; readonly model: number; readonly maxOutputTokens?: number },
  { signal, self, system }: Caller,
  toRequest: (about: AboutRequest) => ModelRequest,
): Promise<AskedModel> {
  const services = servicesOf(system);
  const { models, retry, callMs, maxOutputTokens: most } = { ...own, ...services.optionsOf(asked.agent) };
  const model = models[asked.model] ?? models[0];
  if (!model) throw new Error('An agent without a model was asked.');
  const date = new Date(services.clock.now()).toISOString().slice(0, 10);
  const { maxOutputTokens = most } = asked;
  const room = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  const late = `${model.name} took longer than ${callMs} ms.`;
  let isBegun = false;
  let firstMs: number | undefined;
  const beganAt = services.clock.now();
  const answered = withinTime(services.clock, callMs, signal, late, (until) =>
    paidCall(toRequest({ key: effectKey(self), signal: until, date, ...room }), {
      model,
      ledger: services.ledger,
      priceOf: services.priceOf,
      paceOf: services.paceOf,
      clock: services.clock,
      retry,
      moreRoom: { raised: asked.maxOutputTokens, most },
      whileWaiting: (turn) => turn,
      onCall: () => {
        isBegun = true;
      },
      onPiece: () => {
        firstMs ??= services.clock.now() - beganAt;
      },
    }),
  );
  const response = await answered.catch((error: unknown) => {
    throw isBegun ? counted(bareError(error)) : error;
  });
  return { response, model: model.name, ...(firstMs ? { firstMs } : {}) };
}

/** What a call failed with that was made: also one that took too long has used a call, in the log as in the ledger. */
function counted(error: Error): Error {
  return 'usage' in error ? error : Object.assign(error, { usage: { modelCalls: 1, inputTokens: 0, outputTokens: 0 } });
}
