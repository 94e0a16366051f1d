import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepReader } from '../../src/actors/performers/draft.ts';
import type { PlanStep } from '../../src/plan/plan.ts';
import { parsePlanMarkdown } from '../../src/plan/plan-markdown.ts';
import { planStepReader } from '../../src/plan/plan-step-reader.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { cards } from './cards.ts';

function reader() {
  const told: PlanStep[] = [];
  return { told, add: planStepReader((step) => told.push(step), cards) };
}

function read(text: string): readonly PlanStep[] {
  const { told, add } = reader();
  for (const char of text) add(char);
  return told;
}

const id = fc.constantFrom<unknown>(1, 2, '1', 'step 1', 'S1', 'Load data', '加载', null, undefined);
const text = fc.oneof(fc.string(), fc.constantFrom('load (data)', '"}],[{', '\\', '\\"', '{"steps":[', '1. x\n2. y'));
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      id,
      task: text,
      specialist: fc.constantFrom('data', '@Writer', ['math', 'x'], 'dta'),
      after: fc.oneof(id, fc.array(id)),
      when: fc.constantFrom('step 1 failed', undefined),
    }),
  },
  { weight: 1, arbitrary: fc.oneof(text, fc.jsonValue()) },
);
const plan = fc.record(
  { thought: text, x: fc.jsonValue(), steps: fc.array(step, { maxLength: 6 }), answer_from: id, plan: fc.jsonValue() },
  { requiredKeys: [] },
);
/** The pieces of a text, cut wherever the sizes say. */
const piecesOf = (whole: string, sizes: readonly number[]) => {
  const pieces: string[] = [];
  for (let at = 0; at < whole.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(whole.slice(at, at + size));
    at += size;
  }
  return pieces;
};

describe('planStepReader', () => {
  it('tells at any moment what the whole text begins with, and at the end all of it', () => {
    fc.assert(
      fc.property(
        plan,
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        fc.nat(2),
        (written, sizes, indent) => {
          const whole = JSON.stringify(written, null, indent);
          const { told, add } = reader();
          const all = readPlan(whole, cards).steps;
          for (const piece of piecesOf(whole, sizes)) {
            add(piece);
            expect(told).toEqual(all.slice(0, told.length));
          }
          const isListed = readPlan({ steps: written.steps }, cards).steps.length > 0;
          expect(told).toHaveLength(isListed ? all.length : 0);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('tells a step with its last bracket, and not before', () => {
    const { told, add } = reader();
    add('{"thought": "a ] } [", "steps": [{"id": 1, "task": "a }", "after": [], "x": {}');
    expect(told).toEqual([]);
    add('}');
    expect(told.map((each) => each.description)).toEqual(['a }']);
    add(', {"id": 1, "task": "b", "after": "step 1"}');
    expect(told.slice(1)).toMatchObject([{ id: '1-2', dependencies: ['1'] }]);
  });

  it.each([
    ['steps by their ids', '{"steps": {"1": {"task": "a", "specialist": "data"}}}'],
    ['steps in a text', '{"steps": "[{\\"task\\": \\"a\\"}]"}'],
    ['a list', '[{"task": "a", "specialist": "data"}]'],
    ['steps further in', '{"x": {"steps": [{"task": "a"}]}}'],
    ['a text about steps', '{"thought": "\\"steps\\": [{\\"task\\": 1}]"}'],
    ['no JSON', 'Well: {"steps": [{"task": "a"}]}'],
    ['a step that is no JSON', '{"steps": [{task: "a"}, {"task": "b"}]}'],
  ])('tells nothing of %s', (_, whole) => {
    expect(read(whole)).toEqual([]);
  });
});

describe('stepReader', () => {
  it('does not tell a list in the strategy for steps', () => {
    const markdown = '# Plan: a\n\n1. be quick\n2. be right\n\n- [ ] 1: b\n- [ ] 2: c\n';
    const told: PlanStep[] = [];
    stepReader((each) => told.push(each))(markdown);
    expect(told).toEqual(parsePlanMarkdown(markdown).steps.slice(0, 1));
  });
});
