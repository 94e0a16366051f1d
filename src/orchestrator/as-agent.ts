import type { Clock } from '../actors/clock.ts';
import type { Agent } from '../agents/agent.ts';
import { defineAgent } from '../agents/define-agent.ts';
import { type AgentWork, type FunctionAnswer, Stopped } from '../agents/function/perform-function.ts';
import { rewriteHistory, taskText } from '../agents/history.ts';
import { passOn, untilClosed } from '../agents/pass-on.ts';
import { isRecord } from '../domain/is-record.ts';
import type { Message } from '../domain/message.ts';
import type { Resumed } from '../domain/person-ask.ts';
import { TroupeError } from '../errors.ts';
import type { RunResult, WaitingFor } from '../log/run-result.ts';
import type { Store } from '../stores/store.ts';
import type { CallOptions, ContinueOptions } from './call-options.ts';
import type { Run } from './run/run.ts';

/** What an orchestrator is called in a composition. */
export interface AsAgentOptions {
  readonly name: string;
  /** What it can do: whoever hands work on chooses by it. */
  readonly description: string;
  /** Changed with every change after which a stored run could come out differently. @default '1' */
  readonly version?: string;
}

/** What an agent needs of an orchestrator. */
export interface Hosting {
  readonly store: Store | undefined;
  readonly clock: Clock;
  start(messages: readonly Message[], options: CallOptions): Run;
  resume(runId: string, options?: ContinueOptions): Promise<Run>;
  read(runId: string): Promise<RunResult>;
}

/** What is kept while a person is asked. */
interface Kept {
  readonly run: string;
  /** The question of the inner run. */
  readonly asked: string;
  /** What was counted before. */
  readonly counted: {
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costUsd: number;
  };
}

/** How often somebody looks whether a run is free that another process drives. */
const againMs = 200;

/**
 * An orchestrator as an agent: one effect of the outer run starts a run of its own, or continues or reads the one that is there under the effect's key. What the
 * inner run asks a person ends the effect with the same question; the answer is handed to the inner run by the question's id.
 */
export function orchestratorAgent(hosting: Hosting, about: AsAgentOptions): Agent {
  /** Runs that wait for a person and that no store has. */
  const held = new Map<string, Run>();
  return defineAgent({
    ...about,
    run: (work) => hosted(hosting, held, work),
    abandon: async ({ keep, context }) => {
      const { run: id } = keep as unknown as Kept; // what was kept with the question
      const run = held.get(id) ?? (await opened(hosting, id, { context }));
      held.delete(id);
      if (!run || 'status' in run) return;
      run.cancel('Nobody wants the answer any more.');
      await run.result;
    },
  });
}

async function hosted(hosting: Hosting, held: Map<string, Run>, work: AgentWork): Promise<FunctionAnswer> {
  const { key, signal, resumed } = work;
  const kept = keptIn(resumed);
  const id = kept?.run ?? key;
  const run = held.get(id) ?? (await opened(hosting, id, work)) ?? begun(hosting, id, work, kept);
  held.delete(id);
  if ('status' in run) return answerOf(hosting, run, work, kept);
  const unfollow = run.subscribe((event) => {
    if (event.type === 'delta' && event.actor === 'host') work.onDelta(event.text, event.at);
  });
  const stop = () => stopped(run, signal);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    let result = await run.settled();
    const waiting = result.waiting.find((each) => each.id === kept?.asked);
    if (resumed && waiting && result.status === 'waiting') {
      await give(run, waiting, resumed);
      result = await run.settled();
    }
    if (result.status === 'waiting' && !hosting.store) held.set(id, run);
    else run.actor.stop();
    return answerOf(hosting, result, work, kept);
  } finally {
    signal.removeEventListener('abort', stop);
    unfollow();
  }
}

function begun(
  hosting: Hosting,
  runId: string,
  { messages, history, runPath, context, isFromUser }: AgentWork,
  kept: Kept | undefined,
): Run {
  if (kept) {
    const what = `Run ${runId} is gone: it was waiting for a person in another process, and the orchestrator has no store.`;
    throw new TroupeError('store', `${what} Give one to createOrchestrator({ store }).`);
  }
  const task = history.findLast((entry) => entry.task);
  const others = history.filter((entry) => entry !== task);
  const knowledge = rewriteHistory(others, runPath.at(-1) ?? '').map(({ content }) => content);
  const request = task ? [...messages, { role: 'user' as const, content: taskText(task) }] : messages;
  return hosting.start(request, {
    runId,
    ...knownIn(context),
    ...(knowledge.length > 0 ? { knowledge } : {}),
    // What another agent wrote is not learned as words of the user.
    ...(isFromUser ? {} : { learns: false }),
  });
}

