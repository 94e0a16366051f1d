import type { Actor } from 'xstate';
import { type Effects, wouldTake } from '../actors/effects.ts';
import type { Delta, Watch, Watcher } from '../actors/live-stage.ts';
import { defaultRunOptions, type RunOptions } from '../domain/options.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { Milestone } from '../log/milestone.ts';
import { RunLog } from '../log/run-log.ts';
import type { RunResult } from '../log/run-result.ts';
import { type Checkpoint, toCheckpoint } from '../log/to-checkpoint.ts';
import { isPausedAt, toRunResult, waitingOf } from '../log/to-run-result.ts';
import { planOf, planVersion, resultsOfWork } from '../log/views.ts';
import { editProblem } from '../machines/host/host-context.ts';
import type { hostMachine } from '../machines/host/host-machine.ts';
import { bestSpecialist } from '../plan/best-specialist.ts';
import { planProblems } from '../plan/plan.ts';
import { type PlanOutline, parsePlanMarkdown, toPlanMarkdown } from '../plan/plan-markdown.ts';
import { type Callbacks, callbackCaller } from './callbacks.ts';
import { DurableMark } from './durable-mark.ts';
import { iterateMilestones } from './iterate-milestones.ts';

/** What a listener sees: entries of the log as they become durable, and pieces of text as they arrive. */
export type RunEvent = Entry | Delta;

/** One request's life: a handle on its actor, its log and its result. */
export interface Run {
  readonly id: string;
  readonly actor: Actor<typeof hostMachine>;
  /** The entries of the log so far. */
  readonly log: readonly Entry[];
  /** Resolves when the run has ended. Rejects only when its log can no longer be written. */
  readonly result: Promise<RunResult>;
  /** Resolves when the run has ended or waits for a person. */
  settled(): Promise<RunResult>;
  /** Calls `listener` for everything from now on; the returned function ends that. */
  subscribe(listener: (event: RunEvent) => void): () => void;
  /** What callbacks hear, from the run's first milestone until it has ended. Leaving the loop leaves the run alone. */
  milestones(): AsyncIterableIterator<Milestone>;
  /** The run as it stands now, when all of that is durable: `troupe.fork(runId, { at: seq })` goes on from there. */
  checkpoint(): Promise<Checkpoint>;
  /** Whether it is paused: it goes on with `resume()`. A run that was paused when its process died is paused when it is taken over. */
  readonly isPaused: boolean;
  /** From now on no new effect begins; what is under way finishes and is kept. */
  pause(): void;
  resume(): void;
  /** Ends the run now; everything under way is aborted. */
  cancel(reason?: string): void;
  /**
   * Answers the question that the run waits with. This and what follows throw when the run does not wait for it, and resolve with whether it was taken: something that was said before may have changed
   * what the run waits for.
   */
  answer(text: string): Promise<boolean>;
  /**
   * Says something while the run works. What becomes of it depends on where the run is: `steeringTable` says it for every state. Resolves
   * with true when the run has taken the message, and with false when it had ended before: then it is the next message of the conversation.
   */
  steer(text: string): Promise<boolean>;
  /** Lets the plan under review run. */
  approve(): Promise<boolean>;
  /** Sends the plan under review back with a remark. */
  revise(remark: string): Promise<boolean>;
  /** Puts an edited plan in force: a step whose work and inputs did not change keeps its result, one that did is done (again). */
  editPlan(markdown: string): Promise<boolean>;
  /** The plan as Markdown: as it stands, or a version as it was written; nothing when there is none. */
  planMarkdown(version?: number): string | undefined;
  /**
   * Changes the host's context, as a fact of the log. For experiments: a fork with another limit, say.
   *
   * @throws TroupeError `usage` for a path that is not there.
   */
  edit(path: string, value: unknown): void;
  /** Goes back to an earlier version of the plan, as a new version. */
  restorePlan(version: number): Promise<boolean>;
  /** The actor's state as JSON, log included: `createActor(troupe.machine, { snapshot })` goes on from it. */
  snapshot(): unknown;
}

const ended: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/** What is said to a run, as its log will have it: a copy that nobody else can change. @throws TroupeError `usage` for what is not JSON. */
export function asData<T extends object>(said: T, what: string): T {
  try {
    return JSON.parse(JSON.stringify(said)) as T; // what went in
  } catch (cause) {
    throw new TroupeError('usage', `${what} is not JSON: ${messageOf(cause)}.`, { cause });
  }
}

