import type { AnyActorRef } from 'xstate';
import { Ledger, type Spending } from '../domain/ledger.ts';
import type { Entry } from '../log/entry.ts';
import type { RunLog } from '../log/run-log.ts';
import { usageOf } from '../log/to-run-result.ts';
import type { Lease, Store } from '../stores/store.ts';
import type { Effects } from './effects.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { analyze } from './performers/analyze.ts';
import { answer } from './performers/answer.ts';
import { ask } from './performers/ask.ts';
import { decide } from './performers/decide.ts';
import { draft } from './performers/draft.ts';
import { finalize } from './performers/finalize.ts';
import { isAbortError, toOutcomeError } from './performers/outcome-error.ts';
import type { Cast, Performer } from './performers/performer.ts';
import { reflect } from './performers/reflect.ts';
import { think } from './performers/think.ts';
import { useTool } from './performers/use-tool.ts';
import { wait } from './performers/wait.ts';
import { Speech, type SpeechEdit } from './speech.ts';
import type { LiveEffect, Outcome, Stage } from './stage.ts';

/**
 * A change of the message that an actor writes: everything from `at` on is replaced by `text`. Mostly that appends; a call that is made
 * again may go back. Followed from the beginning, the changes of the actor `host` give exactly the message of a
 * run that completes.
 */
export interface Delta extends SpeechEdit {
  readonly type: 'delta';
  readonly run: string;
  readonly actor: string;
}

/** Sees what happens in a run. */
export interface Watcher {
  entries(entries: readonly Entry[]): void;
  delta(delta: Delta): void;
  /** The log can no longer be written. */
  broke(error: unknown): void;
}

/** Says who sees what happens in a run, when it opens. */
export type Watch = (log: RunLog, effects: () => Effects) => Watcher | undefined;

/** Who performs the effects, by their kind. */
export const performers: Readonly<Record<string, Performer<never>>> = {
  analyze,
  think,
  answer,
  draft,
  ask,
  decide,
  useTool,
  reflect,
  finalize,
  wait,
};

/** How long an effect whose time is up may take to say what it used. */
const graceMs = 100;

