import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { kindOf, spentOf } from '../gantt/bars.ts';
import { numberOf } from '../state/field-of.ts';
import { callName } from './call-name.ts';

/** A call that a fork may make again. */
export interface AgainRow {
  readonly key: string;
  readonly seq: number;
  readonly name: string;
  readonly isModel: boolean;
  /** What it took; nothing where the log does not say. */
  readonly tokens?: number;
  readonly costUsd?: number;
}

/** The calls after the group of an entry: a fork from there may make them again. `except` has the outcome that it is given. */
export function paidAgain(entries: readonly TimelineEntry[], at: number, except?: string): readonly AgainRow[] {
  const next = entries.findIndex(({ seq, kind }) => seq > at && kind === 'fact');
  if (next < 0) return [];
  return entries.slice(next).flatMap((entry) => {
    const { type, data } = entry;
    if (type !== 'effect.completed' || data.kind === 'analyze' || data.key === except) return [];
    const spent = spentOf(entry);
    const calls = numberOf(data.usage, 'modelCalls');
    const isModel = calls === undefined ? kindOf(entry) === 'model' && spent !== undefined : calls > 0;
    return {
      key: String(data.key),
      seq: entry.seq,
      name: callName(entry),
      isModel,
      ...(spent ? { tokens: spent.inputTokens + spent.outputTokens } : {}),
      ...(spent?.costUsd === undefined ? {} : { costUsd: spent.costUsd }),
    };
  });
}

/** What such calls come to: tokens and money as far as they are known, and whether that is all of it. */
export function againTotal(rows: readonly AgainRow[]) {
  const calls = rows.filter(({ isModel }) => isModel);
  return {
    calls: calls.length,
    tools: rows.length - calls.length,
    tokens: sum(rows, ({ tokens }) => tokens),
    costUsd: sum(rows, ({ costUsd }) => costUsd),
    hasAllTokens: calls.every(({ tokens }) => tokens !== undefined),
    hasAllCosts: calls.every(({ costUsd }) => costUsd !== undefined),
  };
}

const sum = (rows: readonly AgainRow[], of: (row: AgainRow) => number | undefined) =>
  rows.reduce((total, row) => total + (of(row) ?? 0), 0);
