import { TroupeError } from '../../errors.ts';
import { readNumber } from '../cell.ts';
import type { Column } from '../tables/parse-table.ts';
import type { Formula } from './formula.ts';
import { toPeriodText } from './formula-comparison.ts';
import { shallow } from './formula-functions.ts';
import type { SpanUnit } from './formula-syntax.ts';
import { formulaText } from './formula-text.ts';
import { periodBounds, shiftDate } from './period.ts';

/** Whose columns a formula is about. */
interface Owner {
  readonly file: string;
  readonly columns: readonly Column[];
}

/** A formula that gives numbers; throws when it gives none. */
export function asNumber(formula: Formula, owner: Owner): Formula {
  if (formula.type === 'number' || formula.type === 'condition') return formula;
  const number = formula.kind === 'value' ? readNumber(String(formula.value)) : undefined;
  if (number !== undefined) return { type: 'number', kind: 'value', value: number };
  throw wrongType(formula, 'numbers', owner);
}

/** A formula that gives dates; throws when it gives none. */
export function asDate(formula: Formula, owner: Owner): Formula {
  if (formula.type === 'date') return formula;
  if (formula.kind === 'value') return { type: 'date', kind: 'value', value: toPeriodText(String(formula.value)) };
  throw wrongType(formula, 'dates', owner);
}

function wrongType(formula: Formula, wanted: 'numbers' | 'dates', { columns, file }: Owner): TroupeError {
  const column = formula.kind === 'column' ? columns.find((each) => each.name === formula.name) : undefined;
  const { notNumber, notDate } = column ?? {};
  const culprit = wanted === 'numbers' ? notNumber : notDate;
  const unclear = notDate?.isUnclear ? ': its day and month cannot be told apart' : '';
  const why = culprit ? ` Line ${culprit.line} holds "${culprit.value}"${wanted === 'dates' ? unclear : ''}.` : '';
  const possible = columns.filter((each) => `${each.type}s` === wanted).map((each) => each.name);
  const others = possible.length > 0 ? ` Columns of ${wanted} are ${possible.slice(0, 20).join(', ')}.` : '';
  const what = column ? `Column "${column.name}" of ${file}` : `"${formulaText(formula)}"`;
  return new TroupeError(
    'tool',
    `${what} holds ${formula.type}${formula.type === 'text' ? '' : 's'}, not ${wanted}.${why}${others}`,
  );
}

const daysIn: Readonly<Record<SpanUnit, readonly [count: number, unit: 'day' | 'month']>> = {
  day: [1, 'day'],
  week: [7, 'day'],
  month: [1, 'month'],
  quarter: [3, 'month'],
  year: [12, 'month'],
};

/** A date moved by some days, weeks, months, quarters or years; a date that is written is moved at once. */
export function shift(of: Formula, times: number, span: SpanUnit): Formula {
  const [size, unit] = daysIn[span];
  const count = Math.trunc(times * size);
  if (Math.abs(count) > (unit === 'day' ? 1_000_000 : 24_000))
    throw new TroupeError('tool', `${times} ${span}s do not lead to a date.`);
  if (of.kind !== 'value') return { type: 'date', kind: 'shift', of: shallow(of), count, unit };
  const { from } = periodBounds(String(of.value)) ?? { from: String(of.value) };
  return { type: 'date', kind: 'value', value: shiftDate(from, count, unit) };
}
