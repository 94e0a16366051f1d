import type { CallModel } from '../../../memory/memory.ts';
import type { Usage } from '../../../models/model.ts';
import { ModelError } from '../../../models/model-error.ts';
import { type PaidCall, paidCall } from '../paid-call.ts';

export type Counted = Pick<Usage, 'modelCalls' | 'inputTokens' | 'outputTokens' | 'costUsd'>;

/** What two parts of one effect have used together. */
export function addUsage(one: Counted | undefined, other: Counted | undefined): Counted | undefined {
  if (!one || !other) return one ?? other;
  const { costUsd } = one.costUsd === undefined ? other : { costUsd: one.costUsd + (other.costUsd ?? 0) };
  return {
    modelCalls: one.modelCalls + other.modelCalls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

/** Calls of models that an extractor makes: paid for by the run, like all others. */
export function countedCalls(
  key: string,
  about: Omit<PaidCall, 'model' | 'moreRoom'>,
): { call: CallModel; used: () => { usage?: Counted } } {
  let sum: Counted | undefined;
  let underWay = 0;
  const count = (usage: Usage) => {
    sum = addUsage(sum, usage);
  };
  const call: CallModel = async (model, request) => {
    if (!model.isFree) underWay++;
    try {
      const moreRoom = { raised: undefined, most: request.maxOutputTokens };
      const response = await paidCall({ ...request, key }, { ...about, model, moreRoom });
      count(response.usage);
      return response;
    } catch (error) {
      if (error instanceof ModelError && error.usage) count(error.usage);
      throw error;
    } finally {
      if (!model.isFree) underWay--;
    }
  };
  const used = () => {
    // A call that nobody waits for any more was made all the same.
    if (underWay > 0) count({ modelCalls: underWay, inputTokens: 0, outputTokens: 0 });
    return sum ? { usage: sum } : {};
  };
  return { call, used };
}
