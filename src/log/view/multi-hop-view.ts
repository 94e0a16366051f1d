import type { Entry, EntryOf } from '../entry.ts';
import { kinds } from '../own/kinds.ts';
import { Grown } from './grown.ts';
import { defineView } from './view.ts';

/** A part of the way to an answer, and what it rests on. */
export interface Hop {
  readonly id: string;
  readonly run: string;
  /** What was asked, or done. */
  readonly question: string;
  /** The hops that it rests on. */
  readonly restsOn: readonly string[];
  /** How many hops came before it on the longest way to it. */
  readonly depth: number;
  readonly status: 'taken' | 'completed' | 'failed';
  readonly at: string;
  readonly completedAt?: string;
  /** What was found: the keys under which the log has it, or words where a program recorded them. */
  readonly found?: readonly string[];
  readonly finding?: string;
}

export interface MultiHopState {
  readonly hops: Grown<Hop>;
  /** The most hops that rest on each other. */
  readonly longest: number;
  /** Hops that are not completed. */
  readonly open: number;
}

/**
 * How a question was answered in hops, each resting on others: what a run records as hops, the steps and look-ups that they begin with, and hops that
 * programs record. In logs from before hops were recorded, steps and look-ups say the same.
 */
export const multiHopView = defineView<MultiHopState>({
  name: 'multiHop',
  start: { hops: new Grown(), longest: 0, open: 0 },
  step(state, entry) {
    const { run, at } = entry;
    switch (entry.type) {
      case 'step.started': {
        const { id, description: question, dependencies: restsOn } = entry.data;
        return taken(state, { id: `step ${id}`, question, restsOn: restsOn.map((each) => `step ${each}`), run, at });
      }
      case 'hop.taken':
        return taken(state, { ...entry.data, run, at });
      case 'hop.completed':
        return ended(state, run, entry.data.id, { status: 'completed', completedAt: at, found: entry.data.found });
      case 'step.completed':
        return ended(state, run, `step ${entry.data.id}`, { status: 'completed', completedAt: at });
      case 'step.failed':
        return ended(state, run, `step ${entry.data.id}`, { status: 'failed', completedAt: at });
      case 'effect.completed':
        return lookedUp(state, entry);
      case 'entry.recorded':
        return recorded(state, entry);
      default:
        return state;
    }
  },
});

function taken(state: MultiHopState, hop: Pick<Hop, 'id' | 'run' | 'question' | 'restsOn' | 'at'>): MultiHopState {
  const { hops } = state;
  const depth = 1 + Math.max(0, ...hop.restsOn.map((id) => hops.get(`${hop.run} ${id}`)?.depth ?? 0));
  const key = `${hop.run} ${hop.id}`;
  const isNew = hops.get(key)?.status !== 'taken';
  return {
    hops: hops.with(key, { ...hop, depth, status: 'taken' }),
    longest: Math.max(state.longest, depth),
    open: state.open + (isNew ? 1 : 0),
  };
}

function ended(state: MultiHopState, run: string, id: string | undefined, end: Partial<Hop>): MultiHopState {
  const key = `${run} ${id}`;
  const known = state.hops.get(key);
  if (!known) return state;
  // A step is done before its hop is said to be.
  if (known.status !== 'taken') {
    return end.found && !known.found ? { ...state, hops: state.hops.with(key, { ...known, found: end.found }) } : state;
  }
  return { ...state, hops: state.hops.with(key, { ...known, ...end }), open: state.open - 1 };
}

/** What the host looks up in one turn is one hop; it rests on that of the turn before. */
function lookedUp(state: MultiHopState, { data, run, at }: EntryOf<'effect.completed'>): MultiHopState {
  const [, turn, look] = /^(t\d+)(?:\.(\d+))?\/look\./.exec(data.key) ?? [];
  if (turn === undefined || data.kind !== 'useTool') return state;
  const nth = Number(look ?? 1);
  const named = (number: number) => (number === 1 ? turn : `${turn}.${number}`);
  const [id, before] = [named(nth), named(nth - 1)];
  const call = `${data.output.tool} ${data.output.arguments ?? ''}`.trim();
  const known = state.hops.get(`${run} ${id}`);
  // One that was recorded when it began ends when that is recorded.
  if (known?.status === 'taken') return state;
  if (known) {
    return {
      ...state,
      hops: state.hops.with(`${run} ${id}`, { ...known, question: `${known.question}; ${call}`, completedAt: at }),
    };
  }
  const restsOn = state.hops.get(`${run} ${before}`) ? [before] : [];
  return ended(taken(state, { id, run, question: call, restsOn, at }), run, id, {
    status: 'completed',
    completedAt: at,
  });
}

function recorded(state: MultiHopState, entry: Entry): MultiHopState {
  const { id, run, at, parent } = entry;
  const hop = kinds.hopBegun.read(entry);
  if (hop) {
    const restsOn = hop.restsOn ?? (parent === undefined ? [] : [parent]);
    return taken(state, { id, run, question: hop.question, restsOn, at });
  }
  const completed = kinds.hopEnded.read(entry);
  if (!completed) return state;
  return ended(state, run, parent, { status: 'completed', completedAt: at, finding: completed.finding });
}
