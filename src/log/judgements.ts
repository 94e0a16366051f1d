import { type FeedbackResult, stepFeedback } from '../domain/feedback.ts';
import { type SpecialistResult, withScores } from '../domain/results.ts';
import type { EntryOf } from './entry.ts';
import type { RunLog } from './run-log.ts';

/** Every judgement of a round, oldest first, with its place in the log. */
function judgementsOf(log: RunLog): { seq: number; feedback: FeedbackResult }[] {
  return log.all('feedback.given').flatMap(({ seq, data }) => {
    const feedback = log.output('reflect', data.effect);
    return feedback ? [{ seq, feedback }] : [];
  });
}

/** What the last judgement that speaks of a step says of it. */
export function stepFeedbackOf(log: RunLog): (id: string) => string | undefined {
  const judgements = judgementsOf(log).reverse();
  return (id) => {
    for (const { feedback } of judgements) {
      const said = stepFeedback(feedback, id);
      if (said !== undefined) return said;
    }
    return undefined;
  };
}

/** The results with which steps ended, each with what judgements since then say it is worth. */
export function judgedResults(
  log: RunLog,
  ends: readonly EntryOf<'step.completed' | 'step.failed'>[],
): SpecialistResult[] {
  const judgements = judgementsOf(log);
  return ends.flatMap((end) => {
    const scores = judgements.flatMap(({ seq, feedback }) => (seq > end.seq ? (feedback.scores ?? []) : []));
    return withScores(end.data.results, scores);
  });
}
