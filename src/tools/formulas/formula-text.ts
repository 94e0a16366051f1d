import { toPlainLine } from '../plain-text.ts';
import type { Formula } from './formula.ts';

const tight: ReadonlySet<string> = new Set(['*', '/']);

/** A formula in words that a person and a model read alike: `sum(units × unit_price)`, `region = north`. */
export function formulaText(formula: Formula): string {
  switch (formula.kind) {
    case 'column':
      return formula.name;
    case 'value': {
      const isMonth = formula.type === 'date' && /^\d{4}-\d{2}$/.test(String(formula.value));
      return valueText(isMonth ? `${formula.value}-01` : formula.value);
    }
    case 'arithmetic': {
      const { op, left, right } = formula;
      const inside = (part: Formula, isRight: boolean) => {
        const needs = part.kind === 'arithmetic' && (tight.has(op) ? !tight.has(part.op) || isRight : isRight);
        return needs || part.type === 'condition' ? `(${formulaText(part)})` : formulaText(part);
      };
      return `${inside(left, false)} ${{ '*': '×', '/': '/', '+': '+', '-': '−' }[op]} ${inside(right, true)}`;
    }
    case 'days':
      return `${formulaText(formula.to)} − ${formulaText(formula.from)}`;
    case 'shift': {
      const count = Math.abs(formula.count);
      return `${formulaText(formula.of)} ${formula.count < 0 ? '−' : '+'} ${count} ${formula.unit}${count === 1 ? '' : 's'}`;
    }
    case 'part':
      return `${formula.part}(${formulaText(formula.of)})`;
    case 'round':
      return `round(${formulaText(formula.of)}, ${formula.digits})`;
    case 'abs':
      return `abs(${formulaText(formula.of)})`;
    case 'compare':
      return `${formulaText(formula.left)} ${formula.op} ${formulaText(formula.right)}`;
    case 'during':
      return `${formulaText(formula.of)} in ${formula.period}`;
    case 'among':
      return `${formulaText(formula.of)} in (${formula.values.map(valueText).join(', ')})`;
    case 'match':
      return `${formulaText(formula.of)} ${{ start: 'begins with', end: 'ends with', anywhere: 'contains' }[formula.place]} ${valueText(formula.text)}`;
    case 'empty':
      return `${formulaText(formula.of)} is empty`;
    case 'logic':
      return formula.of
        .map((part) => (part.kind === 'logic' ? `(${formulaText(part)})` : formulaText(part)))
        .join(` ${formula.op} `);
    case 'not':
      return `not (${formulaText(formula.of)})`;
    case 'choice': {
      const otherwise = formula.otherwise ? `, ${formulaText(formula.otherwise)}` : '';
      return `if(${formulaText(formula.when)}, ${formulaText(formula.then)}${otherwise})`;
    }
    case 'aggregate':
      if (formula.of === undefined) return 'count';
      return `${formula.aggregate === 'distinct' ? 'count(distinct ' : `${formula.aggregate}(`}${formulaText(formula.of)})`;
    case 'share':
      return `share(${formulaText(formula.of)}) %`;
  }
}

const valueText = (value: string | number) => toPlainLine(String(value), 60);
