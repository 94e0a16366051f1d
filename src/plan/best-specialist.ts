import { ownValue } from '../domain/own-value.ts';
import type { Figures, KindFigures, SpecialistCard } from '../domain/specialist-card.ts';
import { termsOf } from '../text/terms-of.ts';
import { type PlanStep, workersOf } from './plan.ts';
import { stepKind } from './step-kind.ts';

/** How much of `wanted` is found in `text`, from 0 to 1. */
export function overlap(wanted: string, text: string): number {
  const needles = termsOf(wanted);
  if (needles.length === 0) return 0;
  const found = new Set(termsOf(text));
  return needles.filter((needle) => found.has(needle)).length / needles.length;
}

/**
 * The specialist whose name, capabilities and description fit a task best; of equals the one that succeeds more often, else the first. One that has
 * failed at more than half of such tasks comes after all others that fit.
 */
export function bestSpecialist(task: string, specialists: readonly SpecialistCard[]): string {
  return bestOf(task, specialists)?.name ?? '';
}

/**
 * The one that fits best of those that fit at all: what they say of themselves has something to do with the task. Whoever says the same of themselves
 * as those who had it before (`former`) fits better than one whose words merely occur in the task.
 */
export function otherSpecialist(
  task: string,
  specialists: readonly SpecialistCard[],
  former: readonly SpecialistCard[] = [],
): string | undefined {
  const wanted = former.map(wordsOf).join(' ');
  const best = bestOf(task, specialists, (card) => overlap(wanted, wordsOf(card)));
  return best && best.fit > 0 ? best.name : undefined;
}

const wordsOf = ({ description, capabilities }: SpecialistCard) => `${description} ${capabilities.join(' ')}`;

interface Best {
  readonly name: string;
  /** How much it has to do with the task. */
  readonly fit: number;
  /** That, with what else speaks for it. */
  readonly score: number;
  readonly card: SpecialistCard;
  /** It fits, and has not mostly failed at such tasks. */
  readonly isUsable: boolean;
}

function bestOf(
  task: string,
  specialists: readonly SpecialistCard[],
  bonus: (card: SpecialistCard) => number = () => 0,
): Best | undefined {
  const kind = stepKind(task);
  let best: Best | undefined;
  for (const card of specialists) {
    const fit = 2 * overlap(card.capabilities.join(' '), task) + overlap(task, `${card.name} ${wordsOf(card)}`);
    const each = { name: card.name, fit, score: fit + bonus(card), card, isUsable: fit > 0 && !failsAt(card, kind) };
    if (!best || isPreferred(each, best, kind)) best = each;
  }
  return best;
}

function isPreferred(one: Best, other: Best, kind: string): boolean {
  if (one.isUsable !== other.isUsable) return one.isUsable;
  return one.score > other.score || (one.score === other.score && isBetter(one.card, other.card, kind));
}

/** Fewer steps than this say nothing of a specialist. */
export const leastSteps = 3;
const proven = (figures: Figures | undefined) => (figures && figures.steps >= leastSteps ? figures : undefined);

/** What earlier runs have shown of a specialist, where it is enough to go by. */
export const provenOf = ({ experience }: SpecialistCard): Figures | undefined => proven(experience);
const provenAt = ({ experience }: SpecialistCard, kind: string) => proven(ownValue(experience?.kinds ?? {}, kind));

const isPoor = ({ success }: Figures) => success < 0.5;
const failsAt = (card: SpecialistCard, kind: string): boolean => {
  const figures = provenAt(card, kind);
  return figures !== undefined && isPoor(figures);
};
/** The kinds of steps at which a specialist has failed more often than not. */
export const weaknessesOf = ({ experience }: SpecialistCard): readonly (KindFigures & { readonly word: string })[] =>
  Object.entries(experience?.kinds ?? {}).flatMap(([kind, figures]) =>
    proven(figures) && isPoor(figures) ? [{ word: kind, ...figures }] : [],
  );

/** Who succeeds more often: at tasks of the kind, and the faster one of equals, where both are known for that, else at all. */
function isBetter(card: SpecialistCard, than: SpecialistCard, kind: string): boolean {
  const [here, there] = [provenAt(card, kind), provenAt(than, kind)];
  if (here && there) {
    const faster = (here.medianMs ?? Number.POSITIVE_INFINITY) < (there.medianMs ?? Number.POSITIVE_INFINITY);
    return here.success > there.success || (here.success === there.success && faster);
  }
  const [mine, other] = [provenOf(card), provenOf(than)];
  return mine !== undefined && other !== undefined && mine.success > other.success;
}

/** A step with how long such steps take whoever does it, by earlier runs; one that has an estimate keeps it. */
export function withEstimate(step: PlanStep, specialists: readonly SpecialistCard[]): PlanStep {
  if (step.estimatedMs !== undefined) return step;
  const workers = workersOf(step);
  const kind = stepKind(step.description);
  const timeOf = (card: SpecialistCard) => provenAt(card, kind)?.medianMs ?? provenOf(card)?.medianMs;
  const times = specialists.flatMap((card) => (workers.includes(card.name) ? (timeOf(card) ?? []) : []));
  return times.length === 0 ? step : { ...step, estimatedMs: Math.round(Math.max(...times)) };
}