/** The stored run, continued, or how it came out; nothing when there is none. While another process drives it, that is waited for. */
async function opened(
  { store, clock, resume, read }: Hosting,
  id: string,
  { signal, context }: { readonly signal?: AbortSignal; readonly context: unknown },
) {
  while (store && (await store.read(id, 0, 1)).length > 0) {
    signal?.throwIfAborted();
    const result = await read(id);
    if (result.status !== 'running' && result.status !== 'waiting') return result;
    try {
      return await resume(id, knownIn(context));
    } catch (error) {
      if (!(error instanceof TroupeError) || error.code !== 'lease') throw error;
      await new Promise<void>((resolve) => void clock.after(againMs, resolve));
    }
  }
  return undefined;
}

/** What the caller knows about the request is for the inner run too. */
const knownIn = (context: unknown) => (isRecord(context) ? { context } : {});

/** A run that was only left here stays as it is; otherwise nobody wants it any more. */
function stopped(run: Run, { reason }: AbortSignal): void {
  if (reason instanceof Stopped && reason.isLeft) run.actor.stop();
  else run.cancel('Nobody wants the answer any more.');
}

const keptIn = (resumed: Resumed | undefined): Kept | undefined => resumed?.keep as unknown as Kept | undefined; // what was kept with the question

/** Hands an answer to the run that asked. When nobody answered in time, the time of the question itself is up now as well. */
async function give(run: Run, { kind, id }: WaitingFor, { answer, reason, isTimeout }: Resumed): Promise<void> {
  const isNo = answer === false || answer === undefined;
  if (isTimeout && kind !== 'clarification' && kind !== 'plan-review') {
    await untilClosed(
      () => run.waiting.some((open) => open.id === id),
      (listener) => run.subscribe(listener),
    );
  } else if (kind === 'clarification') {
    await run.answer(isNo ? `The person did not answer${reason ? `: ${reason}` : '.'}` : String(answer));
  } else if (kind === 'plan-review') {
    await (isNo ? run.revise(reason || 'A person refused this plan.') : run.approve());
  } else if (isNo) {
    await run.refuse(id, reason);
  } else {
    await (kind === 'approval' ? run.approve(id) : run.answer(id, answer));
  }
}

/** What a person is asked in the place of the run. */
function askedFor(waiting: WaitingFor): Parameters<typeof passOn>[0] {
  if (waiting.kind === 'clarification') return { kind: 'question', question: waiting.question };
  if (waiting.kind !== 'plan-review') return { ...waiting, kind: waiting.kind };
  return { kind: 'approval', question: `May this plan be carried out?\n\n${waiting.question}` };
}

/** What a run came to, for the agent: its answer, or its question. */
function answerOf({ clock }: Hosting, result: RunResult, { count }: AgentWork, kept: Kept | undefined): FunctionAnswer {
  const { runId, status, message, error, limit, waitingFor, usage } = result;
  const before = kept?.counted ?? { modelCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  count({
    modelCalls: usage.modelCalls - before.modelCalls,
    inputTokens: usage.inputTokens - before.inputTokens,
    outputTokens: usage.outputTokens - before.outputTokens,
    ...(usage.costUsd === null ? {} : { costUsd: usage.costUsd - before.costUsd }),
  });
  if (status === 'waiting' && waitingFor) {
    const keep = { run: runId, asked: waitingFor.id, counted: { ...usage, costUsd: usage.costUsd ?? 0 } };
    const { deadline } = waitingFor;
    const left = deadline === undefined ? undefined : Math.max(1, Date.parse(deadline) - clock.now());
    return passOn(askedFor(waitingFor), keep, left);
  }
  if (status === 'completed') return { message, ...(limit ? { limit } : {}) };
  const why = error?.message ?? (status === 'cancelled' ? 'It was cancelled.' : `It is ${status}.`);
  throw Object.assign(new Error(`Run ${runId} gave no answer: ${why}`), { code: error?.code ?? status });
}
