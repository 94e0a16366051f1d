import type { Entry } from '../entry.ts';
import { kinds } from '../own/kinds.ts';
import { Grown } from './grown.ts';
import { defineView } from './view.ts';

/** Something that goes wrong again and again: what, where and in whose hands. */
export interface ErrorPattern {
  /** All of it on one line, such as `useTool query_table of analyst: tool`. */
  readonly pattern: string;
  /** The kind of effect, `step` for a step that failed as a whole, or the source of a chart. */
  readonly kind: string;
  /** The code of the error. */
  readonly code: string;
  readonly specialist?: string;
  readonly tool?: string;
  readonly count: number;
  /** What the last one said. */
  readonly message: string;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** A correction, and what was tried. */
export interface Correction {
  readonly id: string;
  readonly pattern: string;
  readonly reason: string;
  readonly at: string;
  readonly attempts: readonly { readonly action: string; readonly at: string; readonly status?: string }[];
}

export interface CorrectionState {
  readonly patterns: Grown<ErrorPattern>;
  readonly corrections: Grown<Correction>;
  /** Who works on what: the specialist of each actor. */
  readonly specialists: Grown<string>;
}

type Failure = Pick<ErrorPattern, 'kind' | 'code' | 'message'> & Partial<Pick<ErrorPattern, 'specialist' | 'tool'>>;

/** What has gone wrong in a run, by pattern, and what was done about it. */
export const correctionView = defineView<CorrectionState>({
  name: 'correction',
  start: { patterns: new Grown(), corrections: new Grown(), specialists: new Grown() },
  step(state, entry) {
    if (entry.type === 'step.started') {
      return {
        ...state,
        specialists: state.specialists.with(`${entry.run} ${entry.data.actor}`, entry.data.specialist),
      };
    }
    if (entry.type === 'entry.recorded') return corrected(state, entry);
    const failure = failureIn(entry, state);
    return failure ? { ...state, patterns: counted(state.patterns, failure, entry.at) } : state;
  },
});

function counted(patterns: CorrectionState['patterns'], failure: Failure, at: string): CorrectionState['patterns'] {
  const { kind, code, specialist, tool } = failure;
  const where = [kind, tool, ...(specialist === undefined ? [] : ['of', specialist])].filter(Boolean).join(' ');
  const pattern = `${where}: ${code}`;
  const before = patterns.get(pattern);
  const count = (before?.count ?? 0) + 1;
  return patterns.with(pattern, { ...failure, pattern, count, firstAt: before?.firstAt ?? at, lastAt: at });
}

/** What went wrong, if an entry says so. */
function failureIn(entry: Entry, { specialists }: CorrectionState): Failure | undefined {
  const who = () => {
    // Those below it work for it.
    const specialist = specialists.get(`${entry.run} ${entry.actor.split('/', 2).join('/')}`);
    return specialist === undefined ? {} : { specialist };
  };
  switch (entry.type) {
    case 'effect.failed': {
      const { kind, source, error } = entry.data;
      return { kind: source ?? kind, code: error.code, message: error.message, ...who() };
    }
    case 'effect.completed': {
      if (entry.data.kind !== 'useTool' || !entry.data.output.isError) return undefined;
      const { tool, text } = entry.data.output;
      return { kind: 'useTool', tool, code: 'tool', message: text.slice(0, 500), ...who() };
    }
    case 'step.failed': {
      const { reason, actor, results } = entry.data;
      const specialist = (actor && specialists.get(`${entry.run} ${actor}`)) ?? results[0]?.specialistName;
      const message = reason ?? results.find(({ error }) => error)?.error ?? '';
      return { kind: 'step', code: 'failed', message, ...(specialist === undefined ? {} : { specialist }) };
    }
    default:
      return undefined;
  }
}

function corrected(state: CorrectionState, entry: Entry): CorrectionState {
  const { corrections } = state;
  const triggered = kinds.correctionTriggered.read(entry);
  if (triggered) {
    const { pattern, reason } = triggered;
    const correction = { id: entry.id, pattern, reason, at: entry.at, attempts: [] };
    return { ...state, corrections: corrections.with(entry.id, correction) };
  }
  const attempted = kinds.correctionAttempted.read(entry);
  const known = attempted && corrections.get(entry.parent ?? '');
  if (!attempted || !known) return state;
  const { status, at } = entry;
  const attempt = { action: attempted.action, at, ...(status === undefined ? {} : { status }) };
  return { ...state, corrections: corrections.with(known.id, { ...known, attempts: [...known.attempts, attempt] }) };
}
