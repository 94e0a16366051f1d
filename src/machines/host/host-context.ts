import type { Retry } from '../../domain/feedback.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import type { ToolCall } from '../../domain/message.ts';
import { defaultRunOptions, type RunOptions } from '../../domain/options.ts';
import type { SpecialistResult } from '../../domain/results.ts';
import type { TaskComplexity } from '../../domain/status.ts';
import type { NotDone } from '../../domain/thinking.ts';
import type { Verdict } from '../../domain/verdict.ts';
import { hasPlace } from '../../domain/with-value.ts';
import type { Note } from '../../log/entry-types.ts';
import { type Board, openBoard } from '../../plan/board.ts';
import type { FailureCount } from '../../plan/error-pattern.ts';
import { type PlanStep, workersOf } from '../../plan/plan.ts';
import type { Draft } from '../../plan/plan-markdown.ts';
import { type Attempts, firstAttempt, type Remarked } from '../attempts.ts';
import { growable } from '../growable.ts';

/** What the host keeps: ids, counters, statuses. Texts are in the log. */
export interface HostContext extends Attempts, Remarked {
  readonly run: string;
  readonly options: RunOptions;
  /** How often the request has been thought about: 1, and one more for each clarification. */
  readonly turn: number;
  /** How often the host has looked things up since it began to think, and what it looks up now. */
  readonly looks: number;
  readonly calls: readonly ToolCall[];
  /** The keys of the turns and look-ups so far: what was found stays in view. */
  readonly exchange: readonly string[];
  readonly isContinuation: boolean;
  /** Messages that came while the run worked. */
  readonly added: number;
  /** Questions that were put to the user. */
  readonly asked: number;
  /** The question that nobody answered in time. */
  readonly unanswered: string | undefined;
  /** A message has come that the plan does not know yet: until it does, no step starts. */
  readonly isUnplanned: boolean;
  /** The plan waits for a person: no step of it that is new may start. */
  readonly isUnapproved: boolean;
  /** A message has come that nobody has had in view yet who judges or answers. */
  readonly isQueued: boolean;
  readonly thought:
    | {
        readonly complexity: TaskComplexity;
        readonly branch: 'clarify' | 'direct' | 'plan';
        readonly question: string | undefined;
        /** Nothing of the request can be done; absent when something can. */
        readonly isRefusal?: boolean;
      }
    | undefined;
  /** The plan, as Markdown, that a call wrote beside its move, and the key of that call. */
  readonly draft: Draft | undefined;
  /** How often the planner has been called. */
  readonly plannings: number;
  readonly reviewRemark: string | undefined;
  /** The plan as it was written; version 0 while its first draft still arrives. Where its steps stand is on the board. */
  readonly plan: Plan | undefined;
  readonly board: Board;
  /** How often steps were started that are not in the plan any more: one that comes back counts on. */
  readonly retired: Readonly<Record<string, number>>;
  /** Steps whose condition is being decided. */
  readonly deciding: readonly number[];
  /** Results of a step on which several work, until the last of them has come. */
  readonly partial: Readonly<Record<string, readonly SpecialistResult[]>>;
  /** Steps at which attempts have failed, by their ids. */
  readonly troubles: Readonly<Record<string, Trouble>>;
  /** How often a correction was triggered. */
  readonly corrections: number;
  /** Another plan was made because a step had failed for good. */
  readonly isReplanned: boolean;
  readonly round: number;
  /** The last round whose results were collected; a round after it is open. */
  readonly collected: number;
  /** Rounds in a row that brought nothing new. */
  readonly stalls: number;
  /** The last judgement: only its list of what is missing counts. */
  readonly judgement:
    | {
        readonly branch: Verdict;
        readonly notDone: readonly NotDone[];
        /** Steps that have to be done again, and why. */
        readonly retries: readonly Retry[];
      }
    | undefined;
  readonly answer: string | undefined;
  /** The name of the shape that the answer is wanted in. */
  readonly shape: string | undefined;
  /** The key of the value that did not fit it. */
  readonly unfit: string | undefined;
  /** The answer in that shape, and the key of the effect that gave it. */
  readonly structured: { readonly key: string; readonly value: JsonValue } | undefined;
  readonly notDone: readonly NotDone[];
  /** What could not be done on the way to the answer. */
  readonly notes: readonly NotDone[];
  readonly limit: ReachedLimit | undefined;
  readonly error: { readonly code: string; readonly message: string } | undefined;
  /** What the last change on the board writes into the log, and the actors it has made obsolete. */
  readonly news: readonly Note[];
  readonly obsolete: readonly string[];
}

