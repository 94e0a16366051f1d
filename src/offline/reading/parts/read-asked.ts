import type { ColumnDescription } from '../../../tools/tables/describe-columns.ts';
import { personColumns } from '../../lexicon/person-columns.ts';
import { verbOf } from '../../lexicon/verbs/verb-groups.ts';
import type { Group } from '../ask.ts';
import type { Clause } from '../clause.ts';
import type { Problem } from '../problem.ts';
import type { Ranks } from './read-ranks.ts';

const places = ['station', 'store', 'city', 'region', 'country', 'office', 'merchant', 'neighborhood'] as const;
const persons = [
  'employee',
  'person',
  'seller',
  'player',
  'student',
  'driver',
  'author',
  'manager',
  'customer',
  'assignee',
  'agent',
  'member',
  'teacher',
  'doctor',
  'patient',
  'guest',
] as const;
/** "houses for sale": what is another name of rows elsewhere says something more here. */
export function otherRows(clause: Clause): string[] {
  const nouns = clause.tokens.flatMap(({ text }, at) => {
    const [first] = clause.tokens[at]?.meanings ?? [];
    const isName =
      first?.kind === 'rows' && 'noun' in first && first.noun !== undefined && first.distinct === undefined;
    return isName ? [{ text, at, noun: first.noun }] : [];
  });
  const [first] = nouns;
  return nouns
    .filter(({ noun, at }) => noun !== first?.noun && clause.is(at - 1, 'in') && !clause.is(at + 1, 'value'))
    .map(({ text }) => text);
}

/** "which airline had the most delayed flights": the most of them, or those that were delayed most. */
export function eitherMost(clause: Clause): string[] {
  const isAsked = clause.tokens.some(
    (_, at) => (clause.is(at, 'which') && clause.is(at + 1, 'column')) || clause.is(at, 'who'),
  );
  const at = clause.tokens.findIndex(
    ({ text }, place) => clause.is(place, 'extreme') && /^most \w+ed$/i.test(text) && clause.is(place + 1, 'rows'),
  );
  return isAsked && at >= 0 ? [clause.tokens[at]?.text ?? ''] : [];
}

/** "the best product of each city": one winner a group is not what a table sorted as a whole says. */
export function winnersOfEach(clause: Clause, { orders }: Ranks, groups: readonly Group[]): string[] {
  if (orders.length !== 1 || groups.length !== 2) return [];
  const at = clause.tokens.findIndex(
    (_, place) => clause.is(place, 'per', 'each') && clause.is(place + 1, 'column', 'part'),
  );
  const rank = clause.tokens.find((_, place) => clause.is(place, 'rank', 'top', 'extreme', 'common'));
  return at >= 0 && rank ? [rank.text, clause.tokens[at]?.text ?? ''] : [];
}

/** "per order", "average order value": the mean over rows, which is an average and no group; 每人 is a group of rows. */
export function readEachRow(clause: Clause): { isEachRow: boolean; columns: readonly string[] } {
  const lone = clause.places('each-row');
  clause.use(...lone);
  let isEachRow = lone.length > 0;
  const columns: string[] = [];
  for (const at of clause.places('rows')) {
    // "per Lumen flight": what narrows them stands between.
    const before = clause.is(at - 1, 'value') && !clause.isOpen(at - 1) ? at - 2 : at - 1;
    if (!clause.is(before, 'per') && !clause.is(at - 1, 'each')) continue;
    const column = clause.open(at, 'rows')?.distinct;
    clause.use(at, before);
    if (column === undefined) isEachRow = true;
    else columns.push(column);
  }
  for (const at of clause.places('column').filter((place) => clause.is(place - 1, 'per'))) {
    const name = clause.open(at, 'column')?.column ?? '';
    const isKey = clause.column(name)?.distinct === clause.table.rowCount;
    if (!isKey || clause.places('measure').length + clause.places('rows').length > 1) continue;
    clause.use(at, at - 1);
    isEachRow = true;
  }
  return { isEachRow, columns };
}

interface Asked {
  readonly asksWhen: boolean;
  readonly isWho: boolean;
  readonly columns: readonly string[];
}

/** "when", "where" and "who" ask for a column; within a sentence they may only join: "revenue where units > 5". */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
export function readQuestionWords(clause: Clause, time: ColumnDescription | undefined): Asked | Problem {
  let [asksWhen, isWho] = [false, false];
  const columns: string[] = [];
  for (const at of clause.tokens.keys()) {
    const isFirst =
      at === 0 ||
      clause.tokens[at]?.isBehindMark ||
      clause.is(at - 1, 'and', 'follow', 'list') ||
      /[^a-z]/i.test(clause.tokens[at]?.text ?? '');
    const word = clause.tokens[at]?.text ?? '';
    if (clause.open(at, 'when')) {
      clause.use(at);
      if (!isFirst && clause.is(at + 1, 'value', 'measure', 'column')) continue;
      if (!time) return { problem: 'no-time', words: [word] };
      asksWhen = true;
    } else if (clause.open(at, 'where')) {
      clause.use(at);
      if (!isFirst && clause.is(at + 1, 'value', 'measure', 'column')) continue;
      const found = [...new Set(places.flatMap((concept) => clause.columnOf(concept) ?? []))];
      if (found.length !== 1) return { problem: 'which-column', words: [word], columns: found };
      columns.push(...found);
    } else if (clause.open(at, 'who')) {
      clause.use(at);
      if (!isFirst) continue;
      const doing = clause.table.columns
        .map(({ name }) => name)
        .filter((name) => verbOf(name, clause.text) !== undefined);
      const known = persons.flatMap((concept) => clause.columnOf(concept) ?? []);
      const others = personColumns(clause.table, clause.lexicon.roles).map(({ name }) => name);
      const found =
        (doing.length === 1 ? doing[0] : undefined) ?? known[0] ?? (others.length === 1 ? others[0] : undefined);
      if (!found) return { problem: 'which-column', words: [word], columns: [] };
      columns.push(found);
      isWho = true;
    }
  }
  return { asksWhen, isWho, columns };
}
