import { z } from 'zod';
import { type SteeredState, type Steering, steeringTable } from '../../domain/steering.ts';
import { fact, move, plain, questionOf } from './entry-row.ts';

/**
 * What a person is asked, and what a person says. What the chart adds to that is absent where it threw before it could: what was said is a fact all
 * the same.
 */
export const questionEntries = {
  'clarification.requested': move(z.object({ id: z.string(), question: z.string() }), {
    status: 'pending',
    opens: questionOf,
    closes: undefined,
  }),
  'clarification.answered': fact(z.object({ id: z.string().exactOptional(), text: z.string() }), {
    status: 'success',
    opens: undefined,
    closes: questionOf,
  }),
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
  'approval.requested': move(z.object({ id: z.string(), kind: z.literal('plan-review'), version: z.number() }), {
    status: 'pending',
    opens: questionOf,
    closes: undefined,
  }),
} as const;
