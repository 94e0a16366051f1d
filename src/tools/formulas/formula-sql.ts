import type { Aggregate, Formula } from './formula.ts';
import { type DatePart, weekdays } from './period.ts';

/** A piece of SQL with its bound values. */
export interface Sql {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

/** Writes SQL; values between the pieces are bound, never written. */
export function sqlOf(pieces: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return {
    sql: pieces.map((piece, index) => `${piece}${parts[index]?.sql ?? ''}`).join(''),
    parameters: parts.flatMap((part) => part.parameters),
  };
}

/** SQL without values. */
export const rawSql = (sql: string): Sql => ({ sql, parameters: [] });
/** Pieces with something between them. */
export const joinSql = (pieces: readonly Sql[], between: string): Sql => ({
  sql: pieces.map((piece) => piece.sql).join(between),
  parameters: pieces.flatMap((piece) => piece.parameters),
});
const bound = (value: string | number): Sql => ({ sql: '?', parameters: [value] });
/** A column's name as SQL. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A formula as SQL: names are quoted columns of the table, values are bound. A condition is 1 or 0, never empty. */
export function formulaSql(formula: Formula): Sql {
  switch (formula.kind) {
    case 'column':
      return rawSql(quoted(formula.name));
    case 'value':
      return bound(formula.value);
    case 'arithmetic':
      return arithmeticSql(formula.op, formulaSql(formula.left), formulaSql(formula.right));
    case 'days':
      return sqlOf`(julianday(${daySql(formula.to)}) - julianday(${daySql(formula.from)}))`;
    case 'shift':
      return shiftSql(daySql(formula.of), formula.count, formula.unit);
    case 'part':
      return partSql(formula.part, formulaSql(formula.of), daySql(formula.of));
    case 'round': {
      const unit = bound(10 ** formula.digits);
      // First to nine decimals: floating point may have made a half a little less.
      return sqlOf`(round(round(${formulaSql(formula.of)} * ${unit}, 9)) / ${unit})`;
    }
    case 'abs':
      return sqlOf`abs(${formulaSql(formula.of)})`;
    case 'compare': {
      const [left, right] = [formulaSql(formula.left), formulaSql(formula.right)];
      if (formula.op === '!=') return sqlOf`(${left} IS NOT ${right})`;
      return sqlOf`COALESCE(${left} ${rawSql(formula.op)} ${right}, 0)`;
    }
    case 'during': {
      const of = formulaSql(formula.of);
      return sqlOf`COALESCE(${of} >= ${bound(formula.from)} AND ${of} < ${bound(formula.to)}, 0)`;
    }
    case 'among':
      return sqlOf`COALESCE(${formulaSql(formula.of)} IN (${joinSql(formula.values.map(bound), ', ')}), 0)`;
    case 'match':
      return matchSql(sqlOf`lower(${formulaSql(formula.of)})`, formula.place, sqlOf`lower(${bound(formula.text)})`);
    case 'empty':
      return sqlOf`(${formulaSql(formula.of)} IS NULL)`;
    case 'logic':
      return sqlOf`(${joinSql(formula.of.map(formulaSql), ` ${formula.op.toUpperCase()} `)})`;
    case 'not':
      return sqlOf`(NOT ${formulaSql(formula.of)})`;
    case 'choice': {
      const otherwise = formula.otherwise ? sqlOf` ELSE ${formulaSql(formula.otherwise)}` : rawSql('');
      return sqlOf`CASE WHEN ${formulaSql(formula.when)} THEN ${formulaSql(formula.then)}${otherwise} END`;
    }
    case 'aggregate':
      return aggregateSql(formula.aggregate, formula.of ? formulaSql(formula.of) : rawSql('*'));
    case 'share':
      return formulaSql(formula.of);
  }
}

/** A month without a day stands for its first day. */
const daySql = (formula: Formula): Sql => sqlOf`substr(${formulaSql(formula)} || '-01', 1, 10)`;

function arithmeticSql(op: '+' | '-' | '*' | '/', left: Sql, right: Sql): Sql {
  // Whole numbers would divide to whole numbers.
  if (op === '/') return sqlOf`(1.0 * ${left} / NULLIF(${right}, 0))`;
  return sqlOf`(${left} ${rawSql(op)} ${right})`;
}

function shiftSql(day: Sql, count: number, unit: 'day' | 'month'): Sql {
  const by = bound(`${count} ${unit}s`);
  if (unit === 'day') return sqlOf`date(${day}, ${by})`;
  // Where a month is too short SQLite goes on into the next one.
  return sqlOf`MIN(date(${day}, ${by}), date(${day}, 'start of month', ${by}, '+1 month', '-1 day'))`;
}

function partSql(part: DatePart, of: Sql, day: Sql): Sql {
  switch (part) {
    case 'year':
      return sqlOf`substr(${of}, 1, 4)`;
    case 'quarter':
      return sqlOf`substr(${of}, 1, 4) || '-Q' || ((CAST(substr(${of}, 6, 2) AS INTEGER) + 2) / 3)`;
    case 'month':
      return sqlOf`substr(${of}, 1, 7)`;
    case 'week':
      return sqlOf`strftime('%G-W%V', ${day})`;
    case 'day':
      return day;
    case 'quarter_of_year':
      return sqlOf`((CAST(substr(${of}, 6, 2) AS INTEGER) + 2) / 3)`;
    case 'month_of_year':
      return sqlOf`CAST(substr(${of}, 6, 2) AS INTEGER)`;
    case 'day_of_month':
      return sqlOf`CAST(substr(${day}, 9, 2) AS INTEGER)`;
    case 'weekday': {
      const names = weekdays.map((name, index) => `WHEN '${(index + 1) % 7}' THEN '${name}'`).join(' ');
      return sqlOf`CASE strftime('%w', ${day}) ${rawSql(names)} END`;
    }
  }
}

function matchSql(of: Sql, place: 'start' | 'end' | 'anywhere', text: Sql): Sql {
  if (place === 'anywhere') return sqlOf`COALESCE(instr(${of}, ${text}) > 0, 0)`;
  if (place === 'start') return sqlOf`COALESCE(substr(${of}, 1, length(${text})) = ${text}, 0)`;
  return sqlOf`COALESCE(substr(${of}, -length(${text})) = ${text}, 0)`;
}

function aggregateSql(aggregate: Aggregate, of: Sql): Sql {
  if (aggregate === 'distinct') return sqlOf`COUNT(DISTINCT ${of})`;
  // A group that sells nothing has sold 0, while an average of nothing is nothing.
  if (aggregate === 'sum') return sqlOf`COALESCE(SUM(${of}), 0)`;
  return sqlOf`${rawSql(aggregate.toUpperCase())}(${of})`;
}
