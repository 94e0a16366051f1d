import fc from 'fast-check';
import { planStep } from 'troupe/plan';
import { describe, expect, it } from 'vitest';
import type { EntryData, EntryType, NoteOf } from '../../src/log/entry-types.ts';
import { advance, type Folded, noPlan, type PlanState, stepAt, stepsAt } from '../../src/log/plan-fold.ts';
import { itemAt, itemsOf, sharedList, withItem, withLast } from '../../src/log/shared-list.ts';
import { seed } from '../seed.ts';

const at = '2026-11-17T00:00:00.000Z';
const fold = (notes: readonly NoteOf<EntryType>[], state: PlanState = noPlan) =>
  notes.reduce<PlanState>((before, note) => advance(before, { ...note, at } as Folded), state); // a note and its time
const standing = (state: PlanState) => stepsAt(state).map(({ id, status }) => `${id} ${status}`);

const created = (...ids: string[]): NoteOf<'plan.created'> => {
  const steps = ids.map((id) => planStep({ id, description: `do ${id}`, assignedTo: 'worker' }));
  return { type: 'plan.created', data: { plan: { version: 1, title: 'T', strategy: '', steps } } };
};
const started = (id: string, round = 1, version = 1): NoteOf<'step.started'> => {
  const about = { id, description: `do ${id}`, specialist: 'worker', dependencies: [], actor: `host/step-${id}#1` };
  return { type: 'step.started', data: { ...about, round, version } };
};
const result = (id: string): EntryData['step.completed']['results'][number] => ({
  stepId: id,
  specialistName: 'worker',
  status: 'success',
  resultKey: `s${id}#1/ask#1.1`,
  startTime: at,
  endTime: at,
  durationMs: 7,
  retryCount: 1,
  metadata: {},
});
const completed = (id: string): NoteOf<'step.completed'> => ({
  type: 'step.completed',
  data: { id, actor: `host/step-${id}#1`, results: [result(id)] },
});
const failed = (id: string): NoteOf<'step.failed'> => ({
  type: 'step.failed',
  data: { id, actor: `host/step-${id}#1`, results: [], reason: 'It broke.' },
});
const blocked = (id: string): NoteOf<'step.blocked'> => ({ type: 'step.blocked', data: { id, reason: 'It needs b.' } });
const judged = (branch: 'done' | 'continue' | 'update'): NoteOf<'feedback.given'> => ({
  type: 'feedback.given',
  data: { effect: 'r1/reflect#1', round: 1, branch },
});

