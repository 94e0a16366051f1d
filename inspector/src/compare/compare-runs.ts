import type { StepStatus } from '../../../src/domain/status.ts';
import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { isCut } from '../../../src/inspect/set-path.ts';
import type { Attempt } from '../plan/attempts.ts';
import type { RunFacts, Said } from '../run/run-facts.ts';
import { durationOf, firstSentence, money, timeWords } from '../run/run-words.ts';
import { fieldOf } from '../state/field-of.ts';
import { count } from '../state/format.ts';
import type { PlanView } from '../state/plan-at.ts';

/** What the steps of a run came to, by the keys of the effects whose output is a result. */
export class ResultTexts {
  readonly #texts = new Map<string, Said>();
  /** The keys of the results of each try of a step, by the entry with which it ended. */
  readonly #keys = new Map<number, readonly string[]>();

  push({ seq, type, data }: TimelineEntry): void {
    if (type === 'effect.completed' && data.kind === 'ask') {
      const text = fieldOf(data.output, 'text');
      const head = isCut(text) ? `${String(text.head)}…` : String(text ?? '');
      this.#texts.set(String(data.key), { text: head, isCut: isCut(text), seq });
    }
    if (type !== 'step.completed' && type !== 'step.failed') return;
    const results = Array.isArray(data.results) ? data.results : [];
    this.#keys.set(
      seq,
      results.map((each) => String(fieldOf(each, 'resultKey') ?? '')),
    );
  }

  /** What a try came to that ended with an entry. */
  of(seq: number): readonly Said[] {
    return (this.#keys.get(seq) ?? []).flatMap((key) => this.#texts.get(key) ?? []);
  }
}

/** One time that a step was tried, as it is compared. */
export interface StepSide {
  readonly step: string;
  readonly title: string;
  readonly status: StepStatus;
  /** What it came to, or why it failed. */
  readonly note: string;
  readonly result: string;
  readonly time: string;
  /** The entry with which it began; none for a step that nobody began. */
  readonly seq?: number;
}

/** The same step, the same time that it was tried, in both runs. */
export interface StepPair {
  readonly key: string;
  readonly a?: StepSide;
  readonly b?: StepSide;
  readonly differs: boolean;
}

/** What is compared of a run. */
export interface ComparedPlan {
  readonly plan: PlanView | undefined;
  readonly attempts: readonly Attempt[];
  /** What a try came to that ended with an entry. */
  readonly resultOf: (seq: number) => string;
  /** Until when what is open has taken. */
  readonly now: number;
}

function sidesOf({ plan, attempts, resultOf, now }: ComparedPlan): Map<string, StepSide> {
  const sides = new Map<string, StepSide>();
  const tries = new Map<string, number>();
  for (const { step, description, round, seq, startedAt, end } of attempts) {
    const nth = (tries.get(step) ?? 0) + 1;
    tries.set(step, nth);
    const result = end?.status === 'completed' ? resultOf(end.seq) : '';
    const words = end?.status === 'failed' ? `failed: ${end.reason ?? 'no reason given'}` : firstSentence(result);
    sides.set(`${step}#${nth}`, {
      step,
      title: `${step} ${description}`,
      status: end?.status ?? 'executing',
      note: [...(round > 1 ? [`round ${round}`] : []), ...(words === '' ? [] : [words])].join(' · '),
      result,
      time: durationOf((end?.at ?? now) - startedAt),
      seq,
    });
  }
  for (const { id, description, status, reason } of plan?.steps ?? []) {
    if (tries.has(id)) continue;
    const note = reason ?? (status === 'pending' ? 'not begun' : status);
    sides.set(`${id}#1`, { step: id, title: `${id} ${description}`, status, note, result: '', time: '' });
  }
  return sides;
}

/** The steps of two runs beside each other, in the order of the first; what only the second has comes after what it had before it. */
export const compareSteps = (a: ComparedPlan, b: ComparedPlan): StepPair[] => paired(sidesOf(a), sidesOf(b));

