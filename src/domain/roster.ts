import type { SpecialistCard } from './specialist-card.ts';

/** The words of a text: Latin words, and Han runs as pairs of characters. */
export function terms(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{Script=Latin}\p{N}]+|\p{Script=Han}+/gu)) {
    if (/^\p{Script=Han}/u.test(word)) {
      const characters = [...word];
      if (characters.length === 1) found.add(word);
      for (let index = 0; index + 1 < characters.length; index++) {
        found.add(`${characters[index]}${characters[index + 1]}`);
      }
    } else {
      found.add(word.length > 3 ? word.replace(/(?:ing|s)$/, '').replace(/e$/, '') : word);
    }
  }
  return found;
}

/** How much of `wanted` is found in `text`, from 0 to 1. */
export function overlap(wanted: string, text: string): number {
  const needles = terms(wanted);
  if (needles.size === 0) return 0;
  const hay = terms(text);
  return [...needles].filter((needle) => hay.has(needle)).length / needles.size;
}

/** The specialist whose name, capabilities and description fit a task best; the first of equals. */
export function bestSpecialist(task: string, specialists: readonly SpecialistCard[]): string {
  let best = { name: specialists[0]?.name ?? '', score: -1 };
  for (const card of specialists) {
    const score =
      2 * overlap(card.capabilities.join(' '), task) +
      overlap(task, `${card.name} ${card.description} ${card.capabilities.join(' ')}`);
    if (score > best.score) best = { name: card.name, score };
  }
  return best.name;
}
