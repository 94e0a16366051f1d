import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { fieldOf } from './field-of.ts';
import type { ActorState, SystemState } from './fold.ts';
import { leafWords } from './format.ts';

/** An agent at work. */
export interface AgentAtWork {
  /** The actor that it is. */
  readonly actor: string;
  /** The agents from the root of the run to it: `team > clerk`. */
  readonly path: string;
  /** What it does, by the names of its states. */
  readonly words: string;
}

/** Every actor of an agent knows the way to it, its calls of tools too. */
function pathOf({ status, chart, context }: ActorState): string | undefined {
  const names = fieldOf(context, 'runPath');
  const isAtWork = status === 'active' && chart !== undefined;
  return isAtWork && Array.isArray(names) ? names.map(String).join(' > ') : undefined;
}

/** The agents at work at a point of the history; those that only wait for others of them are left out. */
export function agentsAt(state: SystemState): readonly AgentAtWork[] {
  const byPath = new Map<string, AgentAtWork>();
  for (const actor of state.values()) {
    const path = pathOf(actor);
    // An agent's own actor comes before those of its calls.
    if (path !== undefined && !byPath.has(path)) {
      byPath.set(path, { actor: actor.id, path, words: leafWords(actor.value) });
    }
  }
  const paths = [...byPath.keys()];
  return [...byPath.values()].filter(({ path }) => !paths.some((other) => other.startsWith(`${path} > `)));
}

/** The entry in which the run of an agent came to its end, if it has up to an entry. */
export function endIn(entries: readonly TimelineEntry[], at: number): TimelineEntry | undefined {
  const root = entries[0]?.actor;
  return entries.findLast(
    ({ seq, type, actor, data }) => seq <= at && type === 'actor.moved' && actor === root && data.status === 'done',
  );
}

/** What the entry of an end says: the answer, or why there is none. It may be cut. */
export function answerIn({ data }: TimelineEntry): unknown {
  const { output } = data;
  return fieldOf(fieldOf(output, 'message'), 'content') ?? fieldOf(fieldOf(output, 'error'), 'message');
}
