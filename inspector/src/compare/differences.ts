import { computed, signal } from '@preact/signals';
import { actorSides } from './actor-sides.ts';
import { compareSteps, compareTotals, type Metric, paidAfter, paired, type StepPair } from './compare-runs.ts';
import { type ComparedRun, pair } from './compared.ts';
import { type DiffedText, diffTexts } from './diff-words.ts';

/** What is the same in both is left out. */
export const onlyDifferences = signal(false);
/** The step whose results stand open, in both runs. */
export const openStep = signal<string | undefined>(undefined);
/** The place among the differences that one has gone to. */
export const chosenPlace = signal(-1);

const lastAt = ({ session }: ComparedRun) => Date.parse(session.entries[session.entryCount.value - 1]?.at ?? '') || 0;
const firstAt = ({ session }: ComparedRun) => Date.parse(session.entries[0]?.at ?? '') || 0;

/** The steps of both beside each other; of runs without a plan, their actors. */
export const steps = computed<readonly StepPair[]>(() => {
  if (!pair.value) return [];
  const { a, b } = pair.value;
  const planOf = (run: ComparedRun) => ({
    plan: run.session.lastPlan.value,
    attempts: run.session.story.attempts,
    resultOf: (seq: number) => run.resultOf(seq),
    now: lastAt(run),
  });
  const [left, right] = [planOf(a), planOf(b)];
  if (left.plan || right.plan) return compareSteps(left, right);
  return paired(actorSides(a.session.entries), actorSides(b.session.entries));
});

/** What came of both, with the words marked that differ. */
export const answers = computed<DiffedText | undefined>(() => {
  if (!pair.value) return undefined;
  const [one, other] = [pair.value.a.answer, pair.value.b.answer];
  return one === undefined || other === undefined ? undefined : diffTexts(one, other);
});

export const totals = computed<readonly Metric[]>(() => {
  if (!pair.value) return [];
  const of = (run: ComparedRun) => ({ facts: run.session.lastFacts.value, ms: lastAt(run) - firstAt(run) });
  return compareTotals(of(pair.value.a), of(pair.value.b));
});

/** Which of the two is a fork of the other, and what it has used since. */
export const forked = computed(() => {
  if (!pair.value) return undefined;
  const { a, b } = pair.value;
  a.session.entryCount.value;
  b.session.entryCount.value;
  for (const [fork, from] of [
    [b, a],
    [a, b],
  ] as const) {
    const { origin } = fork;
    if (origin?.run === from.id) return { fork, from, origin, paid: paidAfter(fork.session.entries, origin.at) };
  }
  return undefined;
});

/** Whether what came of the runs differs; nothing while one of them has come to nothing yet. */
const answersDiffer = computed(() => {
  const { a, b } = answers.value?.differing ?? { a: 0, b: 0 };
  return a + b > 0 || (pair.value?.a.answer === undefined) !== (pair.value?.b.answer === undefined);
});

/** Where the differences are, as ids of elements of the first run. */
export const places = computed<readonly string[]>(() => [
  ...steps.value.filter(({ differs }) => differs).map(({ key }) => `step-${key}`),
  ...(answersDiffer.value ? ['answer'] : []),
]);

/** Goes to another difference, round and round. */
export function goToPlace(by: 1 | -1): void {
  const count = places.value.length;
  if (count === 0) return;
  const from = chosenPlace.value < 0 && by < 0 ? 0 : chosenPlace.value;
  chosenPlace.value = (from + by + count) % count;
  const id = places.value[chosenPlace.value];
  for (const side of ['a', 'b']) document.getElementById(`${side}-${id}`)?.scrollIntoView({ block: 'nearest' });
  document.getElementById(`a-${id}`)?.focus({ preventScroll: true });
}
