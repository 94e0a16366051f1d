import { reflection, scriptedModel } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { verifyResult } from '../../src/offline/verify-result.ts';
import { type QueryResult, queryResultSchema } from '../../src/tools/tables/query-result.ts';
import { salesFile, shown, sumOf } from '../tools/sales-rows.ts';
import { openOffline, openSpoiled, raised, runOffline } from './run-offline.ts';

const offline = openOffline([salesFile]);

async function resultOf(question: string): Promise<QueryResult> {
  const { outputs } = await runOffline(question, offline);
  return queryResultSchema.parse(outputs[0]?.data[0]);
}

describe('a result', () => {
  it('holds when nothing was touched', async () => {
    expect(verifyResult(await resultOf('revenue by region'))).toEqual([]);
    expect(verifyResult(await resultOf('which product dropped most'))).toEqual([]);
    expect(verifyResult(await resultOf('monthly revenue and growth'))).toEqual([]);
    expect(verifyResult(await resultOf('revenue by region where units over 100000'))).toEqual([]);
  });

  it('does not hold when a figure differs from the recomputed one, or the groups from the total', async () => {
    const result = await resultOf('revenue by region');
    const wrong = { ...result, rows: raised(result.rows, 1) };
    expect(verifyResult(wrong)).toEqual(['recomputed-differs', 'groups-do-not-add-up']);
    expect(verifyResult({ ...result, rows: [] })).toEqual(['recomputed-differs']);
  });

  it('does not hold when a change does not follow from its periods', async () => {
    const result = await resultOf('which product dropped most');
    expect(
      verifyResult({
        ...result,
        rows: raised(result.rows, 3),
        check: { ...result.check, rows: raised(result.check.rows, 3) },
      }),
    ).toEqual(['change-is-wrong']);
  });
});

const differs = 'Computed a second time it comes out differently. The groups do not add up to the total.';

describe('a wrong figure', () => {
  it('in the only step is judged, and the step is done once more', async () => {
    const { answer, notDone, effects } = await runOffline('revenue by region', openSpoiled([salesFile], 1));
    expect(effects.filter((key) => /ask#1.2|reflect/.test(key))).toEqual([
      's1#1/ask#1.2',
      'r1/reflect#1',
      's1#2/ask#1.2',
    ]);
    expect(answer).toContain(`Total revenue: ${shown(sumOf('revenue'))}`);
    expect(answer).toMatch(/Checked: the arithmetic of this reading, .*\.$/);
    expect(notDone).toEqual([]);
  });

  it('is done again with what rests on it, and nothing else', async () => {
    const question = 'revenue by region, units by product, then write a report';
    const { answer, effects } = await runOffline(question, openSpoiled([salesFile], 1));
    const again = effects.filter((key) => /^s\d#2\/ask#1.1/.test(key));
    expect(again).toHaveLength(2);
    expect(again.at(-1)).toBe('s3#2/ask#1.1');
    expect(answer.match(/Checked: the arithmetic of these 2 readings/g)).toHaveLength(1);
  });

  it('that stays wrong stands in the answer with what does not hold', async () => {
    const { answer, notDone, effects } = await runOffline('revenue by region', openSpoiled([salesFile], 9));
    expect(effects.filter((key) => key.includes('reflect'))).toEqual(['r1/reflect#1', 'r2/reflect#1']);
    expect(answer).toContain(differs);
    expect(answer).not.toContain('Checked');
    expect(notDone).toEqual([{ what: 'sales.csv: revenue by region', why: differs }]);
  });
});

describe('a plan', () => {
  it('keeps to the number of steps that are allowed and names what was left out', async () => {
    const question = 'revenue by region, units by product, then write a report';
    const { plan, notDone } = await runOffline(question, offline, { limits: { steps: 2 } });
    expect(plan?.steps.map((step) => [step.assignedTo, step.dependencies])).toEqual([
      ['data', []],
      ['writer', ['1']],
    ]);
    expect(notDone).toEqual([{ what: 'sales.csv: units by product', why: 'The plan had no room for this step.' }]);
  });

  it('stands as it is when somebody else wants it changed, and what is done is not done again', async () => {
    const change = reflection({ verdict: 'update', planUpdateSuggestion: 'Do it better.' });
    const judge = scriptedModel([
      { purpose: 'reflect', reply: change },
      { purpose: 'reflect', reply: 'Well.' },
    ]);
    const question = 'revenue by region, units by product';
    const { plan, answer, effects } = await runOffline(question, offline, { models: { reflection: judge } });
    expect(plan?.steps.map(({ id, status }) => [id, status])).toEqual([
      ['1', 'completed'],
      ['2', 'completed'],
    ]);
    expect(answer).toBe('Well.');
    expect(effects.filter((key) => /^s\d#2/.test(key))).toEqual([]);
  });
});
