import { z } from 'zod';

export const actionTypeSchema = z.enum([
  'direct_answer',
  'look_up',
  'create_plan',
  'execute_step',
  'reflect',
  'update_plan',
]);
/** What a thought or a piece of feedback wants to happen next. */
export type ActionType = z.infer<typeof actionTypeSchema>;

/** The ways out of reflection: what the feedback suggests, the move by which a model asks for it, and the verdict in words. */
export const verdicts = {
  done: { action: 'direct_answer', move: null, words: 'done' },
  continue: { action: 'execute_step', move: 'go_on', words: 'continues' },
  update: { action: 'update_plan', move: 'update_plan', words: 'changes the plan' },
} as const satisfies Readonly<Record<string, { action: ActionType; move: string | null; words: string }>>;

/** How the reflector decides about a round. */
export type Verdict = keyof typeof verdicts;
export const verdictNames = Object.keys(verdicts) as [Verdict, ...Verdict[]]; // the table has rows
export const verdictSchema = z.enum(verdictNames);

/** A verdict after which the work does not end. */
export type OpenVerdict = Exclude<Verdict, 'done'>;
export const openVerdicts = verdictNames.filter((name): name is OpenVerdict => name !== 'done');
