import type { SpecialistCard } from '../../src/domain/specialist-card.ts';

/** A roster with the names of the shipped specialists. */
export const cards: readonly SpecialistCard[] = ['data', 'math', 'search', 'writer'].map((name) => ({
  name,
  description: `does ${name}`,
  capabilities: [],
}));
