import { type ConditionView, parseCondition } from '../domain/condition.ts';
import { TroupeError } from '../errors.ts';
import { outputsOf, planOf, resultsOf } from '../log/views.ts';
import { decideWire } from '../prompts/wire.ts';
import { callModel, type Performer, structuredOf } from './performer.ts';

const schema = { name: 'decision', schema: decideWire };

interface Input {
  readonly stepId: string;
  readonly condition: string;
  readonly remark?: string;
}

/** Decides a step's condition: by computing where it can be computed, else by asking the model. */
export const decide: Performer<Input> = async ({ stepId, condition, remark }, performance) => {
  const { log } = performance;
  const steps = planOf(log)?.steps ?? [];
  const compute = parseCondition(condition);
  if (compute) {
    const quality = new Map(resultsOf(log).map((result) => [result.stepId, result.qualityScore]));
    const view: ConditionView = (id) => {
      const step = steps.find((each) => each.id === id);
      return step && { status: step.status, quality: quality.get(id) ?? 0, text: step.result ?? '' };
    };
    const run = compute(view);
    return { output: { run, reason: `The condition "${condition}" is ${run ? 'met' : 'not met'}.` } };
  }
  const step = steps.find((each) => each.id === stepId);
  if (!step) throw new TroupeError('bug', `Step ${stepId} is not in the plan.`);
  const inputs = outputsOf(log, step.dependencies);
  const topic = { purpose: 'decide', step, condition, inputs, ...(remark === undefined ? {} : { remark }) } as const;
  const response = await callModel(performance, topic, { schema });
  return { output: structuredOf(response, schema), usage: response.usage };
};
