import { toStem, unitsOf, wordsOf } from '../units.ts';

/** Verbs that say the same of who did something. */
const groups: readonly ReadonlySet<string>[] = [
  'give bring donate contribute provide supply hand offer present grant',
  'take get receive borrow collect obtain accept pick',
  'make create write build produce prepare author draw',
  'repair fix mend service',
  'teach give lead instruct train coach',
  'sell serve',
  'buy order purchase',
  'enter record log report submit file register raise',
  'check inspect review examine test approve',
  'send ship post dispatch',
].map((words) => new Set(words.split(' ').map(toStem)));

/** The verb of a text that a column such as `taken_by` is called after, if there is one. */
export function verbOf(column: string, text: string): string | undefined {
  const [first, ...rest] = wordsOf(column).map(({ plain }) => plain);
  if (first === undefined || rest.at(-1) !== 'by') return undefined;
  const own = toStem(first);
  const said = unitsOf(text).map(({ stem }) => stem);
  return (
    said.find((word) => word === own) ?? said.find((word) => groups.some((group) => group.has(own) && group.has(word)))
  );
}
