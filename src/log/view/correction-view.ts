import { isEnded } from '../../domain/status.ts';
import {
  type Correction,
  type CorrectionAttempt,
  type ErrorPattern,
  failureCounts,
  patternName,
  toolOf,
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
  /** Who works on what, by their actors. */
  readonly workers: Grown<Worker>;
  /** The attempts of each run of which it is not known what came. */
  readonly open: Grown<readonly Open[]>;
}

interface Open {
  /** The correction. */
  readonly id: string;
  readonly step: string;
  readonly isPlan: boolean;
}

interface Worker {
  readonly specialist: string;
  readonly step: string;
}

type Failure = Omit<ErrorPattern, 'pattern'>;

/** What has gone wrong in a run, by pattern, and what was done about it. */
export const correctionView = defineView<CorrectionState>({
  name: 'correction',
  start: { patterns: new Grown(), corrections: new Grown(), workers: new Grown(), open: new Grown() },
  step(state, entry) {
    switch (entry.type) {
      case 'step.started':
        return { ...state, workers: withWorkers(state.workers, entry) };
      case 'entry.recorded':
        return recorded(state, entry);
      case 'correction.triggered': {
        const { step, pattern, reason } = entry.data;
        return triggered(state, { id: entry.id, step, pattern, reason, at: entry.at, attempts: [] });
      }
      case 'correction.attempted': {
        const { action, specialist } = entry.data;
        const by = specialist === undefined ? {} : { specialist };
        return attempted(withOpen(state, entry), entry.parent, { action, ...by, at: entry.at, status: 'in_progress' });
      }
      case 'step.completed':
        return closed(state, entry.run, ({ step }) => step === entry.data.id, 'success');
      case 'step.failed':
        return counted(
          closed(state, entry.run, ({ step }) => step === entry.data.id, 'failed'),
          stepFailures(entry, state),
          entry.at,
        );
      case 'results.collected': {
        // Whether another plan helps shows in its first round.
        const { successfulResults, failedResults } = entry.data.results;
        const isGood = successfulResults.length > 0 && failedResults.length === 0;
        return closed(state, entry.run, ({ isPlan }) => isPlan, isGood ? 'success' : 'failed');
      }
      case 'status.changed':
        return isEnded(entry.data.status) ? closed(state, entry.run, () => true, 'failed') : state;
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
function failuresIn(entry: Entry, { workers }: CorrectionState): Failure[] {
  // Those below it work for it.
  const who = () => workers.get(`${entry.run} ${entry.actor.split('/', 2).join('/')}`);
  if (entry.type === 'effect.failed') {
    const { kind, source, error } = entry.data;
    return [{ kind: source ?? kind, code: error.code, message: error.message, count: 1, ...who() }];
  }
  if (entry.type !== 'effect.completed' || entry.data.kind !== 'useTool' || !entry.data.output.isError) return [];
  const { tool, text } = entry.data.output;
  return [{ kind: 'useTool', tool, code: 'tool', message: text.slice(0, 500), count: 1, ...who() }];
}

/** How the attempts at a step failed; where nobody counted them, that it failed. */
function stepFailures(entry: EntryOf<'step.failed'>, { workers }: CorrectionState): Failure[] {
  const { id: step, reason, actor, results } = entry.data;
  // Those of tools were counted when they failed.
  const counts = failureCounts(results).filter(({ code }) => toolOf(code) === undefined);
  if (counts.length > 0) return counts.map((each) => ({ kind: 'step', step, ...each }));
  const specialist = (actor && workers.get(`${entry.run} ${actor}`)?.specialist) ?? results[0]?.specialistName;
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

type End = 'success' | 'failed';

/** What came of the last attempts of some corrections, where that is not known yet. */
function ended(before: Grown<Correction>, ids: readonly string[], status: End): Grown<Correction> {
  let corrections = before;
  for (const id of ids) {
    const known = corrections.get(id);
    const last = known?.attempts.at(-1);
    if (!known || last?.status !== 'in_progress') continue;
    corrections = corrections.with(id, { ...known, attempts: [...known.attempts.slice(0, -1), { ...last, status }] });
  }
  return corrections;
}

/** An attempt is open until its step has an end; another plan until its results are collected, whether the step is in it or not. */
function withOpen(state: CorrectionState, { run, parent, data }: EntryOf<'correction.attempted'>): CorrectionState {
  if (parent === undefined) return state;
  const open = [...(state.open.get(run) ?? []), { id: parent, step: data.step, isPlan: data.action === 'plan' }];
  return { ...state, open: state.open.with(run, open) };
}

/** What came of those open attempts of a run that something is the end of. */
function closed(state: CorrectionState, run: string, isOver: (each: Open) => boolean, status: End): CorrectionState {
  const before = state.open.get(run) ?? [];
  const over = before.filter(isOver);
  if (over.length === 0) return state;
  const ids = over.map(({ id }) => id);
  const left = before.filter((each) => !over.includes(each));
  return { ...state, corrections: ended(state.corrections, ids, status), open: state.open.with(run, left) };
}

/** Those who begin a step: the first of them has the name that the log has, the others are counted behind it. */
function withWorkers(before: Grown<Worker>, { run, data }: EntryOf<'step.started'>): Grown<Worker> {
  const { id: step, actor, specialist, alongside = [] } = data;
  return alongside.reduce(
    (workers, other, index) => workers.with(`${run} ${actor}@${index + 2}`, { specialist: other, step }),
    before.with(`${run} ${actor}`, { specialist, step }),
  );
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
