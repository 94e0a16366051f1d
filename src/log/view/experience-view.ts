import type { SpecialistResult } from '../../domain/results.ts';
import type { Experience, Figures } from '../../domain/specialist-card.ts';
import { TroupeError } from '../../errors.ts';
import { leastSteps } from '../../plan/best-specialist.ts';
import { stepKind, stepWord } from '../../plan/step-kind.ts';
import type { Entry } from '../entry.ts';
import { Grown } from './grown.ts';
import { defineView } from './view.ts';

/** So many durations of a specialist are kept: the latest. */
const keptDurations = 100;

/** So many kinds of steps of a specialist are told: those that it did most. */
const keptKinds = 20;

/** How steps of one specialist, or of one kind, came out so far. */
interface Known {
  readonly steps: number;
  readonly succeeded: number;
  /** How long its latest successes took. */
  readonly durations: readonly number[];
}

/** A kind of step, and a word for it. */
interface Kind {
  readonly kind: string;
  readonly word: string;
}

interface KnownSpecialist extends Known {
  readonly specialist: string;
  /** How its attempts failed, and its tools. */
  readonly failures: Readonly<Record<string, number>>;
  readonly kinds: Grown<Known & Kind>;
}

export interface ExperienceState {
  readonly specialists: Grown<KnownSpecialist>;
  /** The kind of each step that has started. */
  readonly kinds: Grown<Kind>;
}

/** How the steps of each specialist came out, over runs, all of them and by their kinds. A step that a limit ended says nothing. */
export const experienceView = defineView<ExperienceState>({
  name: 'experience',
  start: { specialists: new Grown(), kinds: new Grown() },
  step(state, entry) {
    if (entry.type === 'step.started') {
      const { id, description } = entry.data;
      const kind = { kind: stepKind(description), word: stepWord(description) };
      return { ...state, kinds: state.kinds.with(`${entry.run} ${id}`, kind) };
    }
    if (entry.type !== 'step.completed' && entry.type !== 'step.failed') return state;
    const { kind, word } = state.kinds.get(`${entry.run} ${entry.data.id}`) ?? { kind: '', word: '' };
    let { specialists } = state;
    for (const result of entry.data.results) {
      if (result.limit) continue;
      const { specialistName: specialist, failures = [] } = result;
      const known = specialists.get(specialist) ?? nothingOf(specialist);
      specialists = specialists.with(specialist, {
        ...after(known, result),
        failures: withCodes(known.failures, failures),
        kinds: kind
          ? known.kinds.with(kind, { ...after(known.kinds.get(kind) ?? { kind, word, ...nothing }, result), word })
          : known.kinds,
      });
    }
    return specialists === state.specialists ? state : { ...state, specialists };
  },
});

/** What is known after one more result. */
function after<K extends Known>(known: K, { status, durationMs }: SpecialistResult): K {
  const isGood = status !== 'failed';
  return {
    ...known,
    steps: known.steps + 1,
    succeeded: known.succeeded + (isGood ? 1 : 0),
    durations: isGood ? [...known.durations, durationMs].slice(-keptDurations) : known.durations,
  };
}

function withCodes(before: KnownSpecialist['failures'], codes: readonly string[]): KnownSpecialist['failures'] {
  const counts = new Map(Object.entries(before));
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const nothing: Known = { steps: 0, succeeded: 0, durations: [] };
const nothingOf = (specialist: string): KnownSpecialist => ({
  ...nothing,
  specialist,
  failures: {},
  kinds: new Grown(),
});

/** Where runs are read: a store. */
export interface RunSource {
  read(run: string): Promise<readonly Entry[]>;
  /** The newest first. */
  runs(query: { readonly after?: string; readonly limit?: number }): Promise<readonly { readonly run: string }[]>;
}

/**
 * What runs have shown of each specialist, for `createOrchestrator({ experience })`: from entries, or from the latest runs of a store, `runs` of them
 * (200 unless it says otherwise), without those whose logs are damaged.
 */
export function experienceOf(entries: readonly Entry[]): Experience[];
export function experienceOf(store: RunSource, options?: { readonly runs?: number }): Promise<Experience[]>;
export function experienceOf(
  source: readonly Entry[] | RunSource,
  { runs = 200 }: { readonly runs?: number } = {},
): Experience[] | Promise<Experience[]> {
  return 'read' in source ? readExperience(source, runs) : toExperience(experienceView.of(source));
}

async function readExperience(store: RunSource, most: number): Promise<Experience[]> {
  const ids: string[] = [];
  while (ids.length < most) {
    const after = ids.at(-1);
    const page = await store.runs({
      limit: Math.min(100, most - ids.length),
      ...(after === undefined ? {} : { after }),
    });
    if (page.length === 0) break;
    ids.push(...page.map(({ run }) => run));
  }
  let state = experienceView.start;
  for (const id of ids.reverse()) {
    // A damaged log says nothing, and keeps no other from being heard.
    const entries = await store.read(id).catch((error: unknown) => {
      if (error instanceof TroupeError && error.code === 'bad-log') return [];
      throw error;
    });
    state = entries.reduce(experienceView.step, state);
  }
  return toExperience(state);
}

const toExperience = ({ specialists }: ExperienceState): Experience[] =>
  specialists.items.map(({ specialist, failures, kinds, ...known }) => {
    const often = kinds.items.filter(({ steps }) => steps >= leastSteps).toSorted((a, b) => b.steps - a.steps);
    const told = often
      .slice(0, keptKinds)
      .map(({ kind, word, ...each }) => [kind, { ...figuresOf(each), word }] as const);
    return {
      specialist,
      ...figuresOf(known),
      failures,
      ...(told.length > 0 ? { kinds: Object.fromEntries(told) } : {}),
    };
  });

const figuresOf = ({ steps, succeeded, durations }: Known): Figures => ({
  steps,
  success: succeeded / steps,
  ...(durations.length > 0 ? { medianMs: medianOf(durations) } : {}),
});

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}
