import { systemClock } from '../../actors/clock.ts';
import type { Message } from '../../domain/message.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import type { Agent } from '../agent.ts';
import { AgentFeed } from './agent-feed.ts';
import type { AgentResult } from './agent-result.ts';
import type { AgentRun } from './agent-run.ts';
import type { AgentRunner, AgentRunOptions } from './agent-runner.ts';

/** What `runOnce` takes. */
export interface RunOnceOptions<Output> extends AgentRunOptions {
  readonly id: string;
  /** Called with the run when a person is asked in it, and its end is waited for. @default it is left there */
  readonly onWaiting?: (run: AgentRun<Output>) => void;
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
  options: RunOnceOptions<Output>,
): Promise<AgentResult<Output>> {
  const { onWaiting, ...rest } = options;
  const found = await opened(runner, rest, () => runner.run(agent, input, rest));
  if (!('settled' in found)) return found as AgentResult<Output>; // the run is one of this agent
  const run = found as AgentRun<Output>; // the same
  const result = await run.settled();
  if (result.status !== 'waiting') return result;
  if (!onWaiting) {
    await run.leave();
    return result;
  }
  onWaiting(run);
  return run.result;
}

async function opened(
  runner: AgentRunner,
  options: AgentRunOptions & { readonly id: string },
  start: () => AgentRun,
): Promise<AgentRun | AgentResult> {
  const { id, signal } = options;
  let before: { readonly run: string; readonly at: number } | undefined;
  for (let number = 1; ; ) {
    signal?.throwIfAborted();
    const run = number === 1 ? id : `${id}+${number}`;
    const entries = await runner.entries(run);
    if (entries.length === 0 && !before) return start();
    if (entries.length === 0 && before) {
      return (await runner.fork(before.run, { ...options, at: before.at, newRunId: run })).run;
    }
    const cancelled = entries.find(({ type }) => type === 'run.cancelled');
    if (cancelled) {
      before = { run, at: cancelled.seq - 1 };
      number++;
      continue;
    }
    const found = resultIn(run, entries) ?? (await whenFree(() => runner.resume(run, options)));
    if (found) return found;
  }
}

/** How a run came out; nothing for one that has not ended. */
function resultIn(run: string, entries: readonly Entry[]): AgentResult | undefined {
  const feed = new AgentFeed(run);
  for (const entry of entries) feed.add(entry);
  const { status } = feed.fold;
  if (status === 'executing') return undefined;
  if (status === 'completed') return feed.resultOf({ status, output: undefined });
  return feed.resultOf({ status: 'failed', error: new TroupeError('bug', `Run ${run} broke.`) });
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
