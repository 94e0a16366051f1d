import type { Change, Frame, StateValue } from '../../../src/inspect/protocol.ts';
import { setPath } from '../../../src/inspect/set-path.ts';
import { countUpTo } from './bisect.ts';

/** What is known of one actor at a point of the history. */
export interface ActorState {
  readonly id: string;
  readonly path: string;
  readonly parent?: string;
  readonly chart?: string;
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  readonly value?: StateValue;
  readonly context?: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: string;
  /** The edges that it took because of the last event that moved it. */
  readonly taken: readonly string[];
  readonly lastEvent?: { readonly event: string; readonly from?: string; readonly data: unknown; readonly seq: number };
  /** An event came in: the next microstep begins a new list of edges. */
  readonly isFresh: boolean;
  /** The group in which it last changed. */
  readonly seq: number;
}

export type SystemState = ReadonlyMap<string, ActorState>;

/** Makes one change in a map of actors. */
function applyChange(actors: Map<string, ActorState>, change: Change, seq: number): void {
  if (change.type === 'actor') {
    const { actor: id, path, parent, chart } = change;
    const own = { ...(parent === undefined ? {} : { parent }), ...(chart === undefined ? {} : { chart }) };
    actors.set(id, { id, path, ...own, status: 'active', taken: [], isFresh: true, seq });
    return;
  }
  const before = actors.get(change.actor);
  if (before) actors.set(change.actor, { ...before, ...changeOf(before, change, seq), seq });
}

function changeOf(before: ActorState, change: Exclude<Change, { type: 'actor' }>, seq: number): Partial<ActorState> {
  switch (change.type) {
    case 'event': {
      const { event, from, data } = change;
      const lastEvent = { event, ...(from === undefined ? {} : { from }), data, seq };
      const input = event === 'xstate.init' ? (data as { input?: unknown } | null | undefined)?.input : undefined;
      return { lastEvent, isFresh: true, ...(input === undefined ? {} : { input }) };
    }
    case 'microstep':
      return {
        taken: before.isFresh ? change.edges : [...before.taken, ...change.edges],
        value: change.value,
        isFresh: false,
      };
    case 'snapshot': {
      const { status, value, output, error, context } = change;
      return {
        status,
        ...(value === undefined ? {} : { value }),
        ...(output === undefined ? {} : { output }),
        ...(error === undefined ? {} : { error }),
        ...(context.length === 0
          ? {}
          : { context: context.reduce<unknown>((at, each) => setPath(at, each), before.context) }),
      };
    }
  }
}

/** How far the frames may lie between two kept states. */
const spacing = 256;

/**
 * The frames of a session and the state at any of them.
 *
 * Every 256 frames the state is kept, so that a jump among many costs the same as among few.
 */
export class History {
  readonly #frames: Frame[] = [];
  readonly #kept: { readonly count: number; readonly state: SystemState }[] = [{ count: 0, state: new Map() }];
  #last: { readonly count: number; readonly state: SystemState } = { count: 0, state: new Map() };

  get frames(): readonly Frame[] {
    return this.#frames;
  }

  push(frames: readonly Frame[]): void {
    for (const frame of frames) this.#frames.push(frame);
  }

  /** How many frames belong to the entries up to this one. */
  countAt(seq: number): number {
    return countUpTo(this.#frames, seq, (frame) => frame.seq);
  }

  /** The group to which an entry belongs: the largest begin of a frame that is not after it. */
  groupAt(seq: number): number {
    return this.#frames[this.countAt(seq) - 1]?.seq ?? 0;
  }

  /** The changes of the group of an entry. */
  changesAt(seq: number): readonly Change[] {
    const group = this.groupAt(seq);
    return this.#frames.slice(this.countAt(group - 1), this.countAt(group)).flatMap((frame) => frame.changes);
  }

  /** All actors after the group of an entry, or after the first changes of it. */
  stateAt(seq: number, changes?: number): SystemState {
    if (changes === undefined) return this.#after(this.countAt(seq));
    const group = this.groupAt(seq);
    const actors = new Map(this.#after(this.countAt(group - 1)));
    for (const change of this.changesAt(seq).slice(0, changes)) applyChange(actors, change, group);
    return actors;
  }

  #after(count: number): SystemState {
    if (this.#last.count === count) return this.#last.state;
    const kept = this.#kept[countUpTo(this.#kept, count, (each) => each.count) - 1];
    const from = this.#last.count < count && this.#last.count > (kept?.count ?? 0) ? this.#last : kept;
    const actors = new Map(from?.state);
    for (let index = from?.count ?? 0; index < count; index++) {
      const frame = this.#frames[index] as Frame; // below the count of frames
      for (const change of frame.changes) applyChange(actors, change, frame.seq);
      const isDue = (index + 1) % spacing === 0 && (this.#kept.at(-1)?.count ?? 0) < index + 1;
      if (isDue) this.#kept.push({ count: index + 1, state: new Map(actors) });
    }
    this.#last = { count, state: actors };
    return actors;
  }
}
