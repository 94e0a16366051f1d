import type { Language } from '../../text/language-of.ts';
import { editDistance } from '../../text/nearest-name.ts';
import type { TableDescription } from '../../tools/tables/describe-columns.ts';
import { toLexicon } from '../lexicon/lexicon.ts';
import { isHan } from '../lexicon/units.ts';
import { isProblem, type Problem } from './problem.ts';
import { defaultMeasure, readQuestion } from './read-question.ts';

/** Longer words are no slips of the hand, and of more names the nearest is not looked for. */
const longestWord = 30;
const mostNames = 3000;

/** The column, the value or the known word that a word was most likely meant to be. */
export function nearestWord(word: string, table: TableDescription): string | undefined {
  const written = word.toLowerCase();
  if (written.length > longestWord || written.length < (isHan(written) ? 3 : 4)) return undefined;
  const farthest = isHan(written) ? 1 : Math.max(1, Math.floor(written.length / 4));
  const names = [
    ...table.columns.map(({ name }) => name),
    ...table.columns.flatMap(({ type, values }) => (type === 'text' ? values : [])),
    ...[...toLexicon(table).phrases].flatMap(([phrase, [first]]) =>
      first && first.kind !== 'noise' && phrase.length > 3 ? [phrase] : [],
    ),
  ].slice(0, mostNames);
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - written.length) > farthest) continue;
    const distance = editDistance(written, name.toLowerCase());
    if (distance > 0 && distance <= farthest && distance < (best?.distance ?? farthest + 1)) best = { name, distance };
  }
  return best?.name;
}

/** Questions like the refused one that can be read, the nearest first: slips mended, else made of the table's own columns. */
export function examplesFor(problem: Problem, clause: string, table: TableDescription, language: Language): string[] {
  const mended = problem.words.reduce((text, word) => {
    const near = nearestWord(word, table);
    return near ? text.replace(word, near) : text;
  }, clause.trim());
  const candidates = [...(mended === clause.trim() ? [] : [mended]), ...ownExamples(table, language)];
  return candidates.filter((text) => !isProblem(readQuestion(text, table)));
}

function ownExamples(table: TableDescription, language: Language): string[] {
  const { roles, phrases } = toLexicon(table);
  const labels = table.columns.filter(
    ({ name, distinct }) => roles.get(name) === 'label' && distinct > 1 && distinct <= 30,
  );
  const measures = [...phrases.values()].flatMap(([first]) => (first?.kind === 'measure' ? [first.measure] : []));
  const measure = defaultMeasure(table) ?? measures[0];
  const [label] = labels;
  const of = measure?.name === 'revenue' && language === 'zh' ? '销售额' : measure?.name;
  return [
    ...(of && label ? [language === 'en' ? `${of} by ${label.name}` : `按${label.name}统计${of}`] : []),
    ...(of ? [language === 'en' ? `total ${of}` : `总${of}`] : []),
    language === 'en' ? 'how many rows are there' : '一共有多少行',
  ];
}
