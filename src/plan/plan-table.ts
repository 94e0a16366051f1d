import type { PlanStep } from './plan.ts';
import { bareKey, fieldNamed, type PlanField, readField } from './plan-fields.ts';

type Column = PlanField | 'id' | 'task' | undefined;

const ids = /^(?:#|no\.?|nr\.?|id|step|number|步骤|序号|编号|步)$/;
const tasks = /^(?:task|description|action|what|title|work|任务|描述|说明|内容|工作|操作|任务描述)$/;

/** A step as a row of a table. */
export interface PlanRow {
  readonly id: string;
  readonly description: string;
  readonly fields: Partial<PlanStep>;
}

/**
 * Reads the rows of the table that begins at a line, if its header says that they are steps: a column for what there is to do, and one for who
 * does it or for what it needs.
 */
export function readPlanTable(lines: readonly string[], at: number): PlanRow[] | undefined {
  const isTable = isRow(lines[at]) && /^[\s:|-]+$/.test(lines[at + 1] ?? '') && lines[at + 1]?.includes('-');
  if (!isTable) return undefined;
  const columns = cellsOf(lines[at] ?? '').map(columnOf);
  // `| Step | Specialist |`: the steps themselves stand in the first column.
  if (!columns.includes('task') && columns.includes('id')) columns[columns.indexOf('id')] = 'task';
  if (!columns.includes('task') || !(columns.includes('specialist') || columns.includes('after'))) return undefined;
  const rows: PlanRow[] = [];
  for (let row = at + 2; isRow(lines[row]); row++) rows.push(toRow(cellsOf(lines[row] ?? ''), columns));
  return rows;
}

const isRow = (line: string | undefined) => line?.trimStart().startsWith('|') === true;

function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .split(/(?<!\\)\|/)
    .slice(1);
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) =>
    cell
      .replaceAll('\\|', '|')
      .replace(/\*\*|`/g, '')
      .trim(),
  );
}

function columnOf(header: string): Column {
  const name = bareKey(header);
  return ids.test(name) ? 'id' : tasks.test(name) ? 'task' : fieldNamed(name);
}

function toRow(cells: readonly string[], columns: readonly Column[]): PlanRow {
  const row = { id: '', description: '', fields: {} as Partial<PlanStep> };
  for (const [place, column] of columns.entries()) {
    const cell = cells[place] ?? '';
    if (column === 'id') row.id = cell;
    else if (column === 'task') row.description = cell;
    else if (column !== undefined && !/^[-–—]?$/.test(cell)) Object.assign(row.fields, readField(column, cell));
  }
  return row;
}
