import fc from 'fast-check';
import { collectResults, type SpecialistResult } from 'troupe';
import { describe, expect, it } from 'vitest';

const result = (stepId: string, parts: Partial<SpecialistResult> = {}): SpecialistResult => ({
  stepId,
  specialistName: 'data',
  status: 'success',
  startTime: '',
  endTime: '',
  durationMs: 10,
  retryCount: 0,
  confidence: 1,
  qualityScore: 1,
  relevanceScore: 1,
  metadata: {},
  ...parts,
});
const anyResults = fc
  .uniqueArray(
    fc.record({
      id: fc.nat(50),
      specialistName: fc.constantFrom('data', 'writer', 'search'),
      status: fc.constantFrom('success' as const, 'failed' as const, 'partial' as const),
      qualityScore: fc.double({ min: 0, max: 1, noNaN: true }),
      durationMs: fc.nat(1000),
    }),
    { selector: ({ id }) => id },
  )
  .map((list) => list.map(({ id, ...parts }) => result(String(id), parts)));

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

  it('has scores between 0 and 1 and the sum of all durations', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        const collected = collectResults(results);
        for (const score of [collected.overallQuality, collected.consistencyScore]) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        expect(collected.totalDurationMs).toBe(results.reduce((sum, each) => sum + each.durationMs, 0));
      }),
    );
  });

  it('counts a failure as quality 0, whatever its score', () => {
    const { overallQuality, consistencyScore } = collectResults([result('1'), result('2', { status: 'failed' })]);
    expect({ overallQuality, consistencyScore }).toEqual({ overallQuality: 0.5, consistencyScore: 0 });
  });

  it('says in words how it went', () => {
    const results = [
      result('1'),
      result('2', { status: 'partial', qualityScore: 0.5 }),
      result('3', { status: 'failed', error: 'no such table' }),
    ];
    expect(collectResults(results).summary).toBe('1 of 3 steps succeeded; in part: 2; step 3 failed: no such table.');
    expect(collectResults([result('1')]).summary).toBe('1 of 1 step succeeded.');
    expect(collectResults([])).toMatchObject({ summary: '0 of 0 steps succeeded.', overallQuality: 0 });
  });

  it.each(['constructor', '__proto__', 'toString'])('takes a specialist named "%s"', (specialistName) => {
    const { results } = collectResults([result('1', { specialistName })]);
    expect(Object.entries(results)).toEqual([[specialistName, [result('1', { specialistName })]]]);
  });
});
