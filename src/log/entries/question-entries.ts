import { z } from 'zod';
import type { JsonValue } from '../../domain/json.ts';
import { personAskSchema } from '../../domain/person-ask.ts';
import { type SteeredState, type Steering, steeringTable } from '../../domain/steering.ts';
import { fact, move, plain, questionOf } from './entry-row.ts';

/** What somebody at work asks a person; what its function keeps for itself is with the effect that asked. */
const askedSchema = personAskSchema.omit({ capability: true, deadlineMs: true, default: true, keep: true }).extend({
  /** The key of the effect that asks. */
  id: z.string(),
  step: z.string().exactOptional(),
  specialist: z.string().exactOptional(),
  /** Until when it waits. */
  deadline: z.string(),
});
/** Who answered, if that was said. */
const said = { id: z.string(), by: z.string().exactOptional() };
const asking = { status: 'pending', opens: questionOf, closes: undefined } as const;
const ending = { opens: undefined, closes: questionOf };

/**
 * What a person is asked, and what a person says. What the chart adds to that is absent where it threw before it could: what was said is a fact all
 * the same.
 */
export const questionEntries = {
  /** The host asks the user a question and waits. */
  'clarification.requested': move(z.object({ id: z.string(), question: z.string() }), asking),
  /** What the user said to the question of the host. */
  'clarification.answered': fact(z.object({ id: z.string().exactOptional(), text: z.string() }), {
    status: 'success',
    opens: undefined,
    closes: questionOf,
  }),
  /** A message of the user that came while the run worked, and what it does there. */
  'message.added': fact(
    z.object({
      id: z.string().exactOptional(),
      text: z.string(),
      /** The host's state in which it came. */
      state: z.enum(['structuring', ...(Object.keys(steeringTable) as SteeredState[])]).exactOptional(), // the table's rows
      does: z.enum([...new Set(Object.values(steeringTable).flat())] as [Steering, ...Steering[]]).exactOptional(), // it has entries
      /** The question that it answers. */
      answers: z.string().exactOptional(),
    }),
    plain,
  ),
  /** A person is asked to approve a call, or to review a plan. */
  'approval.requested': move(
    z.discriminatedUnion('kind', [
      z.object({ id: z.string(), kind: z.literal('plan-review'), version: z.number() }),
      askedSchema.extend({ kind: z.literal('approval') }),
    ]),
    asking,
  ),
  /** A person approved. `arguments`, as JSON, were put in the place of those that were asked about. */
  'approval.given': fact(z.object({ ...said, arguments: z.string().exactOptional() }), {
    status: 'success',
    ...ending,
  }),
  /** A person refused, and why. */
  'approval.refused': fact(z.object({ ...said, reason: z.string().exactOptional() }), { status: 'success', ...ending }),
  /** A tool or a specialist asks a person: a question, a choice or a form. */
  'question.asked': move(askedSchema.extend({ kind: z.enum(['question', 'choice', 'form']) }), asking),
  /** What a person answered. */
  'question.answered': fact(z.object({ ...said, answer: z.custom<JsonValue>() }), { status: 'success', ...ending }),
  /** Nobody waits for the answer any more: its time is up, or whoever asked was stopped. */
  'question.withdrawn': move(z.object({ id: z.string() }), { status: undefined, ...ending }),
} as const;
