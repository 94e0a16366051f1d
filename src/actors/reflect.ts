import { collectResults } from '../domain/results.ts';
import { TroupeError } from '../errors.ts';
import { outputsOf, planOf, resultsOf, thoughtOf } from '../log/views.ts';
import { reflectWire, toFeedbackResult } from '../prompts/wire.ts';
import { callModel, type Performer, structuredOf } from './performer.ts';

const schema = { name: 'reflection', schema: reflectWire };

interface Input {
  readonly round: number;
  readonly isStalled: boolean;
  readonly remark?: string;
}

/** Judges the results of a round. */
export const reflect: Performer<Input> = async ({ round, isStalled, remark }, performance) => {
  const { cast, log } = performance;
  const [thought, plan] = [thoughtOf(log), planOf(log)];
  if (!thought || !plan) throw new TroupeError('bug', 'There is no plan to reflect on.');
  const topic = {
    purpose: 'reflect',
    thought,
    plan,
    outputs: outputsOf(
      log,
      plan.steps.map((step) => step.id),
    ),
    results: collectResults(resultsOf(log)),
    round,
    isStalled,
    maxRounds: cast.options.limits.rounds,
    ...(remark === undefined ? {} : { remark }),
  } as const;
  const response = await callModel(performance, topic, { schema });
  const output = toFeedbackResult(structuredOf(response, schema), new Date(cast.clock.now()).toISOString());
  return { output, usage: response.usage };
};
