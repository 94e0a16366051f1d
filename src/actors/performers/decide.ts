import { collectResults } from '../../domain/results.ts';
import { TroupeError } from '../../errors.ts';
import { outputsOf, resultsOf, stepOf } from '../../log/views.ts';
import { type ConditionView, parseCondition } from '../../plan/condition.ts';
import { decideWire } from '../../prompts/wire.ts';
import { callModel, structuredOf } from './call-model.ts';
import type { Performer } from './performer.ts';

const schema = { name: 'decision', schema: decideWire };

/** Decides a step's condition: by computing where it can be computed, else by asking the model. */
export const decide: Performer<'decide'> = async ({ stepId, condition, remark }, performance) => {
  const { log } = performance;
  const compute = parseCondition(condition);
  if (compute) {
    const results = Map.groupBy(resultsOf(log), (result) => result.stepId);
    const view: ConditionView = (id) => {
      const step = stepOf(log, id);
      // What failed is worth nothing, whatever the reason.
      const quality = step?.status === 'failed' ? 0 : collectResults(results.get(id) ?? []).overallQuality;
      return step && { status: step.status, quality, text: step.result ?? '' };
    };
    const found = compute(view);
    const subject = `The condition "${condition}"`;
    if (typeof found === 'object') {
      return { output: { run: false, reason: `${subject} cannot be decided and counts as not met. ${found.unknown}` } };
    }
    return { output: { run: found, reason: `${subject} is ${found ? 'met' : 'not met'}.` } };
  }
  const step = stepOf(log, stepId);
  if (!step) throw new TroupeError('bug', `Step ${stepId} is not in the plan.`);
  const inputs = outputsOf(log, step.dependencies);
  const topic = { purpose: 'decide', step, condition, inputs, ...(remark === undefined ? {} : { remark }) } as const;
  const response = await callModel(performance, topic, { schema });
  return { output: structuredOf(response, schema), usage: response.usage };
};
