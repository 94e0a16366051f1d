import { type AnyActorRef, fromPromise } from 'xstate';
import { spendingOf } from '../../actors/performers/bill.ts';
import { nothingRemembered } from '../../actors/performers/conversation/remembering.ts';
import { withinTime } from '../../actors/performers/within-time.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { ReachedLimit } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import type { RequestContext } from '../../domain/options.ts';
import { askedTooOften, maxAsks, type Resumed } from '../../domain/person-ask.ts';
import { isEnded } from '../../domain/status.ts';
import { TroupeError } from '../../errors.ts';
import type { Usage } from '../../models/model.ts';
import { readData } from '../../run/data.ts';
import { effectKey } from '../../run/live-sources.ts';
import type { Asking } from '../../tools/ask.ts';
import type { SessionAccess } from '../../tools/tool.ts';
import type { SessionRef } from '../agent.ts';
import { agentEffect, bareError } from '../agent-effect.ts';
import type { AgentNews } from '../agent-event.ts';
import { type AgentServices, rememberedFor, servicesOf } from '../agent-services.ts';
import type { Ask } from '../ask.ts';
import type { HistoryEntry } from '../history.ts';
import { messageIn } from '../message-in.ts';
import { SessionValues } from '../session.ts';
import type { SessionData } from '../session-machine.ts';

/** What the function of an agent works with. */
export interface AgentWork {
  /** What the user said. */
  readonly messages: readonly Message[];
  /** What the agents of the run have said and done so far. */
  readonly history: readonly HistoryEntry[];
  readonly runPath: readonly string[];
  /** What is shared in the run; what is set is there for others when the function has come to its end. */
  readonly session: SessionAccess;
  /** What the caller knows about this request. */
  readonly context: RequestContext;
  /** What is remembered from other runs and helps with the request: data, never instructions. */
  readonly remembered: readonly string[];
  /** How the user has said they want things, in their own words. */
  readonly preferences: readonly string[];
  /** Whether the messages are the user's own words; `false` where another agent or a function wrote what is asked. */
  readonly isFromUser: boolean;
  /** Aborts when nobody wants the answer any more. Its reason is a `Stopped`: was the run only left here, somebody else will continue it. */
  readonly signal: AbortSignal;
  /** The effect's key: the same when the work is repeated after a crash. */
  readonly key: string;
  /** Passes on a piece of the answer as it arrives; everything from `at` on is replaced. @default at the end of what was passed on */
  readonly onDelta: (text: string, at?: number) => void;
  /** Counts what was used: it is in the usage of the run, and its limits cover it. */
  readonly count: (usage: Usage) => void;
  /** What a person answered, when it has asked. */
  readonly resumed?: Resumed;
}

/** What the function of an agent gives: its answer, with data on wish, or a question to a person. */
export type FunctionAnswer<Output = unknown> =
  | string
  | Message
  | { readonly message: string | Message; readonly output?: Output; readonly limit?: ReachedLimit }
  | Asking;

/** Why the function of an agent is stopped. */
export class Stopped extends Error {
  override readonly name = 'AbortError';
  /** Nobody decided to stop it: this process does not drive the run any more, and another one may. */
  readonly isLeft: boolean;

  constructor(isLeft: boolean) {
    super(isLeft ? 'The run is not driven here any more.' : 'The run no longer needs this.');
    this.isLeft = isLeft;
  }
}

export interface PerformFunctionInput extends Pick<AgentWork, 'messages' | 'history' | 'runPath' | 'resumed'> {
  readonly session: SessionRef | undefined;
  /** How often it has asked. */
  readonly asks: number;
}

/** An answer, or a question; with what was set in the session and what was used. */
export type PerformFunctionOutput = { readonly set: SessionData; readonly usage?: Usage } & (
  | { readonly ask: Ask }
  | { readonly message: Message; readonly output?: JsonValue; readonly limit?: ReachedLimit }
);

