import { type PlanStep, stepIdPattern } from './plan.ts';
import { fieldsOf, takeGroup, takeTail } from './plan-fields.ts';
import { type PlanRow, readPlanTable } from './plan-table.ts';

/** A step as somebody wrote it who does not know our form. */
export type LooseStep = Partial<PlanStep> & Pick<PlanStep, 'id' | 'description'>;

/** What is found of a plan in a text that is not in our form. */
export interface LoosePlan {
  readonly title: string;
  readonly strategy: string;
  readonly steps: readonly LooseStep[];
}

interface Start {
  /** Empty when the step has none. */
  readonly id: string;
  readonly text: string;
  /** How far it is indented: what is further in belongs to it. */
  readonly indent: number;
  /** The level of its heading; 0 for an item of a list. */
  readonly level: number;
  /** Whether it calls itself a step: `Step 1`, `步骤1`. */
  readonly isNamed: boolean;
}

const numeral = '\\d{1,4}[a-z]?|[一二三四五六七八九十]{1,3}';
const aside = '((?:\\([^()]*\\)|\\[[^\\]]*\\]|（[^（）]*）)?)';
/** `Step 1: load`, `Step 1 (data) – load`, `步骤一：`; and as a heading also `Step 1 load`. */
const named = new RegExp(
  `^(?:(?:step|task|步骤|任务)\\s*#?(${numeral})(?![\\p{L}\\p{N}])|第\\s*(${numeral})\\s*步)\\s*${aside}\\s*([-:.)、：，,–—]*)(.*)$`,
  'isu',
);
/** `1. load`, `(1) load`, `1) load`, `1: load`, `1、load`, `S1: load`. A year or a decimal number is none. */
const numbered = /^\(?([st]?\d{1,3})\s*(?:[.:](?!\d)|[)）：、．]|\s[-–—]\s)\s*(.*)$/isu;
const prefix = /^(\s*)(?:(#{1,6})\s+|([-*+•])\s+)?(.*)$/su;
const checkbox = /^\[.?\]\s+/su;
const emphasis = /^([*_`]{1,3})(?=\S)([^*_`]+)\1/u;
const bold = /(?<![\w*])\*\*(?=\S)([^*]+)\*\*(?![\w*])/gu;
const planHeading =
  /^(?:the\s+|task\s+|execution\s+)?(?:plan|steps|执行计划|任务计划|计划|步骤)\s*(?:[:：]\s*(.*))?$/isu;

/** Reads a plan in whatever dress: numbered lists, headings, tables, bullets with fields. There are no steps in what has none of them. */
export function readLoosePlan(lines: readonly string[]): LoosePlan {
  const reader = new LooseReader(lines);
  for (let at = 0; at < lines.length; ) at = reader.read(at);
  return reader.plan();
}

class LooseReader {
  readonly #lines: readonly string[];
  #title = '';
  readonly #strategy: string[] = [];
  #steps: { start: Start; fields: Partial<PlanStep>; body: string[] }[] = [];
  /** Whether the last step is over, so that text below belongs to nothing. */
  #isClosed = false;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Takes in what begins at a line; the line after it. */
  read(at: number): number {
    const table = readPlanTable(this.#lines, at);
    if (table) return this.#addTable(table, at);
    const line = this.#lines[at] ?? '';
    const start = readStart(line, this.#lines[at + 1] ?? '');
    const current = this.#steps.at(-1);
    const fields = this.#isClosed ? undefined : fieldsOf(line);
    const heading = headingOf(line);
    if (start && isNext(start, current?.start, this.#isClosed)) {
      this.#steps.push({ start, ...splitFields(start.text) });
      this.#isClosed = false;
    } else if (current && fields) Object.assign(current.fields, fields);
    else if (heading) this.#addHeading(heading, line);
    else this.#addText(line, this.#lines[at - 1] ?? '');
    return at + 1;
  }

  plan(): LoosePlan {
    return {
      title: this.#title,
      strategy: this.#strategy.join('\n').trim(),
      steps: this.#steps.map(({ start, fields, body }, place) => ({
        ...fields,
        id: arabicId(start.id) ?? String(place + 1),
        description: body
          .map((line) => line.replace(/^\s{1,4}/, '').trimEnd())
          .join('\n')
          .trim(),
      })),
    };
  }

  #addTable(rows: readonly PlanRow[], at: number): number {
    for (const { id, description, fields } of rows) {
      this.#steps.push({ start: { ...plainStart, id, text: description }, fields, body: [description] });
    }
    this.#isClosed = true;
    return at + 2 + rows.length;
  }

  #addHeading(heading: { level: number; text: string }, line: string): void {
    const current = this.#steps.at(-1);
    const [isPlan, text = ''] = planHeading.exec(heading.text) ?? [];
    // What was counted above the plan is not the plan.
    if (isPlan !== undefined) this.#steps = [];
    if (this.#steps.length === 0 && this.#title === '') this.#title = isPlan === undefined ? heading.text : text;
    if (current && current.start.level > 0 && heading.level > current.start.level) current.body.push(line);
    else this.#isClosed = this.#steps.length > 0;
  }

  #addText(line: string, before: string): void {
    const current = this.#steps.at(-1);
    if (!current) this.#strategy.push(line);
    if (!current || this.#isClosed) return;
    const belongs = line.trim() === '' || current.start.level > 0 || indentOf(line) > current.start.indent;
    if (belongs || before.trim() !== '') current.body.push(line);
    else this.#isClosed = /[:：]$/.test(line.trim());
  }
}

const plainStart: Omit<Start, 'id' | 'text'> = { indent: 0, level: 0, isNamed: false };

/** Whether a line that begins like a step is one here, and not part of the step above or of another list below the plan. */
function isNext(start: Start, before: Start | undefined, isClosed: boolean): boolean {
  if (!before) return true;
  if (start.level === 0 && start.indent > before.indent + 1) return false;
  if (before.level > 0 && start.level === 0 && !start.isNamed) return false;
  return !isClosed || start.isNamed || Number(start.id) > Number(before.id);
}

function readStart(line: string, next: string): Start | undefined {
  const [, blank = '', hashes = '', bullet = '', written = ''] = prefix.exec(line) ?? [];
  const text = written.replace(checkbox, '').replace(emphasis, '$2').replace(bold, '$1').trimEnd();
  const place = { indent: blank.length, level: hashes.length };
  const [isStep, arabic, han, said = '', mark = '', rest = ''] = named.exec(text) ?? [];
  // "Step 1 is done." is a sentence.
  if (isStep !== undefined && (mark !== '' || rest.trim() === '' || hashes !== '')) {
    const id = arabic ?? han ?? '';
    return { ...place, id, text: `${rest.trim()} ${said}`.trim(), isNamed: true };
  }
  const [isNumbered, id = '', task = ''] = numbered.exec(text) ?? [];
  if (isNumbered !== undefined) {
    return { ...place, id, text: task.replace(checkbox, '').replace(emphasis, '$2'), isNamed: false };
  }
  if (bullet === '' || fieldsOf(line)) return undefined;
  const isOwn = checkbox.test(written) || (takeGroup(text) ?? takeTail(text)) !== undefined;
  const isDescribed = indentOf(next) > blank.length && fieldsOf(next)?.assignedTo !== undefined;
  return isOwn || isDescribed ? { ...place, id: '', text, isNamed: false } : undefined;
}

function splitFields(text: string): { fields: Partial<PlanStep>; body: string[] } {
  const { rest, fields } = takeGroup(text) ?? takeTail(text) ?? { rest: text, fields: {} };
  return { fields, body: [rest] };
}

function headingOf(line: string): { level: number; text: string } | undefined {
  const [, hashes, text = ''] = /^(#{1,6})\s+(.*)$/su.exec(line) ?? /^()\*\*([^*]+)\*\*:?\s*$/u.exec(line) ?? [];
  return hashes === undefined ? undefined : { level: hashes.length, text: text.replaceAll('**', '').trim() };
}

const indentOf = (line: string) => line.length - line.trimStart().length;

const hanDigits = '一二三四五六七八九';

/** An id as steps have it: Han numerals become digits. */
function arabicId(written: string): string | undefined {
  if (stepIdPattern.test(written)) return written;
  if (!/^[一二三四五六七八九十]+$/.test(written)) return undefined;
  const [tens = '', ones = ''] = written.includes('十') ? written.split('十') : ['', written];
  const ten = written.includes('十') ? 10 * (hanDigits.indexOf(tens) + 1 || 1) : 0;
  return String(ten + hanDigits.indexOf(ones || ' ') + 1);
}
