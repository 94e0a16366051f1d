import type { SpecialistCard } from '../domain/specialist-card.ts';
import { termsOf } from '../text/terms-of.ts';
import { type PlanStep, workersOf } from './plan.ts';

/** How much of `wanted` is found in `text`, from 0 to 1. */
export function overlap(wanted: string, text: string): number {
  const needles = termsOf(wanted);
  if (needles.length === 0) return 0;
  const found = new Set(termsOf(text));
  return needles.filter((needle) => found.has(needle)).length / needles.length;
}

/** The specialist whose name, capabilities and description fit a task best; of equals the one that succeeds more often, else the first. */
export function bestSpecialist(task: string, specialists: readonly SpecialistCard[]): string {
  return bestOf(task, specialists)?.name ?? '';
}

/** The one that fits best of those that fit at all: what they say of themselves has something to do with the task. */
export function otherSpecialist(task: string, specialists: readonly SpecialistCard[]): string | undefined {
  const best = bestOf(task, specialists);
  return best && best.score > 0 ? best.name : undefined;
}

interface Best {
  readonly name: string;
  readonly score: number;
  readonly card: SpecialistCard;
}

function bestOf(task: string, specialists: readonly SpecialistCard[]): Best | undefined {
  let best: Best | undefined;
  for (const card of specialists) {
    const score =
      2 * overlap(card.capabilities.join(' '), task) +
      overlap(task, `${card.name} ${card.description} ${card.capabilities.join(' ')}`);
    if (!best || score > best.score || (score === best.score && isBetter(card, best.card)))
      best = { name: card.name, score, card };
  }
  return best;
}

/** Fewer steps than this say nothing of a specialist. */
const leastSteps = 3;

/** What earlier runs have shown of a specialist, where it is enough to go by. */
export const provenOf = ({ experience }: SpecialistCard): SpecialistCard['experience'] =>
  experience && experience.steps >= leastSteps ? experience : undefined;

function isBetter(card: SpecialistCard, than: SpecialistCard): boolean {
  const [mine, other] = [provenOf(card), provenOf(than)];
  return mine !== undefined && other !== undefined && mine.success > other.success;
}

/** A step with how long it takes whoever does it, by earlier runs; one that has an estimate keeps it. */
export function withEstimate(step: PlanStep, specialists: readonly SpecialistCard[]): PlanStep {
  if (step.estimatedMs !== undefined) return step;
  const workers = workersOf(step);
  const times = specialists.flatMap((card) => (workers.includes(card.name) ? (provenOf(card)?.medianMs ?? []) : []));
  return times.length === 0 ? step : { ...step, estimatedMs: Math.round(Math.max(...times)) };
}
