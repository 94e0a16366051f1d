import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  admitStep,
  type Board,
  type BoardNews,
  byPriority,
  type Carried,
  openBoard,
  settleStep,
  startSteps,
} from '../../src/plan/board.ts';
import type { PlanStep } from '../../src/plan/plan.ts';
import { planGraph } from '../../src/plan/plan-graph.ts';
import { planStep } from '../../src/plan/plan-markdown.ts';

const step = (id: string, dependencies: string[] = [], parts: Partial<PlanStep> = {}) =>
  planStep({ id, description: `work on ${id}`, dependencies, ...parts });
const outcome = { round: 1, results: [] };
const carriedBy =
  (stands: Readonly<Record<string, Carried['status']>>) =>
  ({ id }: PlanStep): Carried | undefined => {
    const status = stands[id];
    return status && { status, starts: 1, outcome: null };
  };

/** Plans of up to twelve steps in any order, some of them with a condition. */
const plans = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc
    .record({
      edges: fc.array(fc.boolean(), { minLength: size * size, maxLength: size * size }),
      isConditional: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
      isSparse: fc.boolean(),
      order: fc.shuffledSubarray(
        Array.from({ length: size }, (_, place) => place),
        { minLength: size },
      ),
    })
    .map(({ edges, isConditional, isSparse, order }) =>
      order.map((place) => {
        const needs = Array.from({ length: place }, (_, need) => need).filter(
          (need) => edges[place * size + need] && (!isSparse || need % 3 === place % 3),
        );
        return step(
          `s${place}`,
          needs.map((need) => `s${need}`),
          isConditional[place] ? { when: 'it is worth it' } : {},
        );
      }),
    ),
);
/** What happens, one number for each choice. */
const choices = fc.array(fc.nat(), { minLength: 60, maxLength: 60, size: 'max' });

const isSettled = (status: PlanStep['status'] | undefined) => status !== 'pending' && status !== 'executing';

/** Everything that a board says twice has to be the same both times. */
function expectConsistent(steps: readonly PlanStep[], board: Board): void {
  const { needs, precedence } = planGraph(steps);
  const places = [...steps.keys()];
  expect(board.settled).toBe(board.status.filter(isSettled).length);
  expect(board.running).toBe(board.status.filter((status) => status === 'executing').length);
  for (const place of places) {
    const left = needs[place]?.filter((need) => !isSettled(board.status[need])).length;
    if (board.status[place] === 'pending') expect(board.needsLeft[place]).toBe(left);
  }
  for (const place of [...board.waiting, ...board.undecided]) {
    expect(board.status[place]).toBe('pending');
    expect(board.needsLeft[place]).toBe(0);
  }
  expect(new Set([...board.waiting, ...board.undecided]).size).toBe(board.waiting.length + board.undecided.length);
  const order = board.waiting.map((place) => precedence[place] ?? 0);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  // Nothing is forgotten: who waits for nothing waits for room or for a decision.
  for (const place of places) {
    if (board.status[place] !== 'pending' || board.needsLeft[place] !== 0) continue;
    expect(board.waiting.includes(place) || board.undecided.includes(place)).toBe(true);
  }
}

/** Plays a plan to its end: each choice settles, starts or decides something. */
function play(steps: readonly PlanStep[], picks: readonly number[], room: number, look: (board: Board) => void): Board {
  let { board } = openBoard(steps, 1);
  look(board);
  for (const pick of picks) {
    board = startSteps(board, room).board;
    look(board);
    const running = [...steps.keys()].filter((place) => board.status[place] === 'executing');
    const open = [...running, ...board.undecided];
    const place = open[pick % Math.max(1, open.length)];
    if (place === undefined) break;
    const isGood = Math.floor(pick / 16) % 3 > 0;
    if (board.undecided.includes(place) && isGood) board = admitStep(board, steps, place);
    else {
      const bad = board.undecided.includes(place) ? 'skipped' : 'failed';
      board = settleStep(board, steps, place, isGood ? 'completed' : bad, { ...outcome, reason: 'So it is.' }).board;
    }
    look(board);
  }
  return board;
}

