/**
 * A call that is tried again: the two states of "call, wait, give up" that every chart with a model has.
 *
 *   <call> ──▶ where its result leads
 *    ▲  ▼ it failed, and is worth another attempt
 *   waiting            else the call's own `onError`: give up
 *
 * The chart's setup names the rest: the slot `wait`, the guard `isWorthRetrying`, the actions `noteFailure` and `tryAgain`.
 */
import {
  afterFailure,
  capOf,
  type EffectAddress,
  type EffectError,
  firstTry,
  type RetryPolicy,
  type Tries,
  toEffectError,
  toFailure,
} from '../domain/effect.ts';
import type { WaitInput } from '../domain/effect-inputs.ts';

/** What every chart is given that makes calls. */
export interface CallerInput {
  readonly run: string;
  readonly actor: string;
  /** The prefix of its effects' keys. */
  readonly scope: string;
  readonly attempts: number;
  readonly callMs: number;
  readonly retry: RetryPolicy;
}

/** What a chart keeps of the attempts of its call. */
export interface Attempts extends Tries {
  /** When the last thing happened, and how long to wait from then on. */
  readonly at: number;
  readonly waitMs: number;
}

export const firstAttempt: Attempts = { ...firstTry, at: 0, waitMs: 0 };

/** The address of a call, with how long it may take and what it may write. */
export const callAddress = (
  context: Pick<CallerInput, 'run' | 'actor' | 'callMs'> & Tries,
  key: string,
  timeoutMs = context.callMs,
) => ({ run: context.run, actor: context.actor, key, timeoutMs, ...capOf(context) });

/** What a failed attempt leaves in the context: the counts, the reason, and what to say to the model about its answer. */
export const afterAttempt = (context: Pick<CallerInput, 'retry'> & Attempts & Remarked, error: EffectError) => ({
  ...afterFailure(context, error, context.retry),
  error: toFailure(error),
  remark: remarkAfter(context, error),
});

/** What was wrong with the last answer that could not be read. */
export interface Remarked {
  readonly remark: string | undefined;
}
export const remarkAfter = ({ remark }: Remarked, { code, message }: EffectError) =>
  code === 'bad-output' ? message : remark;

/** Why a call failed, for guards and actions. */
export const failureOf = ({ event }: { event: { error: unknown } }): EffectError => toEffectError(event.error);

const retry = {
  guard: { type: 'isWorthRetrying', params: failureOf },
  target: 'waiting',
  actions: { type: 'noteFailure', params: failureOf },
} as const;

/** Gives up: the chart ends in `failed` with the reason. */
export const giveUp = { target: 'failed', actions: { type: 'noteFailure', params: failureOf } } as const;

/** A state that makes the call, with where a result leads and what giving up is; made with the chart's `createStateConfig`. */
interface Calling {
  readonly invoke: { readonly onError: unknown };
}
type Retried<Call extends Calling> = Omit<Call, 'invoke'> & {
  invoke: Omit<Call['invoke'], 'onError'> & {
    onError: readonly [
      typeof retry,
      ...(Call['invoke']['onError'] extends readonly unknown[]
        ? Call['invoke']['onError']
        : [Call['invoke']['onError']]),
    ];
  };
};

/** How a chart waits before the next attempt, and what it does when it cannot wait. */
interface Waiting {
  readonly tags?: string;
  readonly input: (args: never) => WaitInput & EffectAddress;
  readonly onError?: unknown;
}

/** The states of a call that is tried again: the one that makes it, under its name, and `waiting`. */
export function attempts<const Name extends string, Call extends Calling, const Wait extends Waiting>(
  name: Name,
  { invoke, ...call }: Call,
  { tags, ...wait }: Wait,
): { [K in Name]: Retried<Call> } & { waiting: Waited<Name, Wait> } {
  const calling = { ...call, invoke: { ...invoke, onError: [retry, invoke.onError].flat() } };
  const onDone = { target: name, actions: 'tryAgain' };
  const waiting = { ...(tags === undefined ? {} : { tags }), invoke: { ...wait, id: 'wait', src: 'wait', onDone } };
  return { [name]: calling, waiting } as never; // a computed key has no type of its own
}

type Waited<Name extends string, Wait extends Waiting> = (Wait extends { readonly tags: string }
  ? Pick<Wait, 'tags'>
  : unknown) & {
  readonly invoke: Omit<Wait, 'tags'> & {
    readonly id: 'wait';
    readonly src: 'wait';
    readonly onDone: { readonly target: Name; readonly actions: 'tryAgain' };
  };
};

/** How a chart waits whose effects' keys begin with its scope: when the wait fails, it gives up. */
export const scopedWait = {
  tags: 'waiting',
  input: ({ context }: { context: Attempts & CallerInput }) => ({
    run: context.run,
    actor: context.actor,
    key: `${context.scope}/wait#${context.attempt}`,
    until: context.at + context.waitMs,
  }),
  onError: giveUp,
} as const;
