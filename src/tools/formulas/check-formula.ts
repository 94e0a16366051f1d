import { TroupeError } from '../../errors.ts';
import { isBlank } from '../cell.ts';
import { findName, findSameName, noSuchName } from '../find-name.ts';
import { toPlainLine } from '../plain-text.ts';
import type { Column } from '../tables/parse-table.ts';
import { type Comparison, type Formula, type FormulaOf, isSame } from './formula.ts';
import { compare, type Spellings, toPeriodText } from './formula-comparison.ts';
import { asDate, asNumber, shift } from './formula-dates.ts';
import { asCondition, callFormula, choice } from './formula-functions.ts';
import type { Syntax } from './formula-syntax.ts';
import { formulaText } from './formula-text.ts';
import { periodBounds } from './period.ts';

/** What the names of a formula can mean. */
export interface Scope {
  readonly file: string;
  readonly columns: readonly Column[];
  readonly spellings: Spellings;
  /** Formulas that have got a name, by that name in small letters. */
  readonly named: ReadonlyMap<string, Formula>;
  /** Whether such a name is meant where a column has the same one. */
  readonly prefersNamed: boolean;
}

/** Finds out what a written formula means for a table; throws with what is possible when it means nothing. */
export function checkFormula(syntax: Syntax, scope: Scope): Formula {
  const read = (part: Syntax) => checkFormula(part, scope);
  switch (syntax.kind) {
    case 'name':
      return readName(syntax, scope);
    case 'text':
      return text(syntax.text);
    case 'date':
      return { type: 'date', kind: 'value', value: toPeriodText(syntax.text) };
    case 'number':
      return { type: 'number', kind: 'value', value: syntax.value };
    case 'negative':
      return readArithmetic('-', { type: 'number', kind: 'value', value: 0 }, read(syntax.of), scope);
    case 'call':
      return callFormula(syntax, {
        read,
        numbers: (formula) => asNumber(formula, scope),
        dates: (formula) => asDate(formula, scope),
        compare: (op, left, right) => compare(op, left, right, scope.spellings),
      });
    case 'binary':
      return readBinary(syntax, scope);
    case 'not':
      return { type: 'condition', kind: 'not', of: asCondition(read(syntax.of)) };
    case 'empty':
      return { type: 'condition', kind: 'empty', of: read(syntax.of) };
    case 'in':
      return oneOf(syntax.list.map((item) => readComparison('=', syntax.of, item, scope)));
    case 'between':
      return both(
        readComparison('>=', syntax.of, syntax.low, scope),
        readComparison('<=', syntax.of, syntax.high, scope),
      );
    case 'around':
      return readAround(syntax, scope);
    case 'case':
      return (
        syntax.branches.reduceRight<Formula | undefined>(
          (otherwise, [when, then]) => choice(asCondition(read(when)), read(then), otherwise),
          syntax.otherwise ? read(syntax.otherwise) : undefined,
        ) ?? text('')
      );
    case 'span':
    case 'star':
      throw new TroupeError('tool', 'A star stands in count(*) only, and a number of days behind + or - only.');
  }
}

const text = (value: string): FormulaOf<'value'> & { value: string } => ({ type: 'text', kind: 'value', value });
const both = (...of: Formula[]): Formula => ({ type: 'condition', kind: 'logic', op: 'and', of });

function readName(syntax: Syntax & { kind: 'name' }, scope: Scope): Formula {
  const found = meaningOf(syntax, scope);
  if (found) return found;
  const word = syntax.text.toLowerCase();
  if (syntax.quoting === 'either') return text(syntax.text);
  if (['count', 'rows', 'row count'].includes(word)) return { type: 'number', kind: 'aggregate', aggregate: 'count' };
  if (['today', 'now', 'current_date', 'yesterday'].includes(word))
    throw new TroupeError('tool', `There is no "${syntax.text}" here: write the date, such as '2024-03-01' - 14 days.`);
  throw noSuchName(
    `${scope.file} has no column`,
    syntax.text,
    scope.columns.map((column) => column.name),
  );
}

/** The column or the named formula that a name means, if any. */
function meaningOf(syntax: Syntax & { kind: 'name' }, scope: Scope, find = findName): Formula | undefined {
  const named = scope.named.get(syntax.text.trim().toLowerCase());
  if (named && scope.prefersNamed) return named;
  const names = scope.columns.map((column) => column.name);
  // sales.region is region
  const last = syntax.quoting === 'none' ? syntax.text.slice(syntax.text.lastIndexOf('.') + 1) : syntax.text;
  const name = find(syntax.text, names) ?? find(last, names);
  const column = scope.columns.find((each) => each.name === name);
  return column ? { type: column.type, kind: 'column', name: column.name } : named;
}

/** A word that something is compared with is one of its values; else it is a column, and only if it is written so; else a value again. */
function readOperand(syntax: Syntax, beside: Formula, scope: Scope): Formula {
  if (syntax.kind !== 'name' || syntax.quoting === 'column') return checkFormula(syntax, scope);
  const isValue = beside.kind === 'column' && scope.spellings(beside.name, syntax.text).length > 0;
  return (isValue ? undefined : meaningOf(syntax, scope, findSameName)) ?? text(syntax.text);
}

function readComparison(op: Comparison, leftSyntax: Syntax, rightSyntax: Syntax, scope: Scope): Formula {
  const isNull = (syntax: Syntax) => syntax.kind === 'name' && syntax.quoting === 'none' && isBlank(syntax.text);
  if (isNull(rightSyntax)) {
    const empty: Formula = { type: 'condition', kind: 'empty', of: checkFormula(leftSyntax, scope) };
    return op === '=' ? empty : { type: 'condition', kind: 'not', of: empty };
  }
  // The left side is what the condition is about, so a word that is nothing there is a mistake.
  const left = checkFormula(leftSyntax, scope);
  return compare(op, left, readOperand(rightSyntax, left, scope), scope.spellings);
}