describe('a board', () => {
  it('counts right whatever happens, and keeps what waits in order', () => {
    fc.assert(
      fc.property(plans, choices, fc.integer({ min: 1, max: 4 }), (steps, picks, room) => {
        play(steps, picks, room, (board) => {
          expectConsistent(steps, board);
          expect(board.running).toBeLessThanOrEqual(room);
        });
      }),
    );
  });

  it('comes to an end at which every step is settled, those without a result with a reason', () => {
    fc.assert(
      fc.property(plans, choices, fc.integer({ min: 1, max: 4 }), (steps, picks, room) => {
        const board = play(steps, picks, room, () => {});
        expect(board.settled).toBe(steps.length);
        for (const [place, status] of board.status.entries()) {
          if (status !== 'completed') expect(board.outcomes[place]?.reason).toMatch(/\S/);
        }
      }),
    );
  });

  it('leaves the board before a change as it was', () => {
    fc.assert(
      fc.property(plans, choices, (steps, picks) => {
        const seen: { board: Board; text: string }[] = [];
        play(steps, picks, 2, (board) => seen.push({ board, text: JSON.stringify(board) }));
        for (const { board, text } of seen) expect(JSON.stringify(board)).toBe(text);
      }),
    );
  });

  it('blocks a chain of 10,000 steps behind one that failed, each with its reason', () => {
    const count = 10_000;
    const chain = Array.from({ length: count }, (_, place) => step(`s${place}`, place === 0 ? [] : [`s${place - 1}`]));
    for (const steps of [chain, chain.toReversed()]) {
      const first = steps.findIndex((each) => each.id === 's0');
      const { board, started } = startSteps(openBoard(steps, 1).board, 1);
      expect(started).toEqual([first]);
      const lost = settleStep(board, steps, first, 'failed', { ...outcome, reason: 'It broke.' });
      expect(lost.board.settled).toBe(count);
      expect(lost.news).toHaveLength(count - 1);
      const last = steps.findIndex((each) => each.id === `s${count - 1}`);
      expect(lost.board.outcomes[last]?.reason).toBe(`It needs step s${count - 2}, which has no result.`);
    }
  });

  it('opens a chain of 10,000 steps whose first has failed already', () => {
    const count = 10_000;
    const steps = Array.from({ length: count }, (_, place) =>
      step(`s${place}`, place === 0 ? [] : [`s${place - 1}`]),
    ).reverse();
    const { board } = openBoard(steps, 1, carriedBy({ s0: 'failed' }));
    expect(board.settled).toBe(count);
    expect(board.status.filter((status) => status === 'blocked')).toHaveLength(count - 1);
  });

  it('starts by another order when it is given one, and keeps what waits in its own', () => {
    const steps = [step('a'), step('long', [], { estimatedMs: 9000 }), step('b', [], { priority: 2 })];
    const { board } = openBoard(steps, 1);
    expect(startSteps(board, 1).started).toEqual([1]);
    const next = startSteps(board, 1, byPriority(steps));
    expect(next.started).toEqual([2]);
    expect(next.board.waiting).toEqual([1, 0]);
    expect(startSteps(next.board, 2, byPriority(steps)).started).toEqual([0]);
  });

  it('puts the longest remaining path first, then priority, then the order of the plan', () => {
    const steps = [
      step('late', [], { estimatedMs: 10 }),
      step('later', [], { estimatedMs: 10 }),
      step('important', [], { estimatedMs: 10, priority: 1 }),
      step('long', [], { estimatedMs: 20 }),
      step('start', [], { estimatedMs: 5 }),
      step('end', ['start'], { estimatedMs: 50 }),
    ];
    const { board } = openBoard(steps, 1);
    const order = ['start', 'long', 'important', 'late', 'later'];
    expect(board.waiting.map((place) => steps[place]?.id)).toEqual(order);
    expect(startSteps(board, 2).started.map((place) => steps[place]?.id)).toEqual(order.slice(0, 2));
    const next = settleStep(startSteps(board, 2).board, steps, 4, 'completed', outcome).board;
    expect(next.waiting.map((place) => steps[place]?.id)).toEqual(['end', 'important', 'late', 'later']);
  });

  it('starts nothing without room, and gives the same board back', () => {
    const { board } = openBoard([step('a'), step('b')], 1);
    const full = startSteps(board, 1).board;
    expect(startSteps(full, 1)).toEqual({ board: full, started: [] });
    expect(startSteps(full, 0).started).toEqual([]);
  });
});

