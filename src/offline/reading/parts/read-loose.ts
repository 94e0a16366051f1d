import { unitKindOf, unitOfColumn } from '../../lexicon/unit-names.ts';
import type { Figure } from '../ask.ts';
import type { Clause } from '../clause.ts';

/** Words that only go with what is asked for: "haemoglobin value", "in minutes", "how many of each", "did people bring". */
export function useLoose(clause: Clause, figures: readonly Figure[], isShare: boolean): void {
  const columns = figures.flatMap((figure) => (figure.kind === 'measure' ? figure.measure.columns : []));
  for (const at of clause.tokens.keys()) {
    if (!clause.isOpen(at)) continue;
    if (clause.is(at, 'unit') && isOwnUnit(clause, at, columns, isShare)) clause.use(at);
    else if (clause.is(at, 'amount-noun') && isAmountOf(clause, at)) clause.use(at);
    else if (clause.is(at, 'somebody') && isDoing(clause, at)) clause.use(at);
    else if (clause.is(at, 'each') && isLastEach(clause, at)) clause.use(at);
  }
}

/** "in minutes", "(euros)", "delay minutes": the unit in which the column counts anyway. */
function isOwnUnit(clause: Clause, at: number, columns: readonly string[], isShare: boolean): boolean {
  const text = clause.tokens[at]?.text ?? '';
  if (clause.is(at - 1, 'number')) return false;
  if (isShare && /^(?:%|percent|per cent)$/i.test(text)) return true;
  const kind = unitKindOf(text);
  const counted = columns.length > 0 ? columns : clause.table.columns.map(({ name }) => name);
  return kind !== undefined && counted.some((column) => unitOfColumn(column)?.names === kind.names);
}

/** "the haemoglobin value", "the amount of sugar". */
const isAmountOf = (clause: Clause, at: number): boolean =>
  clause.is(at - 1, 'measure') || (clause.is(at + 1, 'of') && clause.is(at + 2, 'measure'));

/** "how many items did people bring": who did it is said by nothing in the table, and anybody is meant. */
function isDoing(clause: Clause, at: number): boolean {
  const isBehind = clause.is(at - 1, 'is') && /^(?:did|do|does|have|has|had)$/i.test(clause.tokens[at - 1]?.text ?? '');
  return isBehind && at > 1 && (clause.is(0, 'count', 'which', 'how-much') || clause.has('rows'));
}

/** "how many of each", "the average for each": of what has been named side by side. */
const isLastEach = (clause: Clause, at: number): boolean => {
  const isHan = /^各/.test(clause.tokens[at]?.text ?? '');
  if (at < clause.tokens.length - 1 && !isHan) return false;
  const values = clause.tokens.filter((_, place) => clause.is(place, 'value'));
  const isSaid = clause.tokens.some(
    (_, place) => place < at && clause.is(place, 'each', 'per') && clause.is(place + 1, 'column'),
  );
  return values.length > 1 || isSaid;
};
