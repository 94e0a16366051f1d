import {
  type Correction,
  type CorrectionAttempt,
  type ErrorPattern,
  failureCounts,
  patternName,
} from '../../plan/error-pattern.ts';
import type { Entry, EntryOf } from '../entry.ts';
import { kinds } from '../own/kinds.ts';
import { Grown } from './grown.ts';
import { defineView } from './view.ts';

/** A pattern, and since when it is seen. */
export interface SeenPattern extends ErrorPattern {
  readonly firstAt: string;
  readonly lastAt: string;
}

export interface CorrectionState {
  readonly patterns: Grown<SeenPattern>;
  readonly corrections: Grown<Correction>;
  /** Who works on what: the specialist of each actor. */
  readonly specialists: Grown<string>;
  /** The correction that each step is a part of. */
  readonly steps: Grown<string>;
}

type Failure = Omit<ErrorPattern, 'pattern'>;

/** What has gone wrong in a run, by pattern, and what was done about it. */
export const correctionView = defineView<CorrectionState>({
  name: 'correction',
  start: { patterns: new Grown(), corrections: new Grown(), specialists: new Grown(), steps: new Grown() },
  step(state, entry) {
    switch (entry.type) {
      case 'step.started': {
        const specialists = state.specialists.with(`${entry.run} ${entry.data.actor}`, entry.data.specialist);
        return { ...state, specialists };
      }
      case 'entry.recorded':
        return recorded(state, entry);
      case 'correction.triggered': {
        const { step, pattern, reason } = entry.data;
        return triggered(state, { id: entry.id, step, pattern, reason, at: entry.at, attempts: [] });
      }
      case 'correction.attempted': {
        const { step, action, specialist } = entry.data;
        const steps = state.steps.with(`${entry.run} ${step}`, entry.parent ?? '');
        const by = specialist === undefined ? {} : { specialist };
        return attempted({ ...state, steps }, entry.parent, { action, ...by, at: entry.at, status: 'in_progress' });
      }
      case 'step.completed':
        return ended(state, entry, 'success');
      case 'step.failed':
        return counted(ended(state, entry, 'failed'), stepFailures(entry, state), entry.at);
      default:
        return counted(state, failuresIn(entry, state), entry.at);
    }
  },
});

function counted(state: CorrectionState, failures: readonly Failure[], at: string): CorrectionState {
  if (failures.length === 0) return state;
  let { patterns } = state;
  for (const failure of failures) {
    const pattern = patternName(failure);
    const before = patterns.get(pattern);
    const count = (before?.count ?? 0) + failure.count;
    patterns = patterns.with(pattern, { ...failure, pattern, count, firstAt: before?.firstAt ?? at, lastAt: at });
  }
  return { ...state, patterns };
}

/** What went wrong, if an entry says so. */
function failuresIn(entry: Entry, { specialists }: CorrectionState): Failure[] {
  const who = () => {
    // Those below it work for it.
    const specialist = specialists.get(`${entry.run} ${entry.actor.split('/', 2).join('/')}`);
    return specialist === undefined ? {} : { specialist };
  };
  if (entry.type === 'effect.failed') {
    const { kind, source, error } = entry.data;
    return [{ kind: source ?? kind, code: error.code, message: error.message, count: 1, ...who() }];
  }
  if (entry.type !== 'effect.completed' || entry.data.kind !== 'useTool' || !entry.data.output.isError) return [];
  const { tool, text } = entry.data.output;
  return [{ kind: 'useTool', tool, code: 'tool', message: text.slice(0, 500), count: 1, ...who() }];
}

/** How the attempts at a step failed; where nobody counted them, that it failed. */
function stepFailures(entry: EntryOf<'step.failed'>, { specialists }: CorrectionState): Failure[] {
  const { id: step, reason, actor, results } = entry.data;
  const counts = failureCounts(results);
  if (counts.length > 0) return counts.map((each) => ({ kind: 'step', step, ...each }));
  const specialist = (actor && specialists.get(`${entry.run} ${actor}`)) ?? results[0]?.specialistName;
  const message = reason ?? results.find(({ error }) => error)?.error ?? '';
  return [{ kind: 'step', code: 'failed', message, count: 1, ...(specialist === undefined ? {} : { specialist }) }];
}

const triggered = (state: CorrectionState, correction: Correction): CorrectionState => ({
  ...state,
  corrections: state.corrections.with(correction.id, correction),
});

function attempted(state: CorrectionState, id: string | undefined, attempt: CorrectionAttempt): CorrectionState {
  const known = state.corrections.get(id ?? '');
  if (!known) return state;
  const attempts = [...known.attempts, attempt];
  return { ...state, corrections: state.corrections.with(known.id, { ...known, attempts }) };
}

/** What came of the last attempt at a step. */
function ended(
  state: CorrectionState,
  entry: EntryOf<'step.completed' | 'step.failed'>,
  status: 'success' | 'failed',
): CorrectionState {
  const known = state.corrections.get(state.steps.get(`${entry.run} ${entry.data.id}`) ?? '');
  const last = known?.attempts.at(-1);
  if (!known || last?.status !== 'in_progress') return state;
  const attempts = [...known.attempts.slice(0, -1), { ...last, status }];
  return { ...state, corrections: state.corrections.with(known.id, { ...known, attempts }) };
}

/** What programs record of corrections that are their own. */
function recorded(state: CorrectionState, entry: Entry): CorrectionState {
  const needed = kinds.correctionNeeded.read(entry);
  if (needed) {
    const { pattern, reason } = needed;
    return triggered(state, { id: entry.id, pattern, reason, at: entry.at, attempts: [] });
  }
  const tried = kinds.correctionTried.read(entry);
  if (!tried) return state;
  const { status, at } = entry;
  return attempted(state, entry.parent, { action: tried.action, at, ...(status === undefined ? {} : { status }) });
}
