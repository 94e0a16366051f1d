/** What states and transitions of the host are made of: what is written once here would stand in each of them. */
import type { ErrorActorEvent } from 'xstate';
import { type EffectError, type Failure, toEffectError } from '../../domain/effect.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import type { ExecutionStatus } from '../../domain/status.ts';
import type { SteeredState, Steering } from '../../domain/steering.ts';
import type { Note } from '../../log/entry-types.ts';
import type { HostOutput } from '../../log/run-result.ts';
import type { PlanStep } from '../../plan/plan.ts';
import { failureOf } from '../attempts.ts';
import type { PlannerOutput } from '../planner-machine.ts';
import type { ReflectorOutput } from '../reflector-machine.ts';
import type { HostContext } from './host-context.ts';
import type { HostEvent } from './host-events.ts';
import { addedNote, closingNote, editNote } from './host-notes.ts';
import { toHostOutput } from './host-output.ts';

/** A working state of the host, as logs, the steering table and breakpoints name it. */
export type HostState = SteeredState | 'judging' | 'collecting' | 'structuring';

/** A note that an action writes into the log. */
export const records = <Args>(params: (args: Args) => Note | readonly Note[]) => ({ type: 'record', params }) as const;
export const note = <const Type extends 'run.paused' | 'run.resumed' | 'run.completed'>(type: Type) =>
  ({ type: 'record', params: { type, data: {} } }) as const;

/** A state that is entered into the log: its name, which is its id in the chart, the status of the run in it, and what else it does on entry. */
export const working = <const Entry extends readonly unknown[]>(
  state: HostState,
  status: ExecutionStatus,
  ...entry: Entry
) =>
  ({
    id: state,
    tags: status,
    entry: [{ type: 'record', params: { type: 'status.changed', data: { status, state } } }, ...entry],
  }) as const;

/** A state in which the run has ended: what it writes into the log before and after the change of status, and its output. */
export const ended = <const Before extends readonly unknown[], const After extends readonly unknown[]>(
  status: HostOutput['status'],
  before: Before,
  after: After,
) =>
  ({
    id: status,
    type: 'final',
    tags: status,
    entry: [...before, records(closingNote(status)), ...after],
    output: ({ context }: { context: HostContext }) => toHostOutput(context, status),
  }) as const;

/** Writes into the log what changed on the board. */
export const recordNews = records(({ context }: { context: HostContext }) => context.news);
/** What follows a change of the plan or of its steps: actors that it made obsolete stop, and it is recorded. */
export const afterChange = ['stopObsolete', recordNews] as const;
/** A person has edited the plan, or put a version before it in force again. */
export const keepEdit = [
  records(editNote),
  { type: 'keepEdit', params: ({ event }: { event: PlanEdit }) => event },
  ...afterChange,
] as const;
type PlanEdit = Extract<HostEvent, { type: 'plan.edited' | 'plan.restored' }>;
/** What was drafted when the planning ends without a plan becomes the plan. */
export const keepDrafted = ['keepDrafted', ...afterChange] as const;

/** What every transition does first that takes a message in. */
export const receive = (state: SteeredState | 'structuring', does: Steering) =>
  [records(addedNote(state, does)), 'countMessage'] as const;

/** A step whose draft is complete starts while the rest of the plan still arrives. */
export const startsDraftedSteps = {
  guard: { type: 'isDraftedStep', params: ({ event }: { event: { key: string } }) => event.key },
  actions: [
    { type: 'keepDraftedStep', params: ({ event }: { event: { value: PlanStep } }) => event.value },
    recordNews,
  ],
} as const;

// Ends of calls that failed, and of charts that say so in their output.

/** Why a planner or a reflector failed; a guard has looked at `ok`, the other side keeps the function total. */
export const problemOf = ({ event: { output } }: { event: { output: PlannerOutput | ReflectorOutput } }): Failure =>
  output.ok ? { code: 'bug', message: 'There is no error.' } : output.error;

type Reason<Args> = (args: Args) => Failure;

/** What is missing in the answer because something failed. */
export const missing = <Args>(what: string, why: Reason<Args>) =>
  ({ type: 'noteNotDone', params: (args: Args) => ({ what, why: why(args).message }) }) as const;

/** A limit did not cover it: the run ends with what it has. */
export const finishAtLimit = <Args, const First extends readonly unknown[] = readonly []>(
  what: string,
  why: Reason<Args>,
  first: First,
) =>
  ({
    guard: { type: 'isLimit', params: why },
    target: '#finalizing',
    actions: [
      ...first,
      {
        type: 'noteLimit',
        params: (args: Args) => ({ limit: limitOf(why(args)), missing: { what, why: why(args).message } }),
      },
      recordNews,
    ],
  }) as const;
const limitOf = ({ limit }: Failure): ReachedLimit => limit ?? { name: 'modelCalls', max: 0 };

/** The run fails with the reason of a call. */
export const fail = { target: '#failed', actions: { type: 'noteError', params: failureOf } } as const;

/** Why an actor of the host failed: what it says, or which one threw. */
export const actorError = ({ event: { actorId, error } }: { event: ErrorActorEvent }): EffectError => {
  const failure = toEffectError(error);
  return failure.code === 'bug' ? { ...failure, message: `The actor "${actorId}" threw: ${failure.message}` } : failure;
};