/** What two runs have under the same keys, beside each other. */
export function paired(left: ReadonlyMap<string, StepSide>, right: ReadonlyMap<string, StepSide>): StepPair[] {
  const keys = [...left.keys()];
  const known = new Set(keys);
  const fresh = new Map<string | undefined, string[]>();
  let before: string | undefined;
  for (const key of right.keys()) {
    if (known.has(key)) before = key;
    else fresh.set(before, [...(fresh.get(before) ?? []), key]);
  }
  const ordered = [...(fresh.get(undefined) ?? []), ...keys.flatMap((key) => [key, ...(fresh.get(key) ?? [])])];
  return ordered.map((key) => {
    const [one, other] = [left.get(key), right.get(key)];
    const differs =
      one?.title !== other?.title ||
      one?.status !== other?.status ||
      one?.result !== other?.result ||
      (one?.seq === undefined) !== (other?.seq === undefined);
    return { key, ...(one ? { a: one } : {}), ...(other ? { b: other } : {}), differs };
  });
}

/** A figure of two runs, and how much more or less the second has. */
export interface Metric {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly change: string;
  readonly isLess: boolean;
}

/** What the figures of a run are read from. */
export interface ComparedFacts {
  readonly facts: RunFacts;
  readonly ms: number;
}

const unknown = '–';

export function compareTotals(a: ComparedFacts, b: ComparedFacts): Metric[] {
  const of = (name: string, read: (side: ComparedFacts) => number | null, write: (value: number) => string): Metric => {
    const [one, other] = [read(a), read(b)];
    const by = one === null || other === null ? 0 : other - one;
    const change = by === 0 ? '' : `${by < 0 ? '−' : '+'}${write(Math.abs(by))}`;
    const word = (value: number | null) => (value === null ? unknown : write(value));
    return { name, a: word(one), b: word(other), change, isLess: by < 0 };
  };
  const tokens = ({ facts }: ComparedFacts) => facts.inputTokens + facts.outputTokens;
  const hasCalls = a.facts.modelCalls + b.facts.modelCalls > 0;
  return [
    { ...of('Duration', ({ ms }) => ms, timeWords), change: changeOf(b.ms - a.ms) },
    ...(a.facts.rounds + b.facts.rounds > 0 ? [of('Rounds', ({ facts }) => facts.rounds, String)] : []),
    ...(hasCalls
      ? [
          of('Model calls', ({ facts }) => facts.modelCalls, count),
          { ...of('Tokens', tokens, count), change: percent(tokens(a), tokens(b)) },
          of('Cost', ({ facts }) => facts.costUsd, money),
        ]
      : []),
  ];
}

const changeOf = (ms: number) => (Math.abs(ms) < 50 ? '' : `${ms < 0 ? '−' : '+'}${durationOf(Math.abs(ms))}`);

function percent(from: number, to: number): string {
  if (from === to) return '';
  if (from === 0) return `+${count(to)}`;
  const share = Math.round((Math.abs(to - from) / from) * 100);
  // From there on one speaks of how many times as much.
  if (share >= 1000) return `×${count(Math.round(to / from))}`;
  return `${to < from ? '−' : '+'}${share === 0 ? '<1' : share}%`;
}

/** What calls after an entry have used together; nothing is known of the money where a call has no price. */
export function paidAfter(
  entries: readonly TimelineEntry[],
  seq: number,
): { readonly calls: number; readonly tokens: number; readonly costUsd: number | undefined } {
  let [calls, tokens, costUsd]: [number, number, number | undefined] = [0, 0, 0];
  for (const entry of entries) {
    if (entry.seq <= seq) continue;
    const usage = entry.data.usage ?? fieldOf(entry.data.output, 'usage');
    const number = (name: string) => {
      const value = fieldOf(usage, name);
      return typeof value === 'number' ? value : 0;
    };
    calls += number('modelCalls');
    tokens += number('inputTokens') + number('outputTokens');
    const isPriced = typeof fieldOf(usage, 'costUsd') === 'number' || number('modelCalls') === 0;
    costUsd = isPriced && costUsd !== undefined ? costUsd + number('costUsd') : undefined;
  }
  return { calls, tokens, costUsd };
}