/** The stage of a run that really happens: effects are performed, entries go to the store. */
export function liveStage(
  {
    cast,
    store,
    watch,
    keeper,
  }: { cast: Cast; store: Store | undefined; watch: Watch; keeper: LeaseKeeper | undefined },
  log: RunLog,
  effects: () => Effects,
  journal: AnyActorRef,
): Stage {
  const watcher = watch(log, effects);
  let known: Ledger | undefined;
  /** Opened with the first effect: by then the log holds what was spent before this process took the run over. */
  const ledgerOf = () => {
    known ??= new Ledger(cast.options.limits, { spent: spentBefore(log), keptBack: cast.keptBack });
    return known;
  };
  const speeches = new Map<string, Speech>();
  const speechOf = (actor: string): Speech => {
    const speech =
      speeches.get(actor) ?? new Speech((edit) => watcher?.delta({ type: 'delta', run: log.run, actor, ...edit }));
    speeches.set(actor, speech);
    return speech;
  };
  const controllers = new Map<string, AbortController>();

  const dispatch = ({ address: { key, actor, timeoutMs, maxOutputTokens }, kind, input }: LiveEffect) => {
    const controller = new AbortController();
    controllers.set(key, controller);
    let isSettled = false;
    const settle = (outcome: Outcome) => {
      if (isSettled) return;
      isSettled = true;
      stopTimer();
      // Given up by the run: its key may have a new owner.
      if (controllers.get(key) !== controller) return;
      controllers.delete(key);
      effects().settle(key, { ...outcome, waitedMs });
    };
    let stopTimer = () => {};
    let waitedMs = 0;
    let isPaid = false;
    const onCall = () => {
      isPaid = true;
    };
    let timeout: Extract<Outcome, { ok: false }>['error'] | undefined;
    const startTimer = () => {
      if (timeoutMs === undefined || controller.signal.aborted) return;
      stopTimer = cast.clock.after(timeoutMs, () => {
        const late = { code: 'timeout', message: `${kind} took longer than ${timeoutMs} ms.`, retryable: true };
        timeout = late;
        controller.abort(new Error(late.message));
        // What was used until then is told by whoever heeds the signal; nobody is waited for long.
        stopTimer = cast.clock.after(graceMs, () =>
          settle({
            ok: false,
            error: late,
            usage: isPaid ? { modelCalls: 1, inputTokens: 0, outputTokens: 0 } : undefined,
          }),
        );
      });
    };
    startTimer();
    // The deadline is for a call that is under way: it begins anew when a wait for the model's turn is over.
    const whileWaiting = async (turn: Promise<void>): Promise<void> => {
      const began = cast.clock.now();
      stopTimer();
      try {
        await turn;
      } finally {
        waitedMs += Math.max(0, cast.clock.now() - began);
        startTimer();
      }
    };
    // A cancelled effect leaves no timer behind that would keep a process alive, save for a moment to hear what a call has used.
    controller.signal.addEventListener('abort', () => {
      if (timeout) return;
      stopTimer();
      if (isPaid) stopTimer = cast.clock.after(graceMs, () => tellSpent(undefined));
    });
    /** The run has given the effect up after its call was made. */
    const tellSpent = (usage: Outcome['usage']) => {
      if (isSettled || !isPaid) return;
      isSettled = true;
      stopTimer();
      effects().spent({ key, kind, actor, usage: usage ?? { modelCalls: 1, inputTokens: 0, outputTokens: 0 } });
    };
    const isGivenUp = () => controllers.get(key) !== controller;
    const isOver = () => isSettled || controller.signal.aborted;
    // Whoever judges a round writes the answer for the host.
    const utterance = speechOf(kind === 'reflect' ? 'host' : actor).begin();
    const speech = {
      add: (piece: string) => (isOver() ? undefined : utterance.add(piece)),
      end: (whole: string) => (isOver() ? undefined : utterance.end(whole)),
    };
    const progress = (value: unknown) => {
      if (!isOver()) effects().progress(key, value);
    };
    // The slot of a kind and its performer agree on the input.
    const perform = performers[kind] as Performer<unknown>;
    perform(input, {
      cast,
      log,
      ledger: ledgerOf(),
      key: `${log.run}/${key}`,
      signal: controller.signal,
      speech,
      maxOutputTokens,
      whileWaiting,
      onCall,
      progress,
    }).then(
      ({ output, usage }) => {
        const used = usage && { ...usage };
        if (isGivenUp()) tellSpent(used);
        else settle({ ok: true, output, usage: used });
      },
      (error) => {
        const { error: data, usage } = toOutcomeError(error);
        if (timeout) settle({ ok: false, error: timeout, usage });
        else if (isGivenUp()) tellSpent(usage);
        else if (!controller.signal.aborted || !isAbortError(error)) settle({ ok: false, error: data, usage });
      },
    );
  };

  return {
    now: () => cast.clock.now(),
    hasRoomFor: () => true,
    commit(entries) {
      const lease = keeper?.hold();
      const write = (held: Lease | undefined) => store?.append(log.run, (entries[0]?.seq ?? 1) - 1, entries, held);
      return lease instanceof Promise ? lease.then(write) : write(lease);
    },
    committed(entries) {
      for (const { type, data } of entries) {
        // Whatever was streamed: in the end it is the answer.
        if (type === 'answer.given') speechOf('host').end(data.content as string); // written by the host
        if (type === 'step.completed' || type === 'step.failed') speeches.delete(data.actor as string); // written by the host
      }
      watcher?.entries(entries);
    },
    dispatch,
    abort({ address: { key } }) {
      const controller = controllers.get(key);
      controllers.delete(key);
      controller?.abort(new DOMException('The run no longer needs this.', 'AbortError'));
    },
    closed: () => keeper?.release(),
    failed(error) {
      watcher?.broke(error);
      if (journal.getSnapshot().status === 'active') journal.send({ type: 'journal.failed', error });
    },
  };
}

/** What a run has spent before this process took it over. */
function spentBefore(log: RunLog): Spending {
  const { modelCalls, inputTokens, outputTokens, costUsd } = usageOf(log.entries);
  return { modelCalls, tokens: inputTokens + outputTokens, costUsd: costUsd ?? 0 };
}
