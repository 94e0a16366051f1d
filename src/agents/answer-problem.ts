import { z } from 'zod';
import type { WaitingAsk } from './agent-event.ts';
import type { Answer } from './ask.ts';

/** Says why an answer does not fit a question, or nothing when it does. */
export function answerProblem({ kind, options = [], schema }: WaitingAsk, answer: Answer): string | undefined {
  if (answer.given === 'refused') return undefined;
  if (kind === 'approval') return answer.given === 'approved' ? undefined : 'it is an approval. Use approve or refuse.';
  if (answer.given !== 'answered') return `it is a ${kind}. Use answer, or refuse.`;
  const { value } = answer;
  if (kind === 'question') return typeof value === 'string' ? undefined : 'a text is wanted.';
  if (kind === 'choice') {
    return typeof value === 'string' && options.includes(value) ? undefined : `choose one of: ${options.join(', ')}.`;
  }
  if (!schema) return undefined;
  const parsed = z.fromJSONSchema(schema as never).safeParse(value); // a JSON Schema, by the type of the question
  return parsed.success ? undefined : z.prettifyError(parsed.error);
}
