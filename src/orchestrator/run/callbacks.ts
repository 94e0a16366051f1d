import { z } from 'zod';
import type { RequestContext } from '../../domain/options.ts';
import { configProblem } from '../../domain/schemas/config-problem.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import type { Milestone, MilestoneOf } from '../../log/milestone.ts';
import type { RunLog } from '../../log/run-log.ts';
import { milestoneReader } from '../../log/to-milestones.ts';

/**
 * Functions that are called with a run's milestones when they are durable.
 *
 * Contract: each is called at once and in order, on a copy of the milestone and with the context of the request, and nobody waits for what it returns. One that throws, rejects
 * or never resolves changes nothing in the run.
 */
export interface Callbacks<Context = RequestContext> {
  onThinkingStart?: ((milestone: MilestoneOf<'thinking.started'>, context: Readonly<Context>) => unknown) | undefined;
  onThinkingComplete?:
    | ((milestone: MilestoneOf<'thinking.completed'>, context: Readonly<Context>) => unknown)
    | undefined;
  onPlanCreated?: ((milestone: MilestoneOf<'plan.created'>, context: Readonly<Context>) => unknown) | undefined;
  onPlanUpdated?: ((milestone: MilestoneOf<'plan.updated'>, context: Readonly<Context>) => unknown) | undefined;
  onSpecialistInvoke?:
    | ((milestone: MilestoneOf<'specialist.invoked'>, context: Readonly<Context>) => unknown)
    | undefined;
  onSpecialistComplete?:
    | ((milestone: MilestoneOf<'specialist.completed'>, context: Readonly<Context>) => unknown)
    | undefined;
  onFeedbackGenerated?:
    | ((milestone: MilestoneOf<'feedback.generated'>, context: Readonly<Context>) => unknown)
    | undefined;
  /** Called for every end: completed, failed and cancelled. */
  onTaskComplete?: ((milestone: MilestoneOf<'task.completed'>, context: Readonly<Context>) => unknown) | undefined;
  /** Called with what one of the others threw or rejected with. @default console.error */
  onCallbackError?: ((error: unknown, name: CallbackName, context: Readonly<Context>) => unknown) | undefined;
}

/** The callback for each type of milestone. */
const callbackNames = {
  'thinking.started': 'onThinkingStart',
  'thinking.completed': 'onThinkingComplete',
  'plan.created': 'onPlanCreated',
  'plan.updated': 'onPlanUpdated',
  'specialist.invoked': 'onSpecialistInvoke',
  'specialist.completed': 'onSpecialistComplete',
  'feedback.generated': 'onFeedbackGenerated',
  'task.completed': 'onTaskComplete',
} as const satisfies Record<Milestone['type'], keyof Callbacks>;

/** The name of a callback for milestones. */
export type CallbackName = (typeof callbackNames)[Milestone['type']];

const allowed: readonly string[] = [...Object.values(callbackNames), 'onCallbackError'];

const one = z.custom<Callbacks>().superRefine((value, context) => {
  const refuse = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', message, path });
  if (typeof value !== 'object' || value === null) {
    refuse(`callbacks are an object with one or more of ${allowed.join(', ')}`);
    return;
  }
  for (const name of Object.keys(value)) {
    if (!allowed.includes(name)) refuse(`there is no such callback; allowed are ${allowed.join(', ')}`, [name]);
  }
  // Looked up by name, not by what the object lists: methods of a class count too.
  for (const name of allowed) {
    const callback = value[name as keyof Callbacks] as unknown; // what came in may be anything
    if (callback !== undefined && typeof callback !== 'function') {
      refuse('a callback is a function or is left out', [name]);
    }
  }
});

/** One object with callbacks or a list of them, as a list. */
export const callbacksSchema = z
  .custom<Callbacks | readonly Callbacks[]>()
  .optional()
  .transform((value, context): readonly Callbacks[] => {
    const list: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
    list.forEach((each, index) => {
      for (const { path, message } of one.safeParse(each).error?.issues ?? []) {
        context.addIssue({ code: 'custom', message, path: Array.isArray(value) ? [index, ...path] : path });
      }
    });
    return list as readonly Callbacks[]; // looked at in the loop
  });

/** The callbacks of one call. @throws TroupeError `bad-config` for a name or a value that cannot be one. */
export function parseCallbacks(callbacks: Callbacks | readonly Callbacks[] | undefined): readonly Callbacks[] {
  const parsed = callbacksSchema.safeParse(callbacks);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) =>
    configProblem({ callbacks }, { ...issue, path: ['callbacks', ...issue.path] }),
  );
  throw new TroupeError('bad-config', `${problems.join('; ')}.`, { cause: parsed.error });
}

/** Calls callbacks for entries that are durable now; nothing for those that were there before. */
export function callbackCaller(
  log: RunLog,
  callbacks: readonly Callbacks[],
  context: RequestContext,
): (entries: readonly Entry[]) => void {
  if (callbacks.length === 0) return () => {};
  const read = milestoneReader(log.run);
  let known = 0;
  return (entries) => {
    for (const entry of log.entries.slice(known, (entries[0]?.seq ?? 1) - 1)) read(entry);
    for (const milestone of entries.flatMap(read)) for (const each of callbacks) call(each, milestone, context);
    known = entries.at(-1)?.seq ?? known;
  };
}

function call(callbacks: Callbacks, milestone: Milestone, context: RequestContext): void {
  const name = callbackNames[milestone.type];
  const report = (error: unknown) => {
    const fallback = (failure: unknown) => console.error(`The callback ${name} failed; the run continues.`, failure);
    attempt(() => {
      const { onCallbackError } = callbacks;
      return onCallbackError ? onCallbackError.call(callbacks, error, name, context) : fallback(error);
    }, fallback);
  };
  // The callback is looked up inside: a property may be a function of its own that throws.
  attempt(() => {
    // The table pairs each type with the callback that takes it.
    const callback = callbacks[name] as ((milestone: Milestone, context: RequestContext) => unknown) | undefined;
    // On a copy: what it changes there is not changed in the log.
    return callback?.call(callbacks, structuredClone(milestone), context);
  }, report);
}

/** Does something that may throw or reject, and waits for nothing. */
function attempt(work: () => unknown, onError: (error: unknown) => void): void {
  try {
    Promise.resolve(work()).catch(onError);
  } catch (error) {
    onError(error);
  }
}
