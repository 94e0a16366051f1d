import { z } from 'zod';
import { collectedResultsSchema, specialistResultSchema } from '../../domain/results.ts';
import { verdictSchema } from '../../domain/verdict.ts';
import { planStepSchema, planUpdateSchema } from '../../plan/plan.ts';
import { correctionOf, fact, foundBy, hopOf, listOf, move, plain, questionOf, unlinked, workOf } from './entry-row.ts';

const outlineSchema = z.object({
  title: z.string(),
  strategy: z.string(),
  steps: listOf(planStepSchema),
  /** The step whose result is the answer, when everything succeeds. */
  answerFrom: z.string().exactOptional(),
});

/** A version of the plan, with where its steps stand when it comes into force. */
const planSchema = outlineSchema.extend({ version: z.number() });
export type LoggedPlan = Readonly<z.infer<typeof planSchema>>;

const results = listOf(specialistResultSchema);

/** The plan and what becomes of its steps. */
export const planEntries = {
  /** The first plan. */
  'plan.created': move(z.object({ plan: planSchema }), plain),
  /** Another version of the plan, with what changed. */
  'plan.updated': move(z.object({ plan: planSchema, updates: listOf(planUpdateSchema) }), plain),
  /** Somebody put another plan in place of the one that runs. */
  'plan.edited': fact(z.object({ outline: outlineSchema }), plain),
  /** Somebody went back to an earlier version of the plan, with the results that it had. */
  'plan.restored': fact(
    z.object({ version: z.number(), outline: outlineSchema, results: z.record(z.string(), results) }),
    plain,
  ),
  /** What a person said about the plan. */
  'plan.reviewed': fact(
    // As with other answers of a person, what the chart adds may be absent.
    z.object({
      id: z.string().exactOptional(),
      verdict: z.enum(['approved', 'revise']),
      remark: z.string().exactOptional(),
    }),
    { status: 'success', opens: undefined, closes: questionOf },
  ),
  /** A step whose draft is whole, before the rest of the first plan is there: it may start. */
  'step.drafted': move(z.object({ step: planStepSchema }), plain),
  /** A step begins: who does it, in which round, resting on which others. */
  'step.started': move(
    z.object({
      id: z.string(),
      description: z.string(),
      specialist: z.string(),
      alongside: listOf(z.string()).optional(),
      when: z.string().optional(),
      format: z.string().optional(),
      dependencies: listOf(z.string()),
      round: z.number(),
      version: z.number(),
      /** The path of the actor that does it. */
      actor: z.string(),
    }),
    { status: 'in_progress', opens: workOf, closes: undefined },
  ),
  /** A step has a result. */
  'step.completed': move(z.object({ id: z.string(), actor: z.string(), results, reason: z.string().optional() }), {
    status: 'success',
    opens: ({ id }) => foundBy(`step ${id}`),
    closes: workOf,
  }),
  /** A step has used up its attempts. */
  'step.failed': move(
    // A step whose condition could not be decided has failed before anybody began.
    z.object({ id: z.string(), actor: z.string().optional(), results, reason: z.string().optional() }),
    { status: 'failed', opens: undefined, closes: workOf },
  ),
  /** The condition of a step was not met. */
  'step.skipped': move(z.object({ id: z.string(), reason: z.string() }), plain),
  /** A step cannot begin: another one that it needs has no result. */
  'step.blocked': move(z.object({ id: z.string(), reason: z.string() }), { status: 'failed', ...unlinked }),
  /** What was done, or could not be, is to be done again. */
  'step.renewed': move(z.object({ id: z.string() }), plain),
  /** A step has failed in the same way too often: something has to change. */
  'correction.triggered': move(
    z.object({
      id: z.string(),
      step: z.string(),
      /** What has gone wrong, on one line; `views.correction` counts it under this name. */
      pattern: z.string(),
      specialist: z.string(),
      code: z.string(),
      count: z.number(),
      reason: z.string(),
    }),
    { status: 'failed', opens: correctionOf, closes: undefined },
  ),
  /** What is tried then: another specialist, another tool, a changed brief, another plan. */
  'correction.attempted': move(
    z.object({
      id: z.string(),
      step: z.string(),
      action: z.enum(['specialist', 'tool', 'prompt', 'plan']),
      /** Who takes over, or who is told. */
      specialist: z.string().exactOptional(),
    }),
    { status: 'in_progress', opens: undefined, closes: correctionOf },
  ),
  /** A part of the way to the answer begins that rests on what was found before, by the names of those parts: `step 2`, or the turn of a look-up. */
  'hop.taken': move(z.object({ id: z.string(), question: z.string(), restsOn: listOf(z.string()) }), {
    status: 'in_progress',
    opens: hopOf,
    closes: ({ restsOn }) => foundBy(restsOn.at(-1)),
  }),
  /** Such a part is over. `found` has the keys under which the log holds what it gave. */
  'hop.completed': move(z.object({ id: z.string(), found: listOf(z.string()) }), {
    status: 'success',
    opens: ({ id }) => foundBy(id),
    closes: hopOf,
  }),
  /** A round of steps is over: what each of them came to. */
  'results.collected': move(
    z.object({ round: z.number(), version: z.number(), results: collectedResultsSchema }),
    plain,
  ),
  /** The results were judged. `effect` is the key under which the log holds the judgement. */
  'feedback.given': move(z.object({ effect: z.string(), round: z.number(), branch: verdictSchema }), plain),
} as const;
