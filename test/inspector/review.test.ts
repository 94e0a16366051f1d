import { describe, expect, it } from 'vitest';
import { card, cardSheet } from '../../inspector/src/review/card-layout.ts';
import { faultLines } from '../../inspector/src/review/fault-lines.ts';
import { changesInWords, planChanges } from '../../inspector/src/review/plan-changes.ts';
import { withAnswerFrom, withNewStep, withoutStep, withStep } from '../../inspector/src/review/plan-edits.ts';
import { planFaults, planProblems } from '../../src/plan/plan.ts';
import { parsePlanMarkdown, planStep, toPlanMarkdown } from '../../src/plan/plan-markdown.ts';

const step = (id: string, dependencies: string[] = [], more = {}) =>
  planStep({ id, description: `work on ${id}`, assignedTo: 'worker', dependencies, ...more });
const plan = { title: 'p', strategy: '', steps: [step('1'), step('2', ['1']), step('3', ['1', '2'])], answerFrom: '3' };
const bounds = { specialists: ['worker'], maxSteps: 5 };

describe('two versions of a plan', () => {
  it('differ in steps that are new, changed and gone', () => {
    const now = [step('1'), step('2', ['1'], { description: 'else', when: 'step 1 failed' }), step('4')];
    const { changes, gone } = planChanges(plan.steps, now);
    expect(changes.get('2')).toMatchObject({ kind: 'changed', what: ['task', 'condition'] });
    expect(gone.map(({ id }) => id)).toEqual(['3']);
    expect(changesInWords(changes)).toBe('step 4 new, step 2 changed, step 3 gone');
  });

  it('are the same where only what has become of a step differs, or the order in which it names what it needs', () => {
    const now = [step('1', [], { status: 'completed', result: 'x' }), step('2', ['1']), step('3', ['2', '1'])];
    expect(planChanges(plan.steps, now).changes.size).toBe(0);
  });
});

describe('an edit', () => {
  it('changes one step, and takes out what is left empty', () => {
    const edited = withStep(plan, '2', { description: 'other', alongside: undefined, when: 'step 1 failed' });
    expect(edited.steps[1]).toEqual(step('2', ['1'], { description: 'other', when: 'step 1 failed' }));
    expect(withStep(edited, '2', { when: undefined }).steps[1]).not.toHaveProperty('when');
  });

  it('adds a step under a number that is free', () => {
    const { plan: added, id } = withNewStep({ ...plan, steps: [...plan.steps, step('5')] });
    expect(id).toBe('6');
    expect(added.steps.at(-1)).toMatchObject({ id: '6', description: '' });
  });

  it('takes a step out, and with it what others say of it', () => {
    const edited = withoutStep(plan, '2');
    expect(edited.steps.map(({ id, dependencies }) => [id, dependencies])).toEqual([
      ['1', []],
      ['3', ['1']],
    ]);
    expect(edited.answerFrom).toBe('3');
    expect(withoutStep(plan, '3')).not.toHaveProperty('answerFrom');
    expect(withAnswerFrom(withAnswerFrom(plan, '1'), undefined)).not.toHaveProperty('answerFrom');
  });
});

describe('what is wrong with a plan', () => {
  const broken = {
    ...plan,
    steps: [
      step('1', ['3']),
      step('2', ['9'], { assignedTo: 'lawyer' }),
      step('3', ['1'], { when: 'step 2 failed' }),
      step('3'),
    ],
  };

  it('is said with the place and the field', () => {
    const faults = planFaults(broken, bounds);
    expect(faults.map(({ place, field }) => [place, field])).toEqual([
      [3, 'id'],
      [1, 'after'],
      [1, 'specialist'],
      [2, 'when'],
    ]);
    expect(planProblems(broken, bounds)).toEqual(faults.map(({ text }) => text));
    const circle = { ...plan, steps: [step('1', ['2']), step('2', ['1'])] };
    expect(planFaults(circle, bounds)).toMatchObject([{ place: 0, field: 'after' }]);
  });

  it('is shown at the line of the field in the text, and at the step where it has no line', () => {
    const text = toPlanMarkdown({ ...broken, strategy: '- [x] not a step\nat all' });
    const lines = faultLines(text, planFaults(parsePlanMarkdown(text), bounds));
    expect(lines.map(({ line }) => text.split('\n')[line - 1])).toEqual([
      '  - specialist: lawyer',
      '  - after: 9',
      '  - when: step 2 failed',
      '- [ ] 3: work on 3',
    ]);
    expect(faultLines('', [{ text: 'The plan has no steps.' }])).toEqual([{ line: 1, text: 'The plan has no steps.' }]);
  });
});

describe('a sheet of cards', () => {
  it('has each step to the right of all that it needs, and steps in a circle somewhere', () => {
    const sheet = cardSheet([...plan.steps, step('4', ['nobody']), step('5', ['6']), step('6', ['5'])]);
    const columns = Object.fromEntries(sheet.cards.map(({ id, column }) => [id, column]));
    expect(columns).toEqual({ 1: 0, 2: 1, 3: 2, 4: 0, 5: 0, 6: 0 });
    expect(sheet.columns).toBe(3);
  });

  it('leads no line through a card', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      step(String(index), [index - 3, index - 7, index - 12].filter((need) => need >= 0 && index % 5 > 1).map(String)),
    );
    const { cards, lines } = cardSheet(many);
    expect(lines.length).toBeGreaterThan(50);
    const isInside = (x: number, y: number) =>
      cards.some((each) => x > each.x && x < each.x + card.width && y > each.y && y < each.y + card.height);
    for (const { path } of lines) {
      for (const [x, y] of pointsOn(path)) expect(isInside(x, y), path).toBe(false);
    }
  });

  it('is placed in a blink for thousands of steps', () => {
    const many = Array.from({ length: 5000 }, (_, index) => step(String(index), index > 3 ? [String(index - 4)] : []));
    expect(cardSheet(many).cards).toHaveLength(5000);
  });
});

/** Points along a path of straight parts, between its ends. */
function pointsOn(path: string): [number, number][] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, sign, first = '0', second] of path.matchAll(/([MHV])([\d.]+)(?: ([\d.]+))?/g)) {
    const to: [number, number] =
      sign === 'M' ? [Number(first), Number(second)] : sign === 'H' ? [Number(first), y] : [x, Number(first)];
    if (sign !== 'M')
      for (let part = 1; part < 40; part++) points.push([x + ((to[0] - x) * part) / 40, y + ((to[1] - y) * part) / 40]);
    [x, y] = to;
  }
  return points;
}