/** What went wrong at a step, and what was done about it. */
export interface Trouble {
  readonly failures: readonly FailureCount[];
  /** The id of its last correction; empty before the first. */
  readonly trigger: string;
  /** What the next one is told who does it. */
  readonly remark: string | undefined;
  /** How often somebody else took it over. */
  readonly replaced: number;
  /** It is not done again as it is. */
  readonly isFinal: boolean;
  /** It was done once more, with other words. */
  readonly isPrompted: boolean;
}

/** What a guard, an action or an input of the host sees. */
export interface HostArgs<Event = unknown> {
  context: HostContext;
  event: Event;
}

export interface Plan {
  readonly version: number;
  readonly title: string;
  readonly strategy: string;
  readonly steps: readonly PlanStep[];
  /** The step whose result is the answer, when everything succeeds. */
  readonly answerFrom?: string;
}

const emptyBoard = openBoard([], 0).board;

export const initialHostContext: HostContext = growable<HostContext>({
  run: '',
  options: defaultRunOptions,
  turn: 1,
  ...firstAttempt,
  remark: undefined,
  looks: 0,
  calls: [],
  exchange: [],
  isContinuation: false,
  added: 0,
  asked: 0,
  unanswered: undefined,
  isUnplanned: false,
  isUnapproved: false,
  isQueued: false,
  thought: undefined,
  draft: undefined,
  plannings: 0,
  reviewRemark: undefined,
  plan: undefined,
  board: emptyBoard,
  retired: {},
  deciding: [],
  partial: {},
  troubles: {},
  corrections: 0,
  isReplanned: false,
  round: 0,
  collected: 0,
  stalls: 0,
  judgement: undefined,
  answer: undefined,
  shape: undefined,
  unfit: undefined,
  structured: undefined,
  notDone: [],
  notes: [],
  limit: undefined,
  error: undefined,
  news: [],
  obsolete: [],
});

/** Why the context cannot be edited at a path; nothing when it can. */
export function editProblem(context: HostContext, path: string): string | undefined {
  // What is undefined is not in a context that was read from JSON.
  if (path === 'run') return '"run": a run keeps its id.';
  if (hasPlace({ ...initialHostContext, ...context }, path)) return undefined;
  const known = Object.keys(initialHostContext).join(', ');
  return `"${path}": the host's context has no such place. It begins with one of: ${known}.`;
}

/** Steps that start before the first round has begun belong to it. */
export const roundOf = ({ round }: Pick<HostContext, 'round'>) => Math.max(1, round);

/** The round after a start: one that is still open continues. */
export const startedRound = ({ round, collected }: HostContext) => (round === collected ? round + 1 : round);

/** Whether a question may still be put to the user. */
export const mayAsk = ({ asked, options }: HostContext) => asked < options.questions;

/** Whether no look-up is left after this turn. */
export const isLastLook = ({ looks, options }: HostContext) => looks + 1 >= options.turns;

/** Whether every step of the plan has come to an end. */
export const isSettled = ({ board }: HostContext) => board.settled === board.status.length;

/** The id of the actor with which a specialist does a step for the `start`th time. */
export const stepActor = (step: PlanStep, start: number, worker: number) =>
  `step-${step.id}#${start}${worker === 0 ? '' : `@${worker + 1}`}`;

/** The id of the actor that decides about a step's condition. */
export const decisionActor = (context: Pick<HostContext, 'plan' | 'round'>, step: PlanStep) =>
  `when-${step.id}#${context.plan?.version ?? 0}-${context.round}`;

/** The actors that work on a step now. */
export function actorsOf(context: HostContext, step: PlanStep, place: number): string[] {
  return workersOf(step).map((_, worker) => stepActor(step, context.board.starts[place] ?? 0, worker));
}
