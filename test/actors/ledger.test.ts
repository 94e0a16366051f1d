import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger, nothing, type Reservation, type Spending, type SpendingLimits } from '../../src/actors/ledger.ts';

const names = ['modelCalls', 'tokens', 'costUsd'] as const;
const spending = (parts: Partial<Spending> = {}): Spending => ({ ...nothing, ...parts });
const plus = (a: Spending, b: Spending): Spending => ({
  modelCalls: a.modelCalls + b.modelCalls,
  tokens: a.tokens + b.tokens,
  costUsd: a.costUsd + b.costUsd,
});
const total = (all: readonly Spending[]) => all.reduce(plus, nothing);

function reserved(ledger: Ledger, worst: Spending, isFinal = false): Reservation {
  const held = ledger.reserve(worst, { isFinal });
  if (!held.ok) throw new Error(`The limit ${held.limit.name} does not cover it.`);
  return held.reservation;
}

// Money in steps of 1/64: such sums are exact.
const money = fc.nat({ max: 640 }).map((part) => part / 64);
const amounts = fc.record({ modelCalls: fc.nat({ max: 3 }), tokens: fc.nat({ max: 1000 }), costUsd: money });
const limits: fc.Arbitrary<SpendingLimits> = fc.record(
  { modelCalls: fc.nat({ max: 20 }), tokens: fc.nat({ max: 5000 }), costUsd: money },
  { requiredKeys: [] },
);
/** A call is reserved, or one of those that are open settles to a part of what it held. */
const moves = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('reserve' as const), worst: amounts, isFinal: fc.boolean() }),
    fc.record({ what: fc.constant('settle' as const), which: fc.nat(), share: fc.constantFrom(0, 0.5, 1) }),
  ),
  { maxLength: 60, size: 'max' },
);
const part = (worst: Spending, share: number): Spending => ({
  modelCalls: Math.floor(worst.modelCalls * share),
  tokens: Math.floor(worst.tokens * share),
  costUsd: worst.costUsd * share,
});

/** Makes the moves on a ledger and on a list of its own. */
function play(
  ledger: Ledger,
  all: typeof moves extends fc.Arbitrary<infer T> ? T : never,
  look: (books: { spent: Spending; held: Spending; open: { worst: Spending; isFinal: boolean }[] }) => void,
  refused: (worst: Spending, isFinal: boolean, name: string) => void = () => {},
): void {
  const open: { worst: Spending; isFinal: boolean; reservation: Reservation }[] = [];
  let spent = ledger.spent;
  for (const move of all) {
    if (move.what === 'reserve') {
      const held = ledger.reserve(move.worst, move);
      if (held.ok) open.push({ ...move, reservation: held.reservation });
      else refused(move.worst, move.isFinal, held.limit.name);
    } else {
      const [closed] = open.splice(move.which % Math.max(1, open.length), 1);
      if (!closed) continue;
      const used = part(closed.worst, move.share);
      closed.reservation.settle(used);
      spent = plus(spent, used);
    }
    look({ spent, held: total(open.map(({ worst }) => worst)), open });
  }
}

describe('a ledger', () => {
  it('never lets what is spent and what is held exceed a limit, in whatever order calls come and end', () => {
    fc.assert(
      fc.property(limits, moves, (max, all) => {
        const ledger = new Ledger(max);
        play(ledger, all, ({ spent, held }) => {
          expect(ledger.spent).toEqual(spent);
          for (const name of names) {
            expect(spent[name] + held[name]).toBeLessThanOrEqual(max[name] ?? Number.POSITIVE_INFINITY);
          }
        });
      }),
    );
  });

  it('refuses only what a limit does not cover, and names that limit', () => {
    fc.assert(
      fc.property(limits, amounts, moves, (max, keptBack, all) => {
        const ledger = new Ledger(max, { keptBack });
        let books = { spent: nothing, held: nothing };
        play(
          ledger,
          all,
          (now) => {
            books = now;
          },
          (worst, isFinal, refusedBy) => {
            const name = names.find((each) => each === refusedBy) ?? 'tokens';
            const need = books.spent[name] + books.held[name] + worst[name] + (isFinal ? 0 : keptBack[name]);
            expect(need).toBeGreaterThan(max[name] ?? Number.POSITIVE_INFINITY);
          },
        );
      }),
    );
  });

  it('keeps a part back that only the final answer may use', () => {
    fc.assert(
      fc.property(limits, amounts, moves, (max, keptBack, all) => {
        const work = all.filter((move) => move.what === 'settle' || !move.isFinal);
        const ledger = new Ledger(max, { keptBack });
        play(ledger, work, ({ spent, held, open }) => {
          for (const name of names) {
            const room = (max[name] ?? Number.POSITIVE_INFINITY) - keptBack[name];
            if (open.length > 0) expect(spent[name] + held[name]).toBeLessThanOrEqual(room);
          }
        });
        const isCovered = names.every((name) => keptBack[name] <= (max[name] ?? Number.POSITIVE_INFINITY));
        if (isCovered) expect(ledger.reserve(keptBack, { isFinal: true }).ok).toBe(true);
      }),
    );
  });

  it('gives back what was held and not used', () => {
    const ledger = new Ledger({ tokens: 100 });
    const first = reserved(ledger, spending({ tokens: 100 }));
    expect(ledger.reserve(spending({ tokens: 1 }), { isFinal: true })).toEqual({
      ok: false,
      limit: { name: 'tokens', max: 100 },
    });
    first.settle(spending({ tokens: 30 }));
    expect(ledger.reserve(spending({ tokens: 71 }), { isFinal: false }).ok).toBe(false);
    expect(ledger.reserve(spending({ tokens: 70 }), { isFinal: false }).ok).toBe(true);
    expect(ledger.spent).toEqual(spending({ tokens: 30 }));
  });

  it('counts a call that is settled twice once', () => {
    const ledger = new Ledger({ modelCalls: 2 });
    const call = reserved(ledger, spending({ modelCalls: 1 }));
    call.settle(spending({ modelCalls: 1 }));
    call.settle(spending({ modelCalls: 1 }));
    expect(ledger.spent.modelCalls).toBe(1);
    expect(ledger.reserve(spending({ modelCalls: 1 }), { isFinal: false }).ok).toBe(true);
    expect(ledger.reserve(spending({ modelCalls: 1 }), { isFinal: false }).ok).toBe(false);
  });

  it('holds nothing of a call that it refused', () => {
    const ledger = new Ledger({ modelCalls: 1, tokens: 10 });
    expect(ledger.reserve(spending({ modelCalls: 1, tokens: 11 }), { isFinal: false }).ok).toBe(false);
    expect(ledger.reserve(spending({ modelCalls: 1, tokens: 10 }), { isFinal: false }).ok).toBe(true);
  });

  it('counts what was spent before', () => {
    const ledger = new Ledger({ modelCalls: 3 }, { spent: spending({ modelCalls: 2 }) });
    reserved(ledger, spending({ modelCalls: 1 }));
    expect(ledger.reserve(spending({ modelCalls: 1 }), { isFinal: true }).ok).toBe(false);
  });

  it('limits nothing that has no limit', () => {
    const ledger = new Ledger({ modelCalls: 1 });
    expect(ledger.reserve({ modelCalls: 1, tokens: 1e12, costUsd: 1e12 }, { isFinal: false }).ok).toBe(true);
  });
});