describe('a step', () => {
  const steps = [step('a'), step('b'), step('c', ['a', 'b']), step('d', ['c']), step('e', ['a'], { when: 'a failed' })];
  const running = startSteps(openBoard(steps, 1).board, 9).board;
  const told = (news: readonly BoardNews[]) => news.map(({ what, place }) => `${what} ${steps[place]?.id}`);

  it('is blocked as soon as one of its needs failed, and what needs it too', () => {
    const { board, news } = settleStep(running, steps, 0, 'failed', outcome);
    expect(told(news)).toEqual(['blocked c', 'undecided e', 'blocked d']);
    expect(board.status).toEqual(['failed', 'executing', 'blocked', 'blocked', 'pending']);
  });

  it('with a condition is decided about when its needs are settled, whether they failed or not', () => {
    for (const status of ['completed', 'failed', 'skipped'] as const) {
      expect(settleStep(running, steps, 0, status, outcome).board.undecided).toEqual([4]);
    }
    expect(running.undecided).toEqual([]);
  });

  it('whose needs were all skipped is skipped, and one of whose needs was completed runs', () => {
    const half = settleStep(running, steps, 0, 'skipped', outcome).board;
    expect(settleStep(half, steps, 1, 'skipped', outcome).board.status.slice(2, 4)).toEqual(['skipped', 'skipped']);
    expect(settleStep(half, steps, 1, 'completed', outcome).board.waiting).toEqual([2]);
  });

  it('that names a need twice waits for it once', () => {
    const twice = [step('a'), step('b', ['a', 'a'])];
    const { board } = settleStep(startSteps(openBoard(twice, 1).board, 2).board, twice, 0, 'completed', outcome);
    expect(board).toMatchObject({ waiting: [1], needsLeft: [0, 0] });
  });
});

describe('openBoard', () => {
  it('takes over what is settled or under way, and goes on from there', () => {
    fc.assert(
      fc.property(plans, choices, fc.nat({ max: 20 }), (steps, picks, length) => {
        const { index } = planGraph(steps);
        let before = openBoard(steps, 1).board;
        play(steps, picks.slice(0, length), 2, (board) => {
          before = board;
        });
        const carried = ({ id }: PlanStep): Carried => {
          const place = index.get(id) ?? -1;
          return {
            status: before.status[place] ?? 'pending',
            starts: before.starts[place] ?? 0,
            outcome: before.outcomes[place] ?? null,
          };
        };
        const { board, news } = openBoard(steps, 2, carried);
        expectConsistent(steps, board);
        expect(board.status).toEqual(before.status);
        expect(board.outcomes).toEqual(before.outcomes);
        expect(board.starts).toEqual(before.starts);
        expect(news.filter(({ what }) => what === 'blocked' || what === 'skipped')).toEqual([]);
        // Admitted steps that had no room are asked about again: a decision belongs to the board on which it was made.
        const open = (each: Board) => [...each.waiting, ...each.undecided].sort();
        expect(open(board)).toEqual(open(before));
      }),
    );
  });

  it('has for a half-done plan exactly what can go on', () => {
    const steps = [step('d', ['b', 'c']), step('a'), step('b', ['a']), step('c', ['a']), step('e', ['x'])];
    const { board, news } = openBoard(steps, 2, carriedBy({ a: 'completed', b: 'executing' }));
    expect(board).toMatchObject({
      status: ['pending', 'completed', 'executing', 'pending', 'pending'],
      needsLeft: [2, 0, 0, 0, 0],
      waiting: [3, 4],
      running: 1,
      settled: 1,
      starts: [0, 1, 1, 0, 0],
    });
    expect(news).toEqual([]);
    expect(startSteps(board, 2).started).toEqual([3]);
  });

  it('blocks at once what needs a step that failed before', () => {
    const steps = [step('c', ['b']), step('b', ['a']), step('a')];
    const { board, news } = openBoard(steps, 2, carriedBy({ a: 'failed' }));
    expect(board.status).toEqual(['blocked', 'blocked', 'failed']);
    expect(board.outcomes[0]).toMatchObject({ round: 2, reason: 'It needs step b, which has no result.' });
    expect(news.map(({ place }) => place)).toEqual([1, 0]);
  });
});
