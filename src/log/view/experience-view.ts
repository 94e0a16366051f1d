import type { Experience } from '../../domain/specialist-card.ts';
import type { Entry } from '../entry.ts';
import { Grown } from './grown.ts';
import { defineView } from './view.ts';

/** So many durations of a specialist are kept: the latest. */
const keptDurations = 100;

/** What is known of one specialist so far. */
interface Known {
  readonly specialist: string;
  readonly steps: number;
  readonly succeeded: number;
  /** How long its latest successes took. */
  readonly durations: readonly number[];
  /** How its attempts failed. */
  readonly failures: Readonly<Record<string, number>>;
}

export interface ExperienceState {
  readonly specialists: Grown<Known>;
}

/** How the steps of each specialist came out, over runs. A step that a limit ended says nothing. */
export const experienceView = defineView<ExperienceState>({
  name: 'experience',
  start: { specialists: new Grown() },
  step(state, entry) {
    if (entry.type !== 'step.completed' && entry.type !== 'step.failed') return state;
    let { specialists } = state;
    for (const { specialistName, status, durationMs, failures = [], limit } of entry.data.results) {
      if (limit) continue;
      const known = specialists.get(specialistName) ?? nothingOf(specialistName);
      const isGood = status !== 'failed';
      specialists = specialists.with(specialistName, {
        specialist: specialistName,
        steps: known.steps + 1,
        succeeded: known.succeeded + (isGood ? 1 : 0),
        durations: isGood ? [...known.durations, durationMs].slice(-keptDurations) : known.durations,
        failures: withCodes(known.failures, failures),
      });
    }
    return specialists === state.specialists ? state : { specialists };
  },
});

function withCodes(before: Known['failures'], codes: readonly string[]): Known['failures'] {
  const counts = new Map(Object.entries(before));
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const nothingOf = (specialist: string): Known => ({
  specialist,
  steps: 0,
  succeeded: 0,
  durations: [],
  failures: {},
});

/** Where runs are read: a store. */
export interface RunSource {
  read(run: string): Promise<readonly Entry[]>;
  /** The newest first. */
  runs(query: { readonly after?: string; readonly limit?: number }): Promise<readonly { readonly run: string }[]>;
}

/**
 * What runs have shown of each specialist, for `createOrchestrator({ experience })`: from entries, or from the latest runs of a store, `runs` of them
 * (200 unless it says otherwise).
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
  for (const id of ids.reverse()) state = (await store.read(id)).reduce(experienceView.step, state);
  return toExperience(state);
}

const toExperience = ({ specialists }: ExperienceState): Experience[] =>
  specialists.items.map(({ specialist, steps, succeeded, durations, failures }) => ({
    specialist,
    steps,
    success: succeeded / steps,
    ...(durations.length > 0 ? { medianMs: medianOf(durations) } : {}),
    failures,
  }));

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}
