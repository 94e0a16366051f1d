import type { Mark, Phase } from '../run/phase-list.ts';

/** The slider: how wide it is, and the place of its last entry. */
interface Track {
  readonly width: number;
  readonly last: number;
}

/** A phase whose name fits, and where the middle of it stands. */
export interface PlacedPhase extends Phase {
  /** The place of the first entry after it. */
  readonly ends: number;
  readonly x: number;
}

/** The space between two names. */
const gap = 8;

/** The phases whose names have room in their part of the slider and beside each other. */
export function placedPhases(
  phases: readonly Phase[],
  { width, last }: Track,
  widthOf: (title: string) => number,
): readonly PlacedPhase[] {
  const placed: PlacedPhase[] = [];
  let end = 0;
  for (const [place, phase] of phases.entries()) {
    const ends = phases[place + 1]?.begins ?? last + 1;
    const [from, to] = [phase.begins, Math.min(ends, last)].map((each) => (last === 0 ? 0 : (each / last) * width));
    const own = widthOf(phase.title);
    const wanted = ((from ?? 0) + (to ?? 0)) / 2;
    const x = Math.min(Math.max(wanted, own / 2), width - own / 2);
    const isFitting = x - own / 2 >= end && (to ?? 0) - (from ?? 0) >= own / 2;
    if (!isFitting) continue;
    placed.push({ ...phase, ends, x });
    end = x + own / 2 + gap;
  }
  return placed;
}

/** Marks that stand on the same three pixels are one. */
export function thinned(marks: readonly Mark[], { width, last }: Track): readonly Mark[] {
  const seen = new Set<number>();
  return marks.filter(({ place }) => {
    const spot = Math.floor((place / Math.max(1, last)) * (width / 3));
    if (seen.has(spot)) return false;
    seen.add(spot);
    return true;
  });
}
