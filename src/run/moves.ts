import type { AnyActorRef, Snapshot } from 'xstate';
import { logicOf } from '../actors/xstate-internals.ts';
import { TroupeError } from '../errors.ts';
import type { Note } from '../log/entry-types.ts';
import type { ActorPaths } from './actor-paths.ts';
import { ContextSums, freezeContext, isChangeInPlace } from './context-sum.ts';
import { toErrorData } from './data.ts';

/** What is kept of an actor to see how it moves. */
interface Seen {
  readonly sums: ContextSums;
  last: unknown;
}

/** What moves need of their run. */
export interface MovesOwner {
  readonly root: AnyActorRef | undefined;
  readonly paths: ActorPaths;
  pathOf(ref: AnyActorRef): string;
  note(actor: string, note: Note): void;
}

/** Records every state that the actors of a run come to: so any log can be compared with one that is made again. */
export class Moves {
  readonly #core: MovesOwner;
  readonly #isStrict: boolean;
  readonly #seen = new WeakMap<AnyActorRef, Seen>();

  constructor(core: MovesOwner, isStrict: boolean) {
    this.#core = core;
    this.#isStrict = isStrict;
  }

  record(ref: AnyActorRef, snapshot: Snapshot<unknown>): void {
    const core = this.#core;
    // What a source came to is in the entry of its effect.
    if (logicOf(ref).start && !('machine' in snapshot)) return;
    const known = this.#seen.get(ref);
    const seen = known ?? { sums: new ContextSums(), last: undefined };
    if (!known) this.#seen.set(ref, seen);
    if (seen.last === snapshot) return;
    seen.last = snapshot;
    const { status, output, error, value, context } = snapshot as Snapshot<unknown> & {
      value?: unknown;
      context?: unknown;
    }; // as machines and transitions have
    if (this.#isStrict) freezeContext(context);
    const sum = seen.sums.next(context);
    core.note(core.pathOf(ref), {
      type: 'actor.moved',
      data: {
        ...(value === undefined ? {} : { value }),
        status,
        ...(sum === undefined ? {} : { sum }),
        ...(status === 'done' && output !== undefined ? { output: toErrorData(output) } : {}),
        ...(status === 'error' ? { error: toErrorData(error) } : {}),
      },
    });
    if (status !== 'active' && ref !== core.root) core.paths.drop(ref);
  }
}

/** Why a chart threw, in words that say what to do, where that is known. */
export function explained(error: unknown, chart: string, isStrict: boolean): unknown {
  if (!isStrict || !isChangeInPlace(error)) return error;
  const { message } = error as Error; // a change in place
  return new TroupeError(
    'usage',
    `The chart "${chart}" changed its context, or an event, in place (${message}). Return new values from assign, such as [...list, item] or { ...record, name }.`,
    { cause: error },
  );
}
