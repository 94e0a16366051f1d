import { TroupeError } from '../errors.ts';
import type { FailedOver, Model, Usage } from './model.ts';
import { ModelError, type ModelErrorCode } from './model-error.ts';

/** What a failure of one model means for the next: asked in its place, and for how long the one that failed is left alone. */
type Meaning = 'stays' | 'asks' | 'asks, and is down' | 'asks, and is down when it repeats';

const meanings: Readonly<Record<ModelErrorCode, Meaning>> = {
  aborted: 'stays',
  // It answered: another attempt may mend it, and what one refuses to talk about is not carried on to others.
  'bad-output': 'stays',
  truncated: 'stays',
  filtered: 'stays',
  refusal: 'stays',
  'context-length': 'asks',
  'bad-request': 'asks',
  auth: 'asks, and is down',
  'not-found': 'asks, and is down',
  quota: 'asks, and is down',
  'rate-limit': 'asks, and is down',
  server: 'asks, and is down when it repeats',
  timeout: 'asks, and is down when it repeats',
  unreachable: 'asks, and is down when it repeats',
  protocol: 'asks, and is down when it repeats',
  disconnected: 'asks, and is down when it repeats',
};

/** A busy endpoint that does not say how long it is busy is left alone for so long. */
const busyMs = 5_000;

export interface FailoverOptions {
  /** How long a model that has failed for good, or twice in a row, is asked last. @default 60 seconds */
  readonly downMs?: number;
  /** The time for calls outside of a run; in a run the orchestrator's clock says it. @default the system's */
  readonly clock?: { now(): number };
}

/** One try at one of several models. */
export interface Try {
  readonly now: () => number;
  /** Whether something of the answer was passed on already: then nobody else begins it again. */
  hasBegun(): boolean;
}

/** Several models in the place of one. */
export interface ModelGroup extends Model {
  readonly members: readonly Model[];
  /**
   * Asks one after the other until one answers.
   *
   * Contract: rejects with what the last one failed with. The usage of all of them is in what it gives, and in that error.
   */
  ask<Answer extends { readonly usage: Usage }>(call: (model: Model) => Promise<Answer>, at: Try): Promise<Answer>;
}

/** A model that asks the next of a list when one fails: the first that is not known to be down. */
export function failover(models: readonly Model[], options: FailoverOptions = {}): ModelGroup {
  const isModel = (value: unknown) => typeof (value as Partial<Model> | null | undefined)?.call === 'function'; // any value may be asked for a key
  if (!Array.isArray(models) || models.length === 0 || !models.every(isModel)) {
    throw new TroupeError('bad-config', 'failover: pass a list of models, the one to ask first in front.');
  }
  const { downMs = 60_000, clock = { now: () => Date.now() } } = options;
  if (!(downMs >= 0)) throw new TroupeError('bad-config', `failover: downMs is ${downMs}: give milliseconds.`);
  const members: readonly Model[] = [...new Set(models.flatMap(membersOf))];
  const health = new Map(members.map((model) => [model, { downUntil: 0, failures: 0 }]));

  /** Those that are up in their order, then the others. */
  const inOrder = (now: number) =>
    members.toSorted((one, other) => Number(isDown(one, now)) - Number(isDown(other, now)));
  const isDown = (model: Model, now: number) => (health.get(model)?.downUntil ?? 0) > now;
  const failed = (model: Model, { reason, retryAfterMs = busyMs }: ModelError, now: number) => {
    const known = health.get(model);
    if (!known) return;
    known.failures++;
    const meaning = meanings[reason];
    const isRepeated = meaning === 'asks, and is down when it repeats' && known.failures > 1;
    if (reason === 'rate-limit') known.downUntil = now + Math.min(downMs, retryAfterMs);
    else if (meaning === 'asks, and is down' || isRepeated) known.downUntil = now + downMs;
  };

  const group: ModelGroup = {
    name: members.map(({ name }) => name).join(' or '),
    isFree: members.every(({ isFree }) => isFree === true),
    members,
    async ask(call, { now, hasBegun }) {
      const failedOver: FailedOver[] = [];
      let used: Usage | undefined;
      const queue = inOrder(now());
      for (const [place, model] of queue.entries()) {
        try {
          const answer = await call(model);
          health.set(model, { downUntil: 0, failures: 0 });
          return { ...answer, usage: { ...added(used, answer.usage), model: model.name, ...listed(failedOver) } };
        } catch (error) {
          if (!(error instanceof ModelError) || meanings[error.reason] === 'stays')
            throw withUsage(error, used, failedOver);
          failed(model, error, now());
          if (place === queue.length - 1 || hasBegun()) throw withUsage(error, used, failedOver);
          used = added(used, error.usage);
          failedOver.push({ model: model.name, reason: error.reason, message: error.message });
        }
      }
      throw new TroupeError('bug', 'There is no model to ask.');
    },
    call(request) {
      const { heard, hasBegun } = listening(request);
      return group.ask((model) => model.call(heard), { now: () => clock.now(), hasBegun });
    },
  };
  return group;
}

/** The models that may answer in the place of one. */
export const membersOf = (model: Model): readonly Model[] => (isGroup(model) ? model.members : [model]);

export const isGroup = (model: Model): model is ModelGroup => 'members' in model;

/** A request whose listeners tell whether something has arrived. */
export function listening<R extends Pick<Parameters<Model['call']>[0], 'onDelta' | 'onCallDelta'>>(
  request: R,
): { readonly heard: R; hasBegun(): boolean } {
  let hasBegun = false;
  const noting = <Piece>(listener: ((piece: Piece) => void) | undefined) =>
    listener &&
    ((piece: Piece) => {
      hasBegun = true;
      listener(piece);
    });
  const [onDelta, onCallDelta] = [noting(request.onDelta), noting(request.onCallDelta)];
  const heard = { ...request, ...(onDelta ? { onDelta } : {}), ...(onCallDelta ? { onCallDelta } : {}) };
  return { heard, hasBegun: () => hasBegun };
}

const listed = (failedOver: readonly FailedOver[]) => (failedOver.length > 0 ? { failedOver } : {});

/** What was used together. A price that is not known of one is not known of both. */
function added(one: Usage | undefined, other: Usage | undefined): Usage {
  if (!one || !other) return one ?? other ?? { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  const isPriced = [one, other].every(({ modelCalls, costUsd }) => modelCalls === 0 || costUsd !== undefined);
  return {
    modelCalls: one.modelCalls + other.modelCalls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(isPriced ? { costUsd: (one.costUsd ?? 0) + (other.costUsd ?? 0) } : {}),
  };
}

/** An error with what those before it have used, and why they did not answer. */
function withUsage(error: unknown, used: Usage | undefined, failedOver: readonly FailedOver[]): unknown {
  if (failedOver.length === 0) return error;
  // A limit did not cover the next one: what was used before counts all the same.
  if (!(error instanceof ModelError)) {
    return error instanceof TroupeError
      ? Object.assign(error, { usage: { ...added(used, undefined), ...listed(failedOver) } })
      : error;
  }
  const { reason, message, cause, retryable, retryAfterMs, maxOutputTokens } = error;
  const usage = { ...added(used, error.usage), ...listed(failedOver) };
  return new ModelError(reason, message, { cause, retryable, retryAfterMs, maxOutputTokens, usage });
}