/** The run's side that hears what happens, and the handle for its user. */
export function createRun(
  id: string,
  callbacks: readonly Callbacks[],
  start: (watch: Watch, onError: (error: unknown) => void) => Run['actor'],
): Run {
  const listeners = new Set<(event: RunEvent) => void>();
  const end = Promise.withResolvers<RunResult>();
  let rest = Promise.withResolvers<RunResult>();
  let log = new RunLog(id);
  let shown: readonly Entry[] = Object.freeze([]);
  let effects: () => Effects | undefined = () => undefined;
  let notify: (entries: readonly Entry[]) => void = () => {};
  const mark = new DurableMark();

  const publish = (event: RunEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        console.error('A listener of a run threw; the run goes on.', error);
      }
    }
  };
  /** Messages that the run has not taken yet. */
  const steering: { readonly text: string; readonly resolve: (isTaken: boolean) => void }[] = [];
  const answerSteering = (entries: readonly Entry[]) => {
    for (const { type, data } of entries) {
      const next = type === 'message.added' ? steering.findIndex(({ text }) => text === data.text) : -1;
      if (next >= 0) steering.splice(next, 1)[0]?.resolve(true);
    }
  };
  const refuseSteering = () => {
    for (const { resolve } of steering.splice(0)) resolve(false);
  };
  let status: unknown;
  let isResting = false;
  /** The run goes on: whoever asks from now on waits for its next rest. */
  const renewRest = () => {
    if (!isResting) return;
    isResting = false;
    rest = Promise.withResolvers<RunResult>();
    rest.promise.catch(() => {});
  };
  /** Whoever waits for its rest hears of it, where it is at one. */
  const rests = () => {
    if (status !== 'waiting' && !ended.has(status)) return;
    // One that waits may have been paused since.
    renewRest();
    rest.resolve(toRunResult(log));
    isResting = true;
  };
  const watcher: Watcher = {
    entries(entries) {
      const changed = entries.findLast((entry) => entry.type === 'status.changed')?.data.status;
      // Only what is durable counts; a run that was taken over has its status from before.
      status = changed ?? status ?? log.latest('status.changed')?.data.status;
      if (status !== 'waiting') renewRest();
      rests();
      answerSteering(entries);
      // After that: a listener may answer at once.
      entries.forEach(publish);
      notify(entries);
      mark.reach(entries.at(-1)?.seq ?? mark.seq);
      if (!ended.has(status)) return;
      refuseSteering();
      mark.close();
      end.resolve(toRunResult(log));
      listeners.clear();
    },
    delta: publish,
    broke(error) {
      refuseSteering();
      rest.reject(error);
      end.reject(error);
      mark.close({ error });
    },
  };
  // Whoever listens to one of the two promises leaves the other one alone.
  end.promise.catch(() => {});
  rest.promise.catch(() => {});

  const watch: Watch = (opened, get) => {
    [log, effects, notify] = [opened, get, callbackCaller(opened, callbacks)];
    return watcher;
  };
  // A chart that throws ends its run by what its effects write; before they are there, nothing can be written.
  const actor = start(watch, (error) => {
    if (!effects()) watcher.broke(error);
  });
  // Nothing more is heard of a run whose actor was stopped; one that has ended may still have entries to write.
  actor.subscribe({ complete: () => actor.getSnapshot().status === 'stopped' && mark.close(), error: () => {} });
  type Said = { type: string; [key: string]: unknown };
  /** Hands over what a person says; resolves with whether the host acts on it. */
  const tell = (event: Said): Promise<boolean> => {
    const said = asData(event, `What was said to run ${id}`);
    return new Promise((resolve) => {
      const told = (isTaken: boolean) => {
        if (!isTaken) rests();
        resolve(isTaken);
      };
      const port = effects();
      if (port) port.submit(said, told);
      else told(false);
    });
  };
  const reply = (kind: 'clarification' | 'plan-review', event: Said): Promise<boolean> => {
    if (waitingOf(log)?.kind !== kind || actor.getSnapshot().status !== 'active') {
      throw new TroupeError('usage', `Run ${id} does not wait for a ${kind}.`);
    }
    renewRest();
    return tell(event);
  };
  const changePlan = (event: Said): Promise<boolean> => {
    // The chart says whether it takes the event where it is.
    if (!wouldTake(actor, event)) {
      const why = 'it is not being carried out, or its rounds are spent';
      throw new TroupeError('usage', `Run ${id} has no plan that can be changed now: ${why}.`);
    }
    renewRest();
    return tell(event);
  };
  const checked = (outline: PlanOutline): PlanOutline => {
    // The journal wrote this data.
    const { specialists, limits } = (log.latest('request.received')?.data.options ?? defaultRunOptions) as RunOptions;
    const steps = outline.steps.map((step) =>
      step.assignedTo === '' ? { ...step, assignedTo: bestSpecialist(step.description, specialists) } : step,
    );
    const names = specialists.map((card) => card.name);
    const problems = planProblems({ steps }, { specialists: names, maxSteps: limits.steps });
    if (problems.length > 0) throw new TroupeError('bad-plan', problems.join(' '));
    return { ...outline, steps };
  };
  return {
    id,
    actor,
    get log() {
      // A copy, made anew when there is more to see: nobody adds to a log but its run.
      if (shown.length !== log.entries.length) shown = Object.freeze([...log.entries]);
      return shown;
    },
    get isPaused() {
      return isPausedAt(log);
    },
    result: end.promise,
    settled: () => rest.promise,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    milestones: () => iterateMilestones(log, mark),
    async checkpoint() {
      const seq = log.entries.length;
      await mark.until(seq);
      if (mark.seq < seq) {
        throw mark.end && 'error' in mark.end
          ? mark.end.error
          : new TroupeError(
              'usage',
              `Run ${id} was stopped before entry ${seq} was written: it has no checkpoint there.`,
            );
      }
      return toCheckpoint(log.entries.slice(0, mark.seq), seq);
    },
    pause: () => void tell({ type: 'run.paused' }),
    resume: () => void tell({ type: 'run.resumed' }),
    cancel(reason = '') {
      // What has ended stays as it is.
      if (ended.has(status) || actor.getSnapshot().status !== 'active') return;
      renewRest();
      void tell({ type: 'run.cancelled', reason: String(reason) });
    },
    answer: (text) => reply('clarification', { type: 'clarification.answered', text }),
    steer(text) {
      if (text.trim() === '') throw new TroupeError('usage', 'The message is empty. Write what the run should know.');
      if (ended.has(status) || actor.getSnapshot().status !== 'active') return Promise.resolve(false);
      renewRest();
      return new Promise((resolve) => {
        const waiting = { text, resolve };
        steering.push(waiting);
        void tell({ type: 'message.added', text }).then((isTaken) => {
          // What is taken is told when it is durable.
          if (isTaken) return;
          if (steering.includes(waiting)) steering.splice(steering.indexOf(waiting), 1);
          resolve(false);
        });
      });
    },
    approve: () => reply('plan-review', { type: 'plan.reviewed', verdict: 'approved' }),
    revise: (remark) => reply('plan-review', { type: 'plan.reviewed', verdict: 'revise', remark }),
    editPlan(markdown) {
      return changePlan({ type: 'plan.edited', outline: checked(parsePlanMarkdown(markdown)) });
    },
    edit(path, value) {
      const problem = editProblem(actor.getSnapshot().context, path);
      if (problem) throw new TroupeError('usage', problem);
      void tell({ type: 'context.edited', path, value });
    },
    planMarkdown(version) {
      if (version === undefined) return planOf(log)?.content;
      const outline = planVersion(log, version);
      return outline && toPlanMarkdown(outline);
    },
    restorePlan(version) {
      const outline = planVersion(log, version);
      if (!outline) throw new TroupeError('usage', `Run ${id} has no version ${version} of its plan.`);
      const results = Object.fromEntries(
        outline.steps.flatMap((step) => {
          const done = resultsOfWork(log, step);
          return done ? [[step.id, done]] : [];
        }),
      );
      return changePlan({ type: 'plan.restored', version, outline: checked(outline), results });
    },
    snapshot: () => structuredClone(actor.getPersistedSnapshot()),
  };
}
