import { describe, expect, it } from 'vitest';
import { actorSides } from '../../inspector/src/compare/actor-sides.ts';
import { compareTotals, paidAfter, paired, type StepSide } from '../../inspector/src/compare/compare-runs.ts';
import { diffTexts } from '../../inspector/src/compare/diff-words.ts';
import { sharedBy } from '../../inspector/src/compare/first-difference.ts';
import { ForkClock } from '../../inspector/src/compare/fork-clock.ts';
import { noFacts } from '../../inspector/src/run/run-facts.ts';
import { markEnd, markStart } from '../../inspector/src/text/marks.ts';
import type { TimelineEntry } from '../../src/inspect/protocol.ts';

const entry = (seq: number, data: object = {}, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  seq,
  at: new Date(seq * 1000).toISOString(),
  kind: 'fact',
  type: 'effect.completed',
  actor: 'host',
  data: { ...data },
  ...more,
});
const log = (...entries: TimelineEntry[]) => ({ entries, full: new Map<number, TimelineEntry>() });
const shown = (text: string) => text.replaceAll(markStart, '[').replaceAll(markEnd, ']');

describe('the first entry that differs', () => {
  it('is not one that differs only by who, when and for how much', () => {
    const [a, b] = [
      log(entry(1, { run: 'a', output: 1 }), entry(2, { output: 2 })),
      log(entry(1, { run: 'b', output: 1 })),
    ];
    expect(sharedBy(a, b)).toEqual({ count: 1, next: 'different' });
    expect(sharedBy(a, a)).toEqual({ count: 2, next: 'same' });
    expect(sharedBy(log(entry(1, { output: 1 })), log(entry(1, { output: 2 })))).toEqual({
      count: 0,
      next: 'different',
    });
  });

  it('has to be asked for where both are cut and begin alike, and is found then', () => {
    const cut = entry(1, { output: { $cut: 'text', size: 900, head: 'tea' } }, { isCut: true });
    expect(sharedBy(log(cut), log(cut))).toEqual({ count: 0, next: 'unknown' });
    const full = (text: string) => ({ entries: [cut], full: new Map([[1, entry(1, { output: text })]]) });
    expect(sharedBy(full('tea…1'), full('tea…2'))).toEqual({ count: 0, next: 'different' });
    expect(sharedBy(full('tea…1'), full('tea…1'))).toEqual({ count: 1, next: 'same' });
  });
});

describe('two texts', () => {
  it('have the words marked that differ, words beside each other as one, and markup stays as it is', () => {
    const { a, b, differing, paragraphs } = diffTexts(
      'Same.\n\n**Tea** costs 5 to 6 EUR.',
      'Same.\n\n**Tea** costs 7 EUR.\n\nNew.',
    );
    expect(shown(a)).toBe('Same.\n\n**Tea** costs [5 to 6] EUR.');
    expect(shown(b)).toBe('Same.\n\n**Tea** costs [7] EUR.\n\n[New].');
    expect(differing).toEqual({ a: 1, b: 2 });
    expect(paragraphs).toEqual({ a: 2, b: 3 });
  });
});

const side = (step: string, more: Partial<StepSide> = {}): StepSide => ({
  step,
  title: step,
  status: 'completed',
  note: '',
  result: step,
  time: '',
  seq: 1,
  ...more,
});
const sides = (...all: StepSide[]) => new Map(all.map((each) => [each.step, each]));

describe('the steps of two runs', () => {
  it('stand beside each other in the order of the first, what only the second has after what it had before it', () => {
    const pairs = paired(
      sides(side('1'), side('2'), side('3')),
      sides(side('0'), side('1'), side('1b'), side('3', { result: 'x' })),
    );
    expect(pairs.map(({ key, differs }) => `${key}${differs ? '!' : ''}`)).toEqual(['0!', '1', '1b!', '2!', '3!']);
  });

  it('are the actors of a run without a plan, each where it ended', () => {
    const moved = (seq: number, actor: string, data: object) => entry(seq, data, { type: 'actor.moved', actor });
    const found = actorSides([
      moved(1, 'shop', { value: 'open', status: 'active' }),
      moved(2, 'shop/till', { value: 'idle', status: 'stopped' }),
      moved(4, 'shop', { value: { paid: 'sent' }, status: 'done' }),
    ]);
    expect([...found.values()].map(({ step, status, note, time }) => [step, status, note, time])).toEqual([
      ['shop', 'completed', 'paid.sent', '3.0 s'],
      ['shop/till', 'skipped', 'idle', '0.0 s'],
    ]);
  });
});

describe('what two runs took', () => {
  it('is said with how much more or less the second has, and nothing is said of a price that is not known', () => {
    const facts = { ...noFacts, modelCalls: 2, inputTokens: 100, costUsd: 0.4 };
    const metrics = compareTotals(
      { facts, ms: 10_000 },
      { facts: { ...facts, inputTokens: 63, costUsd: null }, ms: 7500 },
    );
    expect(metrics.map(({ name, a, b, change }) => [name, a, b, change])).toEqual([
      ['Duration', '0:10.0', '0:07.5', '−2.5 s'],
      ['Model calls', '2', '2', ''],
      ['Tokens', '100', '63', '−37%'],
      ['Cost', '$0.40', '–', ''],
    ]);
  });

  it('counts for a fork what was used after the entry where it left its origin', () => {
    const usage = (costUsd?: number) => ({
      usage: { modelCalls: 1, inputTokens: 10, outputTokens: 5, ...(costUsd ? { costUsd } : {}) },
    });
    const entries = [entry(1, usage(1)), entry(2, usage(0.25)), entry(3, usage(0.5))];
    expect(paidAfter(entries, 1)).toEqual({ calls: 2, tokens: 30, costUsd: 0.75 });
    expect(paidAfter([...entries, entry(4, usage())], 1)).toEqual({ calls: 3, tokens: 45, costUsd: undefined });
  });

  it('leaves out the time in which nobody had forked it yet', () => {
    const clock = new ForkClock();
    const at = (seq: number, seconds: number, data: object = {}) =>
      entry(seq, data, { at: new Date(seconds * 1000).toISOString() });
    const times = [at(1, 10, { forkedFrom: { run: 'a', at: 2 } }), at(2, 12), at(3, 1000), at(4, 1003)].map(
      (each) => Date.parse(clock.adjust(each).at) / 1000,
    );
    expect(times).toEqual([10, 12, 12, 15]);
  });
});
