import type { ColumnDescription } from '../../../tools/tables/describe-columns.ts';
import { isMoreBetter } from '../../lexicon/polarity.ts';
import type { Figure } from '../ask.ts';
import type { Clause } from '../clause.ts';
import type { Problem } from '../problem.ts';
import type { Ranks } from './read-ranks.ts';

/** Each of these is paid or lasts once a row. */
const single = /^(?:fee|fine|amount|bill|payment|fare|delay|donation|invoice|expense|claim|tip|discount|debt|cost)$/;

/** "the highest fine" is one of them; "the highest fines" are all. */
export const isOfOne = ({ tokens }: Clause) =>
  tokens.some(({ text, meanings: [first] }, at) => {
    const isRanked = tokens[at - 1]?.meanings.some(({ kind }) => kind === 'rank');
    return first?.kind === 'measure' && isRanked && single.test(text.toLowerCase());
  });

export const isOfOneRow = ({ tokens }: Clause) => tokens.some(({ text }) => /^[一那]一?[次笔单条]$/.test(text));

export const namesValues = ({ tokens }: Clause) =>
  tokens.some(({ text, meanings }) => {
    const [first] = meanings;
    return first?.kind === 'value' && /[^s]s$/.test(text) && !first.values.some((value) => /s$/i.test(value));
  });

/** "oldest": by when they were born or built; nothing where that cannot be told. */
export function agedBy(clause: Clause, { aging }: Ranks): { column?: ColumnDescription } | Problem {
  if (aging === undefined) return {};
  const times = clause.table.columns.filter(({ name }) => clause.lexicon.roles.get(name) === 'time');
  const column = times.find(({ name }) => /born|birth|出生|生日/i.test(name));
  if (column) return { column };
  const isOfPeople = clause.tokens.some(({ text }, at) => clause.is(at, 'who') || persons.test(text));
  if (isOfPeople) return { problem: 'unknown', words: [aging] };
  const isNamed = times.some(({ name }) => clause.tokens.some((_, at) => clause.sense(at, 'column')?.column === name));
  if (!isNamed && new Set(times.map(({ type }) => type)).size > 1)
    return { problem: 'which-column', words: [aging], columns: times.map(({ name }) => name) };
  return {};
}

const persons =
  /^(?:employees?|persons?|people|players?|students?|members?|customers?|patients?|users?|workers?|colleagues?|guests?|员工|人|球员|学生|会员|客户|患者|病人|用户)$/i;

/** The worst delay is the longest one; nobody knows which age is best. */
export function judged({ orders, judging }: Ranks, figures: readonly Figure[]): Ranks['orders'] | Problem {
  const [figure] = figures;
  if (judging === undefined || figure?.kind !== 'measure') return orders;
  const isMore = isMoreBetter(figure.measure);
  if (isMore === undefined) return { problem: 'unknown', words: [judging] };
  return isMore ? orders : orders.map((order) => (order === 'asc' ? 'desc' : 'asc'));
}
