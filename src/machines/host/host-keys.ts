/** The names of what the host asks for: made of counters of the run and of nothing else, so that a replay finds them again. */
import type { HostContext } from './host-context.ts';

/** Calls that are made again because a message came have keys of their own. */
const plus = ({ added }: HostContext) => (added === 0 ? '' : `+${added}`);

/** The turn of the thinking that is under way: the first has the turn's own name. */
export const lookOf = ({ turn, looks }: HostContext) => `t${turn}${looks === 0 ? '' : `.${looks + 1}`}`;
/** The one before it, when there is one. */
export const lookBefore = (context: HostContext) =>
  context.looks === 0 ? undefined : lookOf({ ...context, looks: context.looks - 1 });

export const analyzeKey = ({ turn }: HostContext) => `t${turn}/analyze`;
export const thinkKey = (context: HostContext) => `${lookOf(context)}/think#${context.attempt}`;
export const lookScope = (context: HostContext) => `${lookOf(context)}/look`;
export const questionId = ({ turn }: HostContext) => `question-${turn}`;
export const answerDeadlineKey = ({ turn }: HostContext) => `t${turn}/answer-deadline`;
export const planScope = ({ plannings }: HostContext) => `plan-${plannings}`;
export const reviewId = ({ plannings }: HostContext) => `plan-review-${plannings}`;
export const roundScope = (context: HostContext) => `r${context.round}${plus(context)}`;
export const answerKey = (context: HostContext) => `t${context.turn}${plus(context)}/answer#${context.attempt}`;
export const finalizeKey = (context: HostContext) => `finalize${plus(context)}#${context.attempt}`;
export const adoptKey = (context: HostContext) => `adopt${plus(context)}`;
export const assembleKey = (context: HostContext) => `assemble${plus(context)}`;

export const structureKey = (context: HostContext) => `structure${plus(context)}#${context.attempt}`;
export const repairKey = (context: HostContext) => `repair${plus(context)}#${context.attempt}`;

/** How the steps name what they ask for. */
export const stepScope = (id: string, start: number, worker: number) =>
  `s${id}#${start}${worker === 0 ? '' : `@${worker + 1}`}`;
