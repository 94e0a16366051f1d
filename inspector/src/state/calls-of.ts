import type { TimelineEntry } from '../../../src/inspect/protocol.ts';

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

const ends = new Set(['effect.completed', 'effect.failed', 'timer.fired']);

/** The effects up to an entry, in the order in which they began. */
export function callsOf(entries: readonly TimelineEntry[], seq: number): Call[] {
  const calls: Call[] = [];
  const open = new Map<string, number>();
  for (const entry of entries) {
    if (entry.seq > seq) break;
    const isEnd = ends.has(entry.type);
    if (!isEnd && entry.type !== 'effect.started') continue;
    const key = String(entry.data.key);
    const at = Date.parse(entry.at);
    if (!isEnd) {
      open.set(key, calls.length);
      calls.push({ ...none, key, kind: String(entry.data.kind), actor: entry.actor, seq: entry.seq, startedAt: at });
      continue;
    }
    const place = open.get(key);
    const begun = place === undefined ? undefined : calls[place];
    if (place === undefined || !begun) continue;
    const usage = (entry.data.usage ?? {}) as Usage; // written by the effects port
    calls[place] = {
      ...begun,
      endedAt: at,
      endSeq: entry.seq,
      ...(entry.type === 'effect.failed' ? { isFailed: true as const } : {}),
      modelCalls: usage.modelCalls ?? 0,
      inputTokens: usage.inputTokens ?? 0,
      outputTokens: usage.outputTokens ?? 0,
      ...(usage.costUsd === undefined ? {} : { costUsd: usage.costUsd }),
    };
  }
  return calls;
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
