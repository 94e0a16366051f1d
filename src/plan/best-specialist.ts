import type { SpecialistCard } from '../domain/specialist-card.ts';
import { termsOf } from '../text/terms-of.ts';

/** How much of `wanted` is found in `text`, from 0 to 1. */
export function overlap(wanted: string, text: string): number {
  const needles = termsOf(wanted);
  if (needles.length === 0) return 0;
  const found = new Set(termsOf(text));
  return needles.filter((needle) => found.has(needle)).length / needles.length;
}

/** The specialist whose name, capabilities and description fit a task best; the first of equals. */
export function bestSpecialist(task: string, specialists: readonly SpecialistCard[]): string {
  return bestOf(task, specialists)?.name ?? '';
}

/** The one that fits best of those that fit at all: what they say of themselves has something to do with the task. */
export function otherSpecialist(task: string, specialists: readonly SpecialistCard[]): string | undefined {
  const best = bestOf(task, specialists);
  return best && best.score > 0 ? best.name : undefined;
}

function bestOf(task: string, specialists: readonly SpecialistCard[]): { name: string; score: number } | undefined {
  let best: { name: string; score: number } | undefined;
  for (const card of specialists) {
    const score =
      2 * overlap(card.capabilities.join(' '), task) +
      overlap(task, `${card.name} ${card.description} ${card.capabilities.join(' ')}`);
    if (!best || score > best.score) best = { name: card.name, score };
  }
  return best;
}