describe('the fold of a plan', () => {
  const round = [created('a', 'b', 'c'), started('a'), started('b'), completed('a'), failed('b'), blocked('c')];

  it('has every step where the last entry about it leaves it', () => {
    const state = fold(round);
    expect(standing(state)).toEqual(['a completed', 'b failed', 'c blocked']);
    expect(stepAt(state, 'a')).toMatchObject({ actualMs: 7, retryCount: 1, resultKeys: ['sa#1/ask#1.1'] });
    expect(stepAt(state, 'b')).toMatchObject({ reason: 'It broke.', updatedAt: at });
    expect(stepAt(state, 'd')).toBeUndefined();
    expect(state).toMatchObject({ version: 1, round: 1, plan: { title: 'T' } });
  });

  it('has a renewed step as if nobody had worked on it', () => {
    const state = fold([{ type: 'step.renewed', data: { id: 'a' } }], fold(round));
    expect(standing(state)).toEqual(['a pending', 'b failed', 'c blocked']);
    expect(stepAt(state, 'a')).toEqual({ ...stepAt(fold([created('a')]), 'a'), updatedAt: at });
  });

  it('does not change the state before', () => {
    const before = fold(round);
    const after = fold([{ type: 'step.renewed', data: { id: 'b' } }], before);
    expect(standing(before)).toEqual(['a completed', 'b failed', 'c blocked']);
    expect(stepAt(after, 'a')).toBe(stepAt(before, 'a'));
    expect(fold([{ type: 'answer.given', data: { content: 'No.' } }], before)).toBe(before);
  });

  it('grows with the steps of a plan that still arrives, until the whole plan is there', () => {
    const step = planStep({ id: 'a', description: 'do a' });
    const state = fold([{ type: 'step.drafted', data: { step } }, started('a', 1, 0)]);
    expect(state.version).toBe(0);
    expect(standing(state)).toEqual(['a executing']);
    expect(standing(fold([created('x')], state))).toEqual(['x pending']);
  });

  it('has its own steps where two continue from one state of a plan that still arrives', () => {
    const drafted = (id: string): NoteOf<'step.drafted'> => ({
      type: 'step.drafted',
      data: { step: planStep({ id, description: `do ${id}` }) },
    });
    const before = fold([drafted('a')]);
    const [one, other] = [fold([drafted('b')], before), fold([drafted('c'), drafted('b'), started('b', 1, 0)], before)];
    expect([before, one, other].map(standing)).toEqual([
      ['a pending'],
      ['a pending', 'b pending'],
      ['a pending', 'c pending', 'b executing'],
    ]);
    expect(stepAt(before, 'b')).toBeUndefined();
    expect(stepAt(one, 'c')).toBeUndefined();
    expect(stepAt(one, 'b')).toMatchObject({ id: 'b', status: 'pending' });
    expect(standing(fold([drafted('b')], before))).toEqual(['a pending', 'b pending']);
    expect(noPlan.places.table.size).toBe(0);
  });

  it('takes no longer for a drafted step after ten thousand than for one after ten', () => {
    const notes = Array.from(
      { length: 10_000 },
      (_, place): NoteOf<'step.drafted'> => ({
        type: 'step.drafted',
        data: { step: planStep({ id: `s${place}`, description: 'do it' }) },
      }),
    );
    const before = fold(notes.slice(0, -1));
    const after = fold(notes.slice(-1), before);
    expect(newBranches(after.steps.root, before.steps.root)).toBe(3);
    expect(after.places.table).toBe(before.places.table);
    expect(stepsAt(after).map(({ id }) => id)).toEqual(notes.map(({ data }) => data.step.id));
  });

  describe('over a log of charts that recorded less', () => {
    it('has what failed renewed with the first start of the round that a judgement asks for', () => {
      expect(standing(fold([judged('continue')], fold(round)))).toEqual(['a completed', 'b failed', 'c blocked']);
      const next = fold([judged('continue'), started('b', 2)], fold(round));
      expect(standing(next)).toEqual(['a completed', 'b executing', 'c pending']);
    });

    it('leaves what failed where another version of the plan leaves it', () => {
      const edited = { plan: { version: 2, title: 'T', strategy: '', steps: stepsAt(fold(round)) }, updates: [] };
      const notes = [judged('continue'), { type: 'plan.updated', data: edited }, started('b', 2)] as const;
      expect(standing(fold(notes, fold(round)))).toEqual(['a completed', 'b executing', 'c blocked']);
    });

    it('knows a step of a plan that still arrives by its start', () => {
      expect(standing(fold([started('a', 1, 0), completed('a')]))).toEqual(['a completed']);
    });
  });

  it('takes no longer for an entry of a plan of ten thousand steps than for one of ten', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, place) => `s${place}`);
    const copies = (count: number) => {
      let state = fold([created(...ids(count))]);
      const { steps } = state;
      state = fold([started('s5')], state);
      return newBranches(state.steps.root, steps.root);
    };
    expect(copies(10)).toBe(1);
    expect(copies(10_000)).toBe(3);
  });
});

/** How many lists of a tree are not those of another one. */
function newBranches(branch: unknown, before: unknown): number {
  if (!Array.isArray(branch) || branch === before) return 0;
  const old = Array.isArray(before) ? before : [];
  return 1 + branch.reduce((sum: number, each, place) => sum + newBranches(each, old[place]), 0);
}

it('a shared list is a list, whatever is changed in it, and the one before stays as it was', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 1200 }), changes, (items, edits) => {
      let [list, plain] = [sharedList(items), items];
      for (const [where, item] of edits) {
        const place = where % items.length;
        const [next, after] = [withItem(list, place, item), plain.with(place, item)];
        expect(itemsOf(list)).toEqual(plain);
        expect(itemAt(next, place)).toBe(item);
        [list, plain] = [next, after];
      }
      expect(itemsOf(list)).toEqual(plain);
      expect(plain.map((_, place) => itemAt(list, place))).toEqual(plain);
      expect(itemsOf(items.reduce<typeof list>(withLast, sharedList([])))).toEqual(items);
      expect(itemsOf(withLast(list, 7))).toEqual([...plain, 7]);
      expect(itemsOf(list)).toEqual(plain);
      expect([itemAt(list, -1), itemAt(list, items.length)]).toEqual([undefined, undefined]);
    }),
    { seed, numRuns: 100 },
  );
});
