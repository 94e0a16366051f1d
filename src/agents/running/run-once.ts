import { systemClock } from '../../actors/clock.ts';
import type { Message } from '../../domain/message.ts';
import type { Resumed } from '../../domain/person-ask.ts';
import { TroupeError } from '../../errors.ts';
import type { Agent } from '../agent.ts';
import type { WaitingAsk } from '../agent-event.ts';
import { untilClosed } from '../pass-on.ts';
import { resultIn } from './agent-feed.ts';
import type { AgentResult } from './agent-result.ts';
import type { AgentRun } from './agent-run.ts';
import type { AgentRunner } from './agent-runner.ts';
import type { AgentRunOptions } from './run-options.ts';

/** What `runOnce` takes. */
export interface RunOnceOptions extends AgentRunOptions {
  readonly id: string;
  /** What a person said to a question of the run, by the id of that; one that is not open any more is not answered again. */
  readonly reply?: { readonly ask: string; readonly resumed: Resumed };
}

/** How often somebody looks whether a run is free that another process drives. */
const againMs = 200;

/**
 * As `runner.invoke`, but once for each id, in whatever process: the run is started, continued, or read when it has ended. One that was cancelled is wanted
 * again: it is continued from there, as a run of its own that has a number after its id.
 */
export async function runOnce<Output>(
  runner: AgentRunner,
  agent: Agent<Output>,
  input: string | readonly Message[],
  options: RunOnceOptions,
): Promise<AgentResult<Output>> {
  const { reply, ...rest } = options;
  const found = await opened(runner, rest, () => runner.run(agent, input, rest));
  if (!('settled' in found)) return found as AgentResult<Output>; // the run is one of this agent
  const run = found as AgentRun<Output>; // the same
  let result = await run.settled();
  const asked = result.waiting.find(({ id }) => id === reply?.ask);
  if (result.status === 'waiting' && reply && asked) {
    await give(run, asked, reply.resumed);
    result = await run.settled();
  }
  if (result.status === 'waiting') await run.leave();
  return result;
}

/** Hands an answer to the question. When nobody answered in time, the time of the question itself is up now as well. */
async function give(run: AgentRun, { id, kind }: WaitingAsk, { answer, reason, isTimeout }: Resumed): Promise<void> {
  if (isTimeout) {
    await untilClosed(
      () => run.waiting.some((open) => open.id === id),
      (listener) => run.chart.follow(listener),
    );
    return;
  }
  if (kind === 'approval' && answer === true) await run.approve(id);
  else if (kind === 'approval' || answer === false || answer === undefined) await run.refuse(id, reason);
  else await run.answer(id, answer);
}

async function opened(
  runner: AgentRunner,
  options: AgentRunOptions & { readonly id: string },
  start: () => AgentRun,
): Promise<AgentRun | AgentResult> {
  const { id, signal, context, agents } = options;
  const again = { ...(signal && { signal }), ...(context && { context }), ...(agents && { agents }) };
  let before: { readonly run: string; readonly at: number } | undefined;
  for (let number = 1; ; ) {
    signal?.throwIfAborted();
    const run = number === 1 ? id : `${id}+${number}`;
    const entries = await runner.entries(run);
    if (entries.length === 0 && !before) return start();
    if (entries.length === 0 && before) {
      return (await runner.fork(before.run, { ...again, at: before.at, newRunId: run })).run;
    }
    const cancelled = entries.find(({ type }) => type === 'run.cancelled');
    if (cancelled) {
      before = { run, at: cancelled.seq - 1 };
      number++;
      continue;
    }
    const found = resultIn(entries) ?? (await whenFree(() => runner.resume(run, again)));
    if (found) return found;
  }
}

/** Takes a run over; nothing, after a while, when another process drives it. */
async function whenFree<T>(take: () => Promise<T>): Promise<T | undefined> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof TroupeError) || error.code !== 'lease') throw error;
    await new Promise<void>((resolve) => void systemClock.after(againMs, resolve));
    return undefined;
  }
}
