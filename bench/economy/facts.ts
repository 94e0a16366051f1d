import { contextsOf, plain } from './contexts.ts';
import { numbersIn } from './numbers-in.ts';

/** Something that a right answer says. */
export interface Fact {
  readonly label: string;
  /** One way to say it. */
  readonly example: string;
  /** Whether a piece of an answer says it. */
  readonly isIn: (text: string) => boolean;
  /** Names of what it is said of: one of them stands in the same line, row or section. */
  readonly of?: readonly string[];
}

/** A number in any usual writing. Signs are not compared: "fell by 3" is −3. */
export function figure(label: string, value: number, within = 0.006): Fact {
  const wanted = Math.abs(value);
  const isIn = (text: string) =>
    numbersIn(text).some(({ value: found, step, digits }) => {
      const gap = Math.abs(found - wanted);
      // A number that was rounded, but not so much that any number would do.
      return gap <= within || (digits >= 3 && gap <= (step / 2) * 1.0001);
    });
  const example = String(Number(value.toFixed(4)));
  return { label: `${label} (${example})`, example, isIn };
}

/** One of several words. */
export const words = (label: string, ...anyOf: readonly string[]): Fact => ({
  label,
  example: anyOf[0] ?? '',
  isIn: (text) => anyOf.some((word) => plain(text).includes(plain(word))),
});

const months = 'january february march april may june july august september october november december'.split(' ');

/** A day in any usual writing; the year may be left out. */
export function day(label: string, iso: string): Fact {
  const [year = 0, month = 1, date = 1] = iso.split('-').map(Number);
  const name = months[month - 1] ?? '';
  const [m, d] = [`0?${month}`, `0?${date}`];
  const word = `(?:${name}|${name.slice(0, 3)}\\.?)`;
  const forms = [
    `${year}[-/.]${m}[-/.]${d}`,
    `${m}\\s*月\\s*${d}\\s*日`,
    `${d}(?:st|nd|rd|th)?(?: of)? ${word}`,
    `${word} ${d}(?:st|nd|rd|th)?`,
    `${d}[/.]${m}[/.]${year}`,
    `${m}/${d}/${year}`,
  ];
  const pattern = new RegExp(forms.map((form) => `(?<!\\d)${form}(?!\\d)`).join('|'));
  return { label: `${label} (${iso})`, example: iso, isIn: (text) => pattern.test(plain(text)) };
}

/** The same facts, said of somebody or something that has one or several names. */
export const said = (of: string | readonly string[], ...facts: readonly Fact[]): Fact[] =>
  facts.map((fact) => {
    const names = typeof of === 'string' ? [of] : of;
    return { ...fact, label: `${names[0]}: ${fact.label}`, of: names };
  });

/** The facts that an answer does not say. */
export function missing(facts: readonly Fact[], answer: string): string[] {
  const contexts = contextsOf(answer);
  const isSaid = ({ of, isIn }: Fact) =>
    of === undefined
      ? isIn(answer)
      : contexts.some((context) => of.some((name) => plain(context).includes(plain(name))) && isIn(context));
  return facts.filter((fact) => !isSaid(fact)).map(({ label }) => label);
}
