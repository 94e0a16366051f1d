import type { SessionInfo, TimelineEntry } from '../../../src/inspect/protocol.ts';
import { textOf } from '../timeline/entry-text.ts';
import type { RunFacts } from './run-facts.ts';
import { momentWords, timeWords } from './run-words.ts';

interface Told {
  readonly info: Pick<SessionInfo, 'id' | 'chart' | 'replayed'>;
  readonly facts: RunFacts;
  readonly question: string;
  readonly reason: string;
  /** The last entries, the first of them first. */
  readonly entries: readonly TimelineEntry[];
  /** What made the log, such as `host@5`. */
  readonly machine: string;
}

/** What somebody who is asked for help wants to know of a run, as plain text. Secrets are taken out before the page gets anything. */
export function reportOf({ info, facts, question, reason, entries, machine }: Told): string {
  const began = Date.parse(facts.startedAt);
  const line = (entry: TimelineEntry) =>
    `#${entry.seq} ${timeWords(Date.parse(entry.at) - began)} ${entry.actor} ${entry.type} ${textOf(entry)}`.trimEnd();
  return [
    `Run ${info.id}`,
    `Question: ${question}`,
    `Status: ${facts.status}, ${momentWords(facts)}`,
    `Reason: ${reason}`,
    `Made by: ${machine}${info.replayed ? `, shown by ${info.replayed.here}` : ''}`,
    `Spent: ${facts.modelCalls} model calls, ${facts.inputTokens} input and ${facts.outputTokens} output tokens`,
    '',
    `The last ${entries.length} entries:`,
    ...entries.map(line),
    '',
  ].join('\n');
}
