import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { numberOf } from './field-of.ts';

/** One effect of a run: a call of a model, a tool or a timer. */
export interface Call {
  readonly key: string;
  readonly kind: string;
  readonly actor: string;
  readonly seq: number;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** The entry with which it ended. */
  readonly endSeq?: number;
  readonly isFailed?: true;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd?: number;
}

interface Usage {
  readonly modelCalls?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
}

const ends = new Set(['effect.completed', 'effect.failed', 'effect.stopped', 'timer.fired']);

/** The effects up to an entry, in the order in which they began. */
export function callsOf(entries: readonly TimelineEntry[], seq: number): Call[] {
  const calls: Call[] = [];
  const open = new Map<string, number>();
  for (const entry of entries) {
    if (entry.seq > seq) break;
    const key = String(entry.data.key);
    if (entry.type === 'effect.started') open.set(key, calls.push(begun(entry, key)) - 1);
    if (!ends.has(entry.type)) continue;
    const place = open.get(key) ?? -1;
    const call = calls[place];
    if (call) calls[place] = ended(call, entry);
  }
  return calls;
}

function begun({ data, actor, seq, at }: TimelineEntry, key: string): Call {
  return { ...none, key, kind: String(data.kind), actor, seq, startedAt: Date.parse(at) };
}

function ended(call: Call, { type, data, seq, at }: TimelineEntry): Call {
  const { usage } = data;
  const costUsd = numberOf(usage, 'costUsd');
  return {
    ...call,
    endedAt: Date.parse(at),
    endSeq: seq,
    ...(type === 'effect.failed' ? { isFailed: true as const } : {}),
    modelCalls: numberOf(usage, 'modelCalls') ?? 0,
    inputTokens: numberOf(usage, 'inputTokens') ?? 0,
    outputTokens: numberOf(usage, 'outputTokens') ?? 0,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

const none = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

/** What calls come to together. */
export function totalsOf(calls: readonly Call[]): Required<Usage> & { ms: number } {
  const sum = { modelCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, ms: 0 };
  for (const call of calls) {
    sum.modelCalls += call.modelCalls;
    sum.inputTokens += call.inputTokens;
    sum.outputTokens += call.outputTokens;
    sum.costUsd += call.costUsd ?? 0;
    sum.ms += call.endedAt === undefined ? 0 : call.endedAt - call.startedAt;
  }
  return sum;
}
