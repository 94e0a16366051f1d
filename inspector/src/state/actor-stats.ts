import type { Change, Chart, ChartNode, Frame, StateValue, TimelineEntry } from '../../../src/inspect/protocol.ts';
import { numberOf } from './field-of.ts';

/** What one state of an actor came to so far. */
export interface StateStats {
  visits: number;
  ms: number;
  tokens: number;
  costUsd: number;
}

/** What one edge of an actor came to so far. */
export interface EdgeStats {
  taken: number;
  /** The entry at which it was last taken. */
  lastSeq?: number;
  /** The last result of its guard, as far as the edges taken show it. */
  lastGuard?: boolean;
}

export interface ActorStats {
  readonly states: ReadonlyMap<string, StateStats>;
  readonly edges: ReadonlyMap<string, EdgeStats>;
}

interface Source {
  readonly chart: Chart;
  readonly actor: { readonly id: string; readonly path: string };
  readonly frames: readonly Frame[];
  readonly entries: readonly TimelineEntry[];
  readonly seq: number;
  readonly activeNodes: (chart: Chart, value: StateValue) => ReadonlySet<string>;
}

/** Visits, time, tokens and cost of every state of an actor, and how its edges went, up to an entry. */
export function actorStats({ chart, actor, frames, entries, seq, activeNodes }: Source): ActorStats {
  const states = new Map<string, StateStats>();
  const edges = new Map<string, EdgeStats>();
  const siblings = siblingsOf(chart.root);
  let active: ReadonlySet<string> = new Set();
  let since = 0;
  let place = 0;
  const stats = (id: string) => entryOf(states, id, () => ({ visits: 0, ms: 0, tokens: 0, costUsd: 0 }));
  const spend = (until: number) => {
    for (const id of active) stats(id).ms += until - since;
    since = until;
  };
  const charge = (entry: TimelineEntry) => {
    const { usage } = entry.data;
    if (!usage || (entry.actor !== actor.path && !entry.actor.startsWith(`${actor.path}/`))) return;
    for (const id of active) {
      stats(id).tokens += (numberOf(usage, 'inputTokens') ?? 0) + (numberOf(usage, 'outputTokens') ?? 0);
      stats(id).costUsd += numberOf(usage, 'costUsd') ?? 0;
    }
  };
  const move = (value: StateValue, at: number) => {
    const next = activeNodes(chart, value);
    spend(at);
    for (const id of next) if (!active.has(id)) stats(id).visits += 1;
    active = next;
  };
  let now = 0;
  const advance = (to: number) => {
    for (let entry = entries[place]; entry && entry.seq <= to; entry = entries[++place]) {
      now = Date.parse(entry.at);
      charge(entry);
    }
  };
  const apply = (change: Change, at: number) => {
    if (change.type === 'actor') since = now;
    if (change.type === 'microstep') {
      move(change.value, now);
      for (const id of change.edges) markTaken(edges, siblings, id, at);
    }
    if (change.type !== 'snapshot') return;
    if (change.value !== undefined) move(change.value, now);
    if (change.status === 'active') return;
    spend(now);
    active = new Set();
  };
  for (const frame of frames) {
    if (frame.seq > seq) break;
    advance(frame.seq);
    for (const change of frame.changes) if (change.actor === actor.id) apply(change, frame.seq);
  }
  advance(seq);
  spend(now);
  return { states, edges };
}

/** An edge that was taken was allowed; those that are tried before it were not. */
function markTaken(
  edges: Map<string, EdgeStats>,
  siblings: ReadonlyMap<string, readonly string[]>,
  id: string,
  seq: number,
) {
  for (const each of siblings.get(id) ?? [id]) {
    const stats = entryOf(edges, each, (): EdgeStats => ({ taken: 0 }));
    stats.lastGuard = each === id;
    if (each !== id) continue;
    stats.taken += 1;
    stats.lastSeq = seq;
    return;
  }
}

function siblingsOf(root: ChartNode): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const found = new Map<string, string[]>();
  const visit = (node: ChartNode): void => {
    for (const edge of node.edges) {
      const group = entryOf(groups, `${edge.source}|${edge.event}`, (): string[] => []);
      group.push(edge.id);
      found.set(edge.id, group);
    }
    node.states.forEach(visit);
  };
  visit(root);
  return found;
}

function entryOf<T>(map: Map<string, T>, key: string, create: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = create();
  map.set(key, made);
  return made;
}
