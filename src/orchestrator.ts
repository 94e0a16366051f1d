import { createActor } from 'xstate';
import { z } from 'zod';
import { type Clock, systemClock } from './actors/clock.ts';
import { journal } from './actors/journal.ts';
import { liveStage, type Watch } from './actors/live-stage.ts';
import { cardsOf } from './actors/performer.ts';
import { composeHost } from './compose-host.ts';
import type { Message } from './domain/message.ts';
import { type RunSettings, runSettingsSchema } from './domain/options.ts';
import type { RunResult } from './domain/run-result.ts';
import { TroupeError } from './errors.ts';
import { RunLog } from './log/run-log.ts';
import { toRunResult } from './log/to-run-result.ts';
import type { hostMachine } from './machines/host-machine.ts';
import type { Model } from './models/model.ts';
import { createRun, type Run, type RunEvent } from './run.ts';
import type { Specialist } from './specialists/specialist.ts';
import type { Store } from './stores/store.ts';
import type { Capability } from './tools/tool.ts';

/** What an orchestrator is made of. Only `model` and `specialists` are required. */
export interface OrchestratorConfig extends z.input<typeof runSettingsSchema> {
  model: Model;
  specialists: readonly Specialist[];
  /** Where logs are kept. Without one a log lives as long as its run. */
  store?: Store;
  /** What tools may do beyond reading. @default [] */
  allow?: readonly Exclude<Capability, 'read'>[];
  /** @default the system's clock */
  clock?: Clock;
}

export interface CallOptions {
  /** Cancels the run when it aborts. */
  signal?: AbortSignal;
  /** @default a new id */
  runId?: string;
}

/** Messages in, a message out. */
export interface Orchestrator {
  /** Works on the last user message and resolves when the run has ended or waits for a person. */
  invoke(messages: readonly Message[], options?: CallOptions): Promise<RunResult>;
  /** The same, as it happens. Leaving the loop early cancels the run. */
  stream(messages: readonly Message[], options?: CallOptions): AsyncGenerator<RunEvent, RunResult>;
  /** Starts a run and hands it over. */
  start(messages: readonly Message[], options?: CallOptions): Run;
  /** How a stored run came out. */
  read(runId: string): Promise<RunResult>;
  /** The plain XState machine: its input is `{ messages }`, its output says how the run ended. */
  readonly machine: typeof hostMachine;
}

const configSchema = runSettingsSchema.extend({
  model: z.custom<Model>((value) => typeof (value as Model | undefined)?.call === 'function', {
    error: 'a model has a call function: use openaiModel(), offlineModel() or your own',
  }),
  specialists: z
    .array(
      z.custom<Specialist>((value) => typeof (value as Specialist | undefined)?.description === 'string', {
        error: 'a specialist is made with defineSpecialist()',
      }),
    )
    .min(1, { error: 'at least one specialist is needed' }),
  store: z
    .custom<Store>((value) => typeof (value as Store | undefined)?.append === 'function', {
      error: 'a store has an append function: use memoryStore() or sqliteStore()',
    })
    .optional(),
  allow: z.array(z.enum(['write', 'network', 'exec'])).default([]),
  clock: z.custom<Clock>((value) => typeof (value as Clock | undefined)?.now === 'function').optional(),
});

/** Builds an orchestrator. A configuration that cannot work is an error here, not later. */
export function createOrchestrator(config: OrchestratorConfig): Orchestrator {
  const { model, specialists, store, allow, clock = systemClock, ...settings } = parseConfig(config);
  const options = { ...(settings as RunSettings), specialists: cardsOf(specialists) };
  const cast = { model, specialists, allow, clock, options };
  const newRunId = () => crypto.randomUUID();
  const compose = (watch: Watch) =>
    composeHost(
      journal({ newRunId, runOptions: options, stage: (...opened) => liveStage({ cast, store, watch }, ...opened) }),
    );
  // One machine for all runs: a run is watched by its id.
  const watches = new Map<string, Watch>();
  const machine = compose((log, effects) => watches.get(log.run)?.(log, effects));

  const start = (messages: readonly Message[], { signal, runId = newRunId() }: CallOptions = {}): Run => {
    const run = createRun(runId, (watch, onError) => {
      watches.set(runId, watch);
      const actor = createActor(machine, { input: { messages, runId } });
      actor.subscribe({ error: onError });
      actor.start();
      watches.delete(runId);
      return actor;
    });
    const cancel = () => run.cancel('aborted by its signal');
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    run.result.catch(() => {}).finally(() => signal?.removeEventListener('abort', cancel));
    return run;
  };

  return {
    machine,
    start,
    async invoke(messages, callOptions) {
      const run = start(messages, callOptions);
      const result = await run.settled();
      run.actor.stop();
      return result;
    },
    async *stream(messages, callOptions) {
      const run = start(messages, callOptions);
      const events: RunEvent[] = [];
      let wake = () => {};
      let settled: PromiseSettledResult<RunResult> | undefined;
      run.subscribe((event) => {
        events.push(event);
        wake();
      });
      Promise.allSettled([run.settled()]).then(([outcome]) => {
        settled = outcome;
        wake();
      });
      try {
        while (true) {
          const next = events.shift();
          if (next) yield next;
          else if (settled) break;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
        if (settled.status === 'rejected') throw settled.reason;
        return settled.value;
      } finally {
        if (!settled) run.cancel('nobody reads it any more');
        run.actor.stop();
      }
    },
    async read(runId) {
      const entries = (await store?.read(runId)) ?? [];
      if (entries.length === 0) {
        throw new TroupeError('store', `There is no run "${runId}" in the store.`);
      }
      return toRunResult(new RunLog(runId, entries));
    },
  };
}

function parseConfig(config: OrchestratorConfig): z.output<typeof configSchema> {
  const parsed = configSchema.safeParse(config);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${issue.path.join('.') || 'the configuration'}: ${issue.message}`,
    );
    throw new TroupeError('bad-config', `createOrchestrator: ${problems.join('; ')}.`, { cause: parsed.error });
  }
  const names = parsed.data.specialists.map((specialist) => specialist.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new TroupeError('bad-config', `createOrchestrator: two specialists are named "${twice}".`);
  return parsed.data;
}
