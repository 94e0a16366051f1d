import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import type { AskAgainOptions } from '../../models/asked-again.ts';
import type { KeptIn } from '../../stores/store.ts';
import type { Command } from '../protocol.ts';
import type { AskAgain, ForkCast, PromptOf } from './inspected-run.ts';
import type { Trace, TracedEffect } from './trace.ts';

/** What the server asks a session, so that a person can try something out; no page sends these. */
export type TryingCommand =
  | { readonly type: 'askAgain'; readonly key: string; readonly options: AskAgainOptions }
  /** The reply is `Trying`. */
  | { readonly type: 'trying' };

/** A command about a session, whichever. */
export type SessionCommand =
  | Exclude<Command, { type: 'open' | 'close' | 'import' | 'share' | 'search' | 'runs' | 'means' | 'reask' | 'stop' }>
  | TryingCommand;

/** What can be tried out with a session. */
export interface Trying {
  /** Where a fork of it is kept; nothing where nobody can fork it. */
  readonly forksIn?: KeptIn;
  readonly canAsk: boolean;
  readonly cast?: ForkCast;
}

interface Means {
  readonly forksIn?: KeptIn;
  readonly askAgain?: AskAgain;
  readonly cast?: ForkCast;
}

export const isTrying = (command: SessionCommand): command is TryingCommand =>
  command.type === 'askAgain' || command.type === 'trying';

/** Does what a person tries out with a run whose log this is. */
export function tryWith(
  command: TryingCommand,
  { forksIn, askAgain, cast }: Means,
  entries: readonly Entry[],
  trace: Trace,
): Trying | ReturnType<AskAgain> {
  if (command.type === 'askAgain') return askAgainAt(entries, command, trace.effect(command.key), askAgain);
  return { ...(forksIn ? { forksIn } : {}), canAsk: askAgain !== undefined, ...(cast ? { cast } : {}) };
}

/** The entries that were there when an effect began; nothing for one that has not. */
function entriesAt(entries: readonly Entry[], key: string): readonly Entry[] | undefined {
  const started = entries.find((entry) => entry.type === 'effect.started' && entry.data.key === key);
  if (!started) return undefined;
  const next = entries.find((entry) => entry.seq > started.seq && entry.kind === 'fact');
  return entries.slice(0, (next?.seq ?? entries.length + 1) - 1);
}

/** What a model was asked by an effect, computed from the entries that were there when it began; nothing for an effect that has not begun. */
export function promptAt(
  entries: readonly Entry[],
  key: string,
  effect: TracedEffect | undefined,
  promptOf: PromptOf | undefined,
): ReturnType<PromptOf> | undefined {
  const known = entriesAt(entries, key);
  return known && effect && promptOf?.(known, effect);
}

/** Makes the call of an effect once more, with what was known when it began. */
export function askAgainAt(
  entries: readonly Entry[],
  { key, options }: { readonly key: string; readonly options: AskAgainOptions },
  effect: TracedEffect | undefined,
  askAgain: AskAgain | undefined,
): ReturnType<AskAgain> {
  if (!askAgain) throw new TroupeError('usage', nobodyAsks);
  const known = entriesAt(entries, key);
  if (!known || !effect) throw new TroupeError('usage', `There is no call "${key}" that could be made again.`);
  return askAgain(known, effect, options);
}

/** Why no call of a session can be made again. */
export const nobodyAsks =
  'Nobody here can make the calls of this run: open it with troupe inspect RUN --store F, or watch it while its orchestrator runs.';
