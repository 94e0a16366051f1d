import { describe, expect, it } from 'vitest';
import type { StepOutput } from '../../../src/domain/brief.ts';
import { parsePlanMarkdown } from '../../../src/domain/plan-markdown.ts';
import { collectResults } from '../../../src/domain/results.ts';
import { verifyResult } from '../../../src/models/offline/verify-result.ts';
import { reflectWire, toFeedbackResult, toThinkingResult } from '../../../src/prompts/wire.ts';
import { type QueryResult, queryResultSchema } from '../../../src/tools/query-result.ts';
import { salesFile } from '../../tools/sales-rows.ts';
import { ask, contextOf, openOffline, runOffline } from './run-offline.ts';

const offline = openOffline([salesFile]);
const { model, specialists } = offline;
const at = '2025-01-01T00:00:00Z';

async function resultOf(question: string): Promise<QueryResult> {
  const { outputs } = await runOffline(question, offline);
  return queryResultSchema.parse(outputs[0]?.data[0]);
}
const raised = (rows: QueryResult['rows'], column: number) =>
  rows.map((row, index) =>
    row.map((cell, place) => (index === 0 && place === column && typeof cell === 'number' ? cell + 1 : cell)),
  );

describe('a result', () => {
  it('holds when nothing was touched', async () => {
    expect(verifyResult(await resultOf('revenue by region'))).toEqual([]);
    expect(verifyResult(await resultOf('which product dropped most'))).toEqual([]);
    expect(verifyResult(await resultOf('monthly revenue and growth'))).toEqual([]);
  });

  it('does not hold when a figure differs from the recomputed one, or the groups from the total', async () => {
    const result = await resultOf('revenue by region');
    const wrong = { ...result, rows: raised(result.rows, 1) };
    expect(verifyResult(wrong)).toEqual(['recomputed-differs', 'groups-do-not-add-up']);
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

describe('reflection on a wrong figure', () => {
  it('asks for the step again once, and the new plan repeats it and what rests on it', async () => {
    const question = 'revenue by region, units by product, then write a report';
    const messages = [{ role: 'user' as const, content: question }];
    const { plan, outputs, thought: wire } = await runOffline(question, offline);
    if (!plan) throw new Error('no plan');
    const wrong = outputs.map((output): StepOutput => {
      if (output.stepId !== '1') return output;
      const result = queryResultSchema.parse(output.data[0]);
      return { ...output, data: [JSON.parse(JSON.stringify({ ...result, rows: raised(result.rows, 1) }))] };
    });
    const thought = toThinkingResult(wire, { timestamp: at, durationMs: 0 });
    const reflectOn = async (round: number) => {
      const brief = {
        purpose: 'reflect' as const,
        messages,
        thought,
        plan,
        outputs: wrong,
        results: collectResults([]),
        round,
        maxRounds: 3,
        isStalled: false,
      };
      return reflectWire.parse(JSON.parse((await ask(model, brief)).text));
    };
    const first = await reflectOn(1);
    expect(first).toMatchObject({ verdict: 'update', feedback: expect.stringContaining('it comes out differently') });
    const update = await ask(model, {
      purpose: 'plan',
      messages,
      context: contextOf(messages),
      thought,
      specialists,
      resources: [],
      maxSteps: 10,
      previous: { plan, outputs: wrong, feedback: toFeedbackResult(first, at) },
    });
    expect(parsePlanMarkdown(update.text).steps.map((step) => [step.id, step.status, step.dependencies])).toEqual([
      ['1-again', 'pending', []],
      ['2', 'completed', []],
      ['3-again', 'pending', ['1-again', '2']],
    ]);
    expect(await reflectOn(2)).toMatchObject({
      verdict: 'done',
      notDone: [{ what: expect.stringContaining('comes out differently') }, expect.anything()],
    });
  });
});

describe('a plan', () => {
  it('keeps to the number of steps that are allowed and names what was left out', async () => {
    const messages = [{ role: 'user' as const, content: 'revenue by region, units by product, then write a report' }];
    const { thought: wire, outputs } = await runOffline(messages, offline);
    const thought = toThinkingResult(wire, { timestamp: at, durationMs: 0 });
    const brief = {
      messages,
      context: contextOf(messages),
      thought,
      specialists,
      resources: [],
    };
    const { text } = await ask(model, { purpose: 'plan', ...brief, maxSteps: 2 });
    const outline = parsePlanMarkdown(text);
    expect(outline.steps.map((step) => [step.assignedTo, step.dependencies])).toEqual([
      ['data', []],
      ['writer', ['1']],
    ]);
    const steps = outline.steps.map((step) => ({ ...step, status: 'completed' as const }));
    const plan = { ...outline, steps, version: 1, content: text, updateHistory: [], createdAt: at, updatedAt: at };
    const reflection = await ask(model, {
      purpose: 'reflect',
      messages,
      thought,
      plan,
      outputs,
      results: collectResults([]),
      round: 1,
      maxRounds: 3,
      isStalled: false,
    });
    expect(reflectWire.parse(JSON.parse(reflection.text)).notDone).toEqual([
      { what: 'sales.csv: units by product', why: 'The plan had no room for this step.' },
    ]);
  });
});
