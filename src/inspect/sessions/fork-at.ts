import type { Command } from '../protocol.ts';

/** Receives the id of a fork and of the session it was forked from. */
export type OnFork = (fork: string, from: string) => void;

type Fork = Extract<Command, { type: 'fork' }>;

/** Begins a new run from an entry of another one. */
export type ForkRun = (
  at: number,
  edits: NonNullable<Fork['edits']>,
) => Promise<{ readonly run: { readonly id: string }; readonly again: readonly string[] }>;

/** Begins a new run from an entry of a session; the reply has its session and the keys of the calls that it makes again. */
export async function forkAt(
  { session, at, edits = [] }: Fork,
  fork: ForkRun,
  onFork: OnFork | undefined,
): Promise<{ readonly session: string; readonly again: readonly string[] }> {
  const { run, again } = await fork(at, edits);
  onFork?.(run.id, session);
  return { session: run.id, again };
}
