import { z } from 'zod';
import { experienceSchema, type SpecialistCard } from '../domain/specialist-card.ts';
import { TroupeError } from '../errors.ts';

const listSchema = z.array(experienceSchema);

/** The cards with what earlier runs have shown. @throws TroupeError `bad-config` when a function gives something else. */
export function withExperience(
  cards: readonly SpecialistCard[],
  given: z.infer<typeof listSchema> | (() => unknown),
): readonly SpecialistCard[] {
  const { success, data, error } = listSchema.safeParse(typeof given === 'function' ? given() : given);
  if (!success) {
    const problem = `experience: the function has to return what experienceOf() of troupe/log returns. ${z.prettifyError(error)}`;
    throw new TroupeError('bad-config', problem, { cause: error });
  }
  const known = new Map(data.map(({ specialist, failures: _, ...experience }) => [specialist, experience]));
  return cards.map((card) => {
    const experience = known.get(card.name);
    return experience ? { ...card, experience } : card;
  });
}
