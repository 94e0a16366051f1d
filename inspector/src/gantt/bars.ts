import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';

/** What a bar stands for: a call of a model, a tool or other work, a person who is waited for, the pause before another attempt. */
export type BarKind = 'model' | 'tool' | 'person' | 'retry';

/** What an effect has used, as far as the log says it. */
export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd?: number;
}

/** A row: the host, a step of the plan, or an actor of any other chart. */
export interface Row {
  readonly id: string;
  readonly kind: 'host' | 'step' | 'actor';
  /** How many rows are above it. */
  readonly place: number;
  /** Of a step its description; it may change with the plan. */
  label: string;
  readonly bars: Bar[];
  readonly spans: Span[];
}

/** The time in which a row is at work without a break. */
export interface Span {
  readonly row: Row;
  readonly start: number;
  readonly startSeq: number;
  end?: number;
  endSeq?: number;
  /** What the spans of the row before it come to. */
  readonly beforeMs: number;
  /** The span whose fact started it. */
  readonly from?: Span;
  /** From when on somebody waited for what it came to. */
  slack?: { readonly at: number; readonly seq: number };
}

/** Something that takes time. Times are milliseconds since 1970, places are numbers of entries. */
export interface Bar {
  readonly row: Row;
  readonly span: Span;
  readonly kind: BarKind;
  /** The key of the effect, or the id of the question. */
  readonly key: string;
  /** What it is in words, such as `ask` or the name of a tool. */
  name: string;
  readonly actor: string;
  readonly start: number;
  readonly startSeq: number;
  end?: number;
  endSeq?: number;
  /** When the first piece of a model's answer came, where that is known. */
  first?: number;
  /** From this entry on it is known that it has failed, or was refused. */
  badSeq?: number;
  /** The entry at which it was given up: its run ended, or nobody wanted it any more. */
  stoppedSeq?: number;
  problem?: string;
  spent?: Spent;
  /** Bars of a row at the same time lie above each other: which place it has, how many there are, and which bar of the row is the first of them. */
  readonly lane: number;
  readonly cluster: { readonly count: number; readonly first: number };
}

const toolKinds = new Set(['useTool', 'analyze']);
const modelSources = new Set(['callModel', 'summarize']);

/** What an effect that begins is drawn as; nothing for what only waits until a time is up. */
export function kindOf({ data }: TimelineEntry): BarKind | undefined {
  const { kind, source, key } = data;
  if (kind === 'wait') return /\/wait#\d+$/.test(String(key)) ? 'retry' : undefined;
  if (source === 'person.awaited') return undefined;
  if (kind === 'source') return modelSources.has(String(source)) ? 'model' : 'tool';
  return toolKinds.has(String(kind)) ? 'tool' : 'model';
}

/** The attempt that a key counts, and its call before the count: `s2#1/ask#2.1` is the second of `s2#1/ask`. */
export function attemptOf(key: string): { readonly call: string; readonly attempt: number; readonly turn: number } {
  const found = /^(.*)#(\d+)(?:\.(\d+))?[^#]*$/.exec(key);
  return { call: found?.[1] ?? key, attempt: Number(found?.[2] ?? 1), turn: Number(found?.[3] ?? 1) };
}

/** The name of an effect that begins. */
export const nameOfEffect = ({ data }: TimelineEntry): string =>
  String(data.kind === 'source' ? data.source : data.kind === 'wait' ? 'waits to try again' : data.kind);

/** What an effect has used: the log of the host has it beside the output, that of an agent in it. */
export function spentOf({ data }: TimelineEntry): Spent | undefined {
  const usage = data.usage ?? fieldOf(data.output, 'usage');
  if (typeof usage !== 'object' || usage === null) return undefined;
  const costUsd = numberOf(usage, 'costUsd');
  return {
    inputTokens: numberOf(usage, 'inputTokens') ?? 0,
    outputTokens: numberOf(usage, 'outputTokens') ?? 0,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

/** The row that an actor of the host's run belongs to: a step with everything below it, else the host. */
export function stepOf(actor: string): string | undefined {
  return /^[^/]+\/(?:step|when)-([A-Za-z0-9][A-Za-z0-9_-]*)(?:#|\/|$)/.exec(actor)?.[1];
}

/** The actor of any other chart whose effect it is: an agent has its calls of tools below itself. */
export const ownerOf = (actor: string): string => {
  const parent = actor.slice(0, Math.max(0, actor.lastIndexOf('/')));
  return (parent || actor).replace(/(\/tool-\d+-\d+)+$/, '');
};

/** Of what is open that which holds up the others: whoever waits for a person, else whoever began first. */
export function waitedFor(open: readonly Bar[]): Bar | undefined {
  const atWork = open.filter(({ kind }) => kind !== 'retry');
  return atWork.find(({ kind }) => kind === 'person') ?? atWork[0];
}

/** What an effect came to. */
export function settle(bar: Bar | undefined, entry: TimelineEntry): void {
  if (!bar) return;
  const { data, type, seq } = entry;
  const [spent, firstMs, tool] = [
    spentOf(entry),
    numberOf(data, 'firstMs') ?? numberOf(data.output, 'firstMs'),
    fieldOf(data.output, 'tool'),
  ];
  if (spent) bar.spent = spent;
  if (firstMs !== undefined) bar.first = bar.start + firstMs;
  if (typeof tool === 'string') bar.name = tool;
  if (type === 'effect.cancelled' || type === 'effect.stopped') bar.stoppedSeq = seq;
  if (type !== 'effect.failed') return;
  bar.badSeq = seq;
  bar.problem = String(fieldOf(data.error, 'message') ?? 'failed');
}
