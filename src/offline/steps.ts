import type { PlanStep } from '../plan/plan.ts';
import { planStep } from '../plan/plan-markdown.ts';
import type { Language } from '../text/language-of.ts';
import { interpret } from './reading/interpret.ts';
import { type Meaning, type Reading, specialistFor } from './reading/meaning.ts';
import { defaultMeasure, hasWinner } from './reading/read-question.ts';
import type { Surroundings } from './surroundings.ts';

const worked: ReadonlySet<Meaning['kind']> = new Set([
  'question',
  'columns',
  'summary',
  'search',
  'math',
  'report',
  'given',
]);

/** True when a clause becomes a step. */
export function isWork(reading: Reading): boolean {
  return worked.has(reading.meaning.kind);
}

/** A report with nothing to report on gets the overview that the files allow. */
export function withOverview(readings: readonly Reading[], around: Surroundings, language: Language): Reading[] {
  const work = readings.filter(isWork);
  if (work.length === 0 || !work.every((reading) => reading.meaning.kind === 'report')) return [...readings];
  const named = work.flatMap(({ meaning }) =>
    meaning.kind === 'report' ? around.tables.filter((table) => table.name === meaning.file) : [],
  );
  const overview = [named[0] ?? around.tables[0]].flatMap((table) => {
    if (!table) return [];
    const measure = defaultMeasure(table);
    const name = measure ? nameIn(measure.name, language) : language === 'en' ? 'number of rows' : '多少行';
    const columns = table.columns
      .filter((column) => column.type === 'text' && column.distinct > 1 && column.distinct <= 30)
      .slice(0, 2);
    const hasTime = measure !== undefined && table.columns.some((column) => column.type === 'date');
    const requests = columns.map(({ name: column }) =>
      language === 'en' ? `${name} by ${column}` : `按 ${column} 统计${name}`,
    );
    if (hasTime) requests.push(language === 'en' ? `monthly ${name} and growth` : `每月${name}和变化`);
    return requests.flatMap((request) => interpret(`${table.name}: ${request}`, around));
  });
  const documents =
    around.tables.length > 0
      ? []
      : around.documents.names.map(
          (file): Reading => ({
            clause: { text: language === 'en' ? `summary of ${file}` : `总结 ${file}`, after: 'nothing' },
            meaning: { kind: 'summary', file },
          }),
        );
  const found = [...overview.filter(isWork), ...documents];
  if (found.length > 0) return [...found, ...readings];
  const nothing: Meaning = { kind: 'refused', refusal: { why: 'knowledge' } };
  return readings.map((reading) => (isReport(reading) ? { ...reading, meaning: nothing } : reading));
}

/** The steps of a request: one a clause, reports last and after everything they report on. */
export function toSteps(readings: readonly Reading[], language: Language): PlanStep[] {
  const work = readings.filter(isWork);
  const ordered = [...work.filter((reading) => !isReport(reading)), ...work.filter(isReport)];
  const idOf = (reading: Reading) => String(ordered.indexOf(reading) + 1);
  return ordered.map((reading, index) => {
    const earlier = ordered.slice(0, index);
    const needed = isReport(reading)
      ? earlier.filter((other) => !isReport(other))
      : isOfResult(reading)
        ? earlier.filter(isQuestion).slice(-1)
        : reading.clause.after === 'all'
          ? earlier
          : reading.clause.after === 'previous'
            ? earlier.slice(-1)
            : [];
    return planStep({
      id: idOf(reading),
      description: describe(reading, language),
      assignedTo: specialistFor(reading.meaning) ?? '',
      dependencies: needed.map(idOf),
    });
  });
}

const isQuestion = ({ meaning }: Reading) => meaning.kind === 'question' && hasWinner(meaning.question.parts);
const isOfResult = ({ meaning }: Reading) => meaning.kind === 'question' && meaning.question.isOfResult;
const isReport = (reading: Reading) => reading.meaning.kind === 'report';

/** The clause with all that is needed to read it again by itself: the file, and the measure it does not name. */
export function describe({ clause, meaning }: Reading, language: Language): string {
  const colon = language === 'en' ? ': ' : '：';
  const inFile = (file: string) =>
    clause.text.toLowerCase().includes(file.toLowerCase()) ? clause.text : `${file}${colon}${clause.text}`;
  if (meaning.kind === 'question') {
    const { file, assumed, after, slips = [] } = meaning.question;
    const taken = slips.map(({ written, meant }) => ` (${written} → ${meant})`).join('');
    const said = `${inFile(file)}${taken}`;
    if (!assumed && after !== undefined)
      return language === 'en' ? `${said} (after: ${after})` : `${said}（接着：${after}）`;
    if (!assumed) return said;
    const name = nameIn(assumed.name, language);
    return language === 'en' ? `${said} (measure: ${name})` : `${said}（指标：${name}）`;
  }
  if (meaning.kind === 'columns' || meaning.kind === 'summary') return inFile(meaning.file);
  return clause.text;
}

/** Whether a description carries a measure that the clause itself did not name. */
export function hasAssumedMeasure(description: string): boolean {
  return /[(（](?:measure|指标)[:：]/.test(description);
}

/** The words of a description that were taken for others, with what they were taken for. */
export const slipsIn = (description: string): string[] =>
  [...description.matchAll(/ \((\w{1,30} → \w{1,30})\)/g)].flatMap(([, slip]) => slip ?? []);

const nameIn = (name: string, language: Language) => (language === 'zh' && name === 'revenue' ? '销售额' : name);
