import type { StepView } from '../state/plan-at.ts';

/** How far each step is from the beginning, by the longest chain of needs. */
export function ranksOf(steps: readonly Pick<StepView, 'id' | 'dependencies'>[]): Map<string, number> {
  const ranks = new Map<string, number>();
  const byId = new Map(steps.map((step) => [step.id, step]));
  const rankOf = (id: string, open: ReadonlySet<string>): number => {
    const known = ranks.get(id);
    if (known !== undefined || open.has(id)) return known ?? 0;
    const needs = (byId.get(id)?.dependencies ?? []).filter((need) => byId.has(need));
    const rank = Math.max(-1, ...needs.map((need) => rankOf(need, new Set([...open, id])))) + 1;
    ranks.set(id, rank);
    return rank;
  };
  for (const { id } of steps) rankOf(id, new Set());
  return ranks;
}

/** A text in at most two lines of so many letters. */
export function wrapped(text: string, room: number): string[] {
  const cut = (line: string) => (line.length > room ? `${line.slice(0, Math.max(1, room - 1))}…` : line);
  if (text.length <= room) return [text];
  const gap = text.lastIndexOf(' ', room);
  if (gap < room / 2) return [text.slice(0, room), cut(text.slice(room).trim())];
  return [text.slice(0, gap), cut(text.slice(gap + 1))];
}
