import fc from 'fast-check';
import type { SpecialistResult } from 'troupe';
import { collectResults } from 'troupe/log';
import { describe, expect, it } from 'vitest';
import { withFeedback, withScores } from '../../src/domain/results.ts';

const result = (stepId: string, parts: Partial<SpecialistResult> = {}): SpecialistResult => ({
  stepId,
  specialistName: 'data',
  status: 'success',
  startTime: '',
  endTime: '',
  durationMs: 10,
  retryCount: 0,
  metadata: {},
  ...parts,
});
const anyResults = fc
  .uniqueArray(
    fc.record({
      id: fc.nat(50),
      specialistName: fc.constantFrom('data', 'writer', 'search'),
      status: fc.constantFrom('success' as const, 'failed' as const, 'partial' as const),
      score: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      durationMs: fc.nat(1000),
    }),
    { selector: ({ id }) => id },
  )
  .map((list) =>
    list.map(({ id, score, ...parts }) =>
      result(String(id), { ...parts, ...(score === undefined ? {} : { qualityScore: score }) }),
    ),
  );

describe('collectResults', () => {
  it('sorts every result into exactly one of successful, failed and partial, in order', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        const { successfulResults, failedResults, partialResults } = collectResults(results);
        const of = (status: string) => results.filter((each) => each.status === status).map((each) => each.stepId);
        expect({ successfulResults, failedResults, partialResults }).toEqual({
          successfulResults: of('success'),
          failedResults: of('failed'),
          partialResults: of('partial'),
        });
      }),
    );
  });

  it('keeps each result once, under its specialist', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        const { results: kept } = collectResults(results);
        expect(Object.values(kept).flat()).toHaveLength(results.length);
        for (const [name, list] of Object.entries(kept)) {
          expect(list).toEqual(results.filter((each) => each.specialistName === name));
        }
      }),
    );
  });

  it('has a quality between 0 and 1 where a result has a score, and the sum of all durations', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        const collected = collectResults(results);
        const isScored = results.some((each) => each.qualityScore !== undefined);
        expect(collected.overallQuality !== undefined).toBe(isScored);
        expect(collected.overallQuality ?? 0).toBeGreaterThanOrEqual(0);
        expect(collected.overallQuality ?? 0).toBeLessThanOrEqual(1);
        expect(collected).not.toHaveProperty('consistencyScore');
        expect(collected.totalDurationMs).toBe(results.reduce((sum, each) => sum + each.durationMs, 0));
      }),
    );
  });

  it('takes the mean of the scores that are there, a failure counting 0', () => {
    const good = result('1', { qualityScore: 0.8 });
    const quality = (...others: SpecialistResult[]) => collectResults([good, ...others]).overallQuality;
    expect(quality(result('2'))).toBe(0.8);
    expect(quality(result('2', { qualityScore: 0.4 }))).toBeCloseTo(0.6);
    expect(quality(result('2', { status: 'failed' }))).toBe(0.4);
    expect(quality(result('2', { status: 'failed', qualityScore: 0.3 }))).toBe(0.4);
  });

  it('has no quality where nothing was checked, failed or not', () => {
    expect(collectResults([result('1'), result('2', { status: 'failed' })])).not.toHaveProperty('overallQuality');
    expect(collectResults([])).not.toHaveProperty('overallQuality');
  });

  it('says in words how it went', () => {
    const results = [
      result('1'),
      result('2', { status: 'partial', qualityScore: 0.5 }),
      result('3', { status: 'failed', error: 'no such table' }),
    ];
    expect(collectResults(results).summary).toBe('1 of 3 steps succeeded; in part: 2; step 3 failed: no such table.');
    expect(collectResults([result('1')]).summary).toBe('1 of 1 step succeeded.');
    expect(collectResults([])).toMatchObject({ summary: '0 of 0 steps succeeded.' });
  });

  it.each(['constructor', '__proto__', 'toString'])('takes a specialist named "%s"', (specialistName) => {
    const { results } = collectResults([result('1', { specialistName })]);
    expect(Object.entries(results)).toEqual([[specialistName, [result('1', { specialistName })]]]);
  });
});

describe('a judgement', () => {
  const scores = [{ step: '1', quality: 0.4, why: 'It is old.' }];

  it('gives the results of a step its score, and never a better one than they have', () => {
    const unscored = [result('1'), result('1', { specialistName: 'writer' }), result('2')];
    expect(withScores(unscored, scores).map((each) => each.qualityScore)).toEqual([0.4, 0.4, undefined]);
    const scored = [result('1', { qualityScore: 0.2 }), result('1', { qualityScore: 1 })];
    expect(withScores(scored, scores).map((each) => each.qualityScore)).toEqual([0.2, 0.4]);
    expect(withScores(unscored)).toEqual(unscored);
  });

  it('gives what was collected a quality', () => {
    const collected = collectResults([result('2'), result('1'), result('3', { specialistName: '__proto__' })]);
    const judged = withFeedback(collected, { scores });
    expect(judged).toEqual({
      ...collected,
      results: {
        data: [result('2'), result('1', { qualityScore: 0.4 })],
        ['__proto__']: [result('3', { specialistName: '__proto__' })],
      },
      overallQuality: 0.4,
    });
  });

  it.each([
    [[], 1],
    [[['1', '2']], 0.5],
    [
      [
        ['1', '2'],
        ['2', '3'],
      ],
      0.25,
    ],
    [[['1', '2', '3', '4']], 0],
    [[['1', 'the request']], 0.75],
    [[['gone']], 1],
  ])('that finds the contradictions %j gives a consistency of %d', (pairs, consistencyScore) => {
    const collected = collectResults(['1', '2', '3', '4'].map((id) => result(id)));
    const contradictions = pairs.map((steps) => ({ steps, what: 'two totals' }));
    expect(withFeedback(collected, { contradictions })).toEqual({ ...collected, consistencyScore });
  });

  it('that has not looked for contradictions says nothing about consistency', () => {
    expect(withFeedback(collectResults([result('1')]), {})).not.toHaveProperty('consistencyScore');
  });
});