function readBinary({ op, left, right }: Syntax & { kind: 'binary' }, scope: Scope): Formula {
  switch (op) {
    case 'and':
    case 'or': {
      const of = [left, right].map((side) => asCondition(checkFormula(side, scope)));
      return { type: 'condition', kind: 'logic', op, of };
    }
    case 'like':
    case 'contains': {
      const of = checkFormula(left, scope);
      return readMatch(op, of, readOperand(right, of, scope), scope);
    }
    case '+':
    case '-':
      if (right.kind === 'span') {
        const sign = op === '-' ? -1 : 1;
        return shift(asDate(checkFormula(left, scope), scope), sign * right.count, right.unit);
      }
      return readArithmetic(op, checkFormula(left, scope), checkFormula(right, scope), scope);
    case '*':
    case '/':
      return readArithmetic(op, checkFormula(left, scope), checkFormula(right, scope), scope);
    default:
      // What is left are the comparisons that the parser knows.
      return readComparison(op as Comparison, left, right, scope);
  }
}

function readArithmetic(op: '+' | '-' | '*' | '/', left: Formula, right: Formula, scope: Scope): Formula {
  if (left.type === 'date' || right.type === 'date') {
    if (op === '-' && right.kind === 'value' && right.type === 'number')
      return shift(left, -Number(right.value), 'day');
    if (op === '+' && right.kind === 'value' && right.type === 'number') return shift(left, Number(right.value), 'day');
    if (op === '-') return { type: 'number', kind: 'days', from: asDate(right, scope), to: asDate(left, scope) };
    throw new TroupeError(
      'tool',
      `A date can be moved (date + 14 days) or taken from another (shipped - ordered), not used in "${op}".`,
    );
  }
  const [a, b] = [asNumber(left, scope), asNumber(right, scope)];
  if (a.kind === 'value' && b.kind === 'value' && a.value === 0 && op === '-')
    return { type: 'number', kind: 'value', value: -Number(b.value) };
  return { type: 'number', kind: 'arithmetic', op, left: a, right: b };
}

function readAround({ of, span, side, date }: Syntax & { kind: 'around' }, scope: Scope): Formula {
  const [subject, at] = [asDate(checkFormula(of, scope), scope), asDate(checkFormula(date, scope), scope)];
  if (span.kind !== 'span') throw new TroupeError('tool', 'Write a number of days: date in 14 days before 2024-03-01.');
  const bounds = at.kind === 'value' ? periodBounds(String(at.value)) : undefined;
  if (at.kind === 'value' && bounds) {
    const edge: Formula = { type: 'date', kind: 'value', value: side === 'before' ? bounds.from : bounds.to };
    const other = shift(edge, side === 'before' ? -span.count : span.count, span.unit);
    const startOf = (date: Formula) => periodBounds(formulaText(date))?.from ?? '';
    const [from, to] = side === 'before' ? [other, edge] : [edge, other];
    const period = `the ${span.count} ${span.unit}${span.count === 1 ? '' : 's'} ${side} ${at.value}`;
    return { type: 'condition', kind: 'during', of: subject, period, from: startOf(from), to: startOf(to) };
  }
  const far = shift(at, side === 'before' ? -span.count : span.count, span.unit);
  const [low, high] = side === 'before' ? (['>=', '<'] as const) : (['>', '<='] as const);
  const [first, last] = side === 'before' ? [far, at] : [at, far];
  return both(compare(low, subject, first, scope.spellings), compare(high, subject, last, scope.spellings));
}

function readMatch(op: 'like' | 'contains', of: Formula, pattern: Formula, scope: Scope): Formula {
  const written = pattern.kind === 'value' ? String(pattern.value) : undefined;
  if (written === undefined) throw new TroupeError('tool', `"${op}" takes a text: ${formulaText(of)} ${op} 'lamp'.`);
  const inner = op === 'like' ? written.replace(/^%/, '').replace(/%$/, '') : written;
  if (of.type === 'date') return compare('=', of, text(inner.replace(/-$/, '')), scope.spellings);
  if (of.type !== 'text') throw new TroupeError('tool', `${formulaText(of)} holds numbers: use =, <, > or between.`);
  if (/[%_]/.test(inner) && op === 'like')
    throw new TroupeError(
      'tool',
      `In "like" a % can stand at the ends only; "${toPlainLine(written, 40)}" has one inside.`,
    );
  if (op === 'like' && !written.includes('%')) return compare('=', of, text(inner), scope.spellings);
  const [isOpenBefore, isOpenBehind] = op === 'like' ? [written.startsWith('%'), written.endsWith('%')] : [true, true];
  const place = isOpenBefore && isOpenBehind ? 'anywhere' : isOpenBehind ? 'start' : 'end';
  return { type: 'condition', kind: 'match', of, place, text: inner };
}

/** Several conditions of which one has to hold; being equal to one of several values is one condition. */
function oneOf(conditions: readonly Formula[]): Formula {
  const [first] = conditions;
  if (first && conditions.length === 1) return first;
  const sides = conditions.flatMap((each) => {
    if (each.kind === 'among') return [{ of: each.of, values: each.values }];
    return each.kind === 'compare' && each.right.kind === 'value'
      ? [{ of: each.left, values: [each.right.value] }]
      : [];
  });
  const [side] = sides;
  if (side && sides.length === conditions.length && sides.every((each) => isSame(each.of, side.of))) {
    const values = [...new Set(sides.flatMap((each) => each.values))];
    return { type: 'condition', kind: 'among', of: side.of, values };
  }
  return { type: 'condition', kind: 'logic', op: 'or', of: conditions };
}
