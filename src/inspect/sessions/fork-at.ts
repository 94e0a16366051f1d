import { TroupeError } from '../../errors.ts';
import type { GivenOutcome } from '../../log/fork-entries.ts';
import type { Command } from '../protocol.ts';
import { redacted } from '../secrets.ts';

/** Receives the id of a fork and of the session it was forked from. */
export type OnFork = (fork: string, from: string) => void;

type Fork = Extract<Command, { type: 'fork' }>;

/** Begins a new run from an entry of another one. */
export type ForkRun = (
  at: number,
  edits: NonNullable<Fork['edits']>,
  outcome?: GivenOutcome,
) => Promise<{ readonly run: { readonly id: string }; readonly again: readonly string[] }>;

/** Begins a new run from an entry of a session; the reply has its session and the keys of the calls that it makes again. */
export async function forkAt(
  { session, at, edits = [], outcome }: Fork,
  fork: ForkRun,
  onFork: OnFork | undefined,
): Promise<{ readonly session: string; readonly again: readonly string[] }> {
  checkWhole([edits, outcome?.output]);
  const { run, again } = await fork(at, edits, outcome);
  onFork?.(run.id, session);
  return { session: run.id, again };
}

/** What the page hides is not known there, and nobody wants the mark in its place. @throws TroupeError `usage` */
export function checkWhole(value: unknown): void {
  if (!JSON.stringify(value)?.includes(redacted)) return;
  throw new TroupeError(
    'usage',
    `A part of this is hidden on the page, as ${redacted}: with that mark in it, it cannot be used. Write that part yourself, or leave it as it was.`,
  );
}
