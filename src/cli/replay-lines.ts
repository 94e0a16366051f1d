import { asWritten, type Entry, sumOf } from '../log/entry.ts';
import { hostTitle, type ReplayReport } from '../orchestrator/run/host-log.ts';
import { toPrintableJson } from './terminal/printable.ts';
import { toCount } from './terminal/quantity.ts';
import { cutText } from './terminal/text-width.ts';

/** What came of comparing a run with its replay. */
export type Verdict = 'equal' | 'other charts' | 'different';

/** A difference is no damage where other charts made the log, unless a fact in it was changed or an entry is missing. */
export function verdictOn(report: ReplayReport, entries: readonly Entry[]): Verdict {
  if (report.equal) return 'equal';
  return report.madeBy !== undefined && damagedAt(entries) === undefined ? 'other charts' : 'different';
}

/** The number of the first entry that is out of its place or whose checksum does not hold. */
function damagedAt(entries: readonly Entry[]): number | undefined {
  const index = entries.findIndex(
    (entry, at) => entry.seq !== at + 1 || (entry.kind === 'fact' && entry.sum !== sumOf(asWritten(entry))),
  );
  return index < 0 ? undefined : index + 1;
}

/** Why there is no state at an entry, and up to where there is one: before the fact that led to the difference. */
export function noStateText(until: number, seq: number, entries: readonly Entry[]): string {
  const cause = entries.findLast((entry) => entry.kind === 'fact' && entry.seq < seq);
  const last = (cause?.seq ?? 1) - 1;
  const there = last > 0 ? ` The last entry with a state is ${last}: --until ${last}` : '';
  return `There is no state at entry ${until}: this version computes another entry ${seq}.${there}`;
}

/** The outcome of a replay, for a person. */
export function reportLines(report: ReplayReport, entries: readonly Entry[]): string[] {
  const { madeBy } = report;
  const charts = madeBy === undefined ? '' : `Made by ${madeBy}; this version is ${hostTitle}. `;
  if (report.equal) return [`${charts}${charts ? 'Equal' : 'equal'}, ${toCount(report.entries, 'entry', 'entries')}`];
  const [stored, recomputed] = [jsonOf(report.stored), jsonOf(report.recomputed)];
  const at = firstDifference(stored, recomputed);
  const damaged = madeBy === undefined ? undefined : damagedAt(entries);
  return [
    charts ? `${charts}${untilWords(report.seq, damaged)}` : `differs at entry ${report.seq}`,
    `  stored      ${sideLine(report.stored, stored, at)}`,
    `  recomputed  ${sideLine(report.recomputed, recomputed, at)}`,
  ];
}

/** How far the charts of this version come to the same entries. */
function untilWords(seq: number, damaged: number | undefined): string {
  if (damaged !== undefined) return `Entry ${damaged} was changed or does not follow the one before.`;
  return seq === 1
    ? 'The charts differ from the first entry on.'
    : `Equal up to entry ${seq - 1}, where the charts differ.`;
}

const jsonOf = (entry: Entry | undefined) => (entry ? toPrintableJson(entry) : '');

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}

const shownBefore = 24;
const shownWidth = 100;

/** The type of an entry and what is around the difference. */
function sideLine(entry: Entry | undefined, json: string, at: number): string {
  if (!entry) return 'no entry';
  const from = Math.max(0, at - shownBefore);
  return `${entry.type}  ${from > 0 ? '…' : ''}${cutText(json.slice(from), shownWidth)}`;
}