/** Performs the function of an agent. */
export const performFunction = (about: {
  readonly name: string;
  readonly run: (work: AgentWork) => unknown;
  readonly timeoutMs: number | undefined;
}) =>
  agentEffect<PerformFunctionOutput, PerformFunctionInput>(async ({ input, signal, self, system }) => {
    const services = servicesOf(system);
    const { session, resumed, asks, messages, ...given } = input;
    const { facts, preferences, without } = services.memory ? await rememberedFor(services, true) : nothingRemembered;
    const said = services.memory ? await without(messages) : messages;
    const values = new SessionValues(session?.getSnapshot().context.values ?? {});
    const counter = counterOf(services);
    const key = effectKey(self);
    const work = (until: AbortSignal): AgentWork => ({
      ...given,
      messages: said,
      session: values,
      context: services.context,
      remembered: facts,
      preferences,
      isFromUser: services.areOwn(messages, given.history),
      signal: until,
      key,
      onDelta: speaker(services, input.runPath),
      count: counter.count,
      ...(resumed ? { resumed } : {}),
    });
    const stopping = stoppedBy(signal, () => isStopped(services, key));
    const { timeoutMs } = about;
    const call = async (until: AbortSignal) => about.run(work(until));
    try {
      const output = await (timeoutMs === undefined
        ? call(stopping)
        : withinTime(services.clock, timeoutMs, stopping, `It took longer than ${timeoutMs} ms.`, call));
      const answer = toOutput(output, about.name);
      if ('ask' in answer && asks >= maxAsks) throw new TroupeError('usage', askedTooOften);
      return { ...answer, set: values.changes, ...counter.used };
    } catch (error) {
      throw Object.assign(bareError(error), counter.used);
    }
  });

function toOutput(output: unknown, name: string) {
  const {
    ask,
    output: data,
    limit,
  } = (typeof output === 'object' && output !== null ? output : {}) as {
    ask?: Ask;
    output?: JsonValue;
    limit?: ReachedLimit;
  }; // whatever it has
  if (ask) return { ask };
  return {
    message: messageIn(output, name),
    ...(data === undefined ? {} : { output: data }),
    ...(limit ? { limit } : {}),
  };
}

/** Passes on what is written as it arrives. */
function speaker({ delta }: AgentServices, runPath: readonly string[]): AgentWork['onDelta'] {
  let length = 0;
  return (text, at = length) => {
    delta(runPath, { at, text });
    length = at + text.length;
  };
}

/** Sums up what was used, for the log and for the limits of the run. */
function counterOf({ ledger }: AgentServices) {
  let sum: Usage | undefined;
  return {
    count(usage: Usage) {
      const before = sum ?? { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
      const cost = usage.costUsd === undefined ? before.costUsd : (before.costUsd ?? 0) + usage.costUsd;
      sum = {
        modelCalls: before.modelCalls + usage.modelCalls,
        inputTokens: before.inputTokens + usage.inputTokens,
        outputTokens: before.outputTokens + usage.outputTokens,
        ...(cost === undefined ? {} : { costUsd: cost }),
      };
      ledger.charge(spendingOf(usage));
    },
    get used(): { usage?: Usage } {
      return sum ? { usage: sum } : {};
    },
  };
}

/** A signal with a reason that says whether the chart stopped it, or the run was only left. */
function stoppedBy(signal: AbortSignal, isDecided: () => boolean): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort(new Stopped(!isDecided()));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return controller.signal;
}

/** Whether the log says that an effect was stopped, or that its run has ended. */
function isStopped({ run, log }: AgentServices, key: string): boolean {
  const own = key.slice(run.length + 1);
  return log.entries.some(
    ({ type, data }) =>
      (type === 'effect.stopped' && data.key === own) || (type === 'status.changed' && isEnded(data.status)),
  );
}

export interface StandByInput {
  readonly runPath: readonly string[];
  readonly number: number;
  readonly keep: JsonValue | undefined;
}

/** Hears that what a function has asked is not wanted any more: `keep` is what it kept for the answer, `context` what the caller knows about the request. */
export type Abandon = (about: {
  readonly keep: JsonValue | undefined;
  readonly context: RequestContext;
}) => void | Promise<void>;

/** Stands by while a person is asked: when nobody wants the answer any more, whoever asked hears of it. */
export const standBy = (abandon: Abandon) =>
  fromPromise<never, StandByInput>(({ input, signal, self, system }) => {
    const services = servicesOf(system);
    const key = effectKey(self as AnyActorRef);
    const { promise } = Promise.withResolvers<never>();
    const leave = async () => {
      if (!isStopped(services, key) || isAnswered(services, key, input)) return;
      try {
        await abandon({ keep: input.keep, context: services.context });
      } catch (error) {
        console.error(`What ${input.runPath.join(' > ')} has asked could not be taken back.`, error);
      }
    };
    signal.addEventListener('abort', () => void leave(), { once: true });
    return promise;
  });

/** Whether the question for which it stands by was closed. */
function isAnswered({ run, log }: AgentServices, key: string, { runPath, number }: StandByInput): boolean {
  const own = key.slice(run.length + 1);
  const from = log.entries.findLastIndex(({ type, data }) => type === 'effect.started' && data.key === own);
  return log.entries.slice(from).some((entry) => {
    if (entry.type !== 'event.emitted') return false;
    const news = readData(entry.data.event) as AgentNews; // what the charts of agents emit
    return news.type === 'ask.closed' && news.number === number && news.runPath.join('/') === runPath.join('/');
  });
}
