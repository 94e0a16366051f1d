import { describe, expect, it } from 'vitest';
import { Ledger, type SpendingLimits } from '../../../src/actors/ledger.ts';
import { openBill } from '../../../src/actors/performers/bill.ts';
import type { ModelRequest } from '../../../src/models/model.ts';

/** A request that counts how often somebody reads what it says. */
function watchedRequest() {
  let reads = 0;
  const message = {
    role: 'user' as const,
    get content() {
      reads++;
      return 'one two three four';
    },
  };
  // A bill reads the purpose, the messages and what may be written.
  const request = { brief: { purpose: 'work' }, messages: [message], maxOutputTokens: 10 } as unknown as ModelRequest;
  return { request, reads: () => reads };
}

const used = { modelCalls: 1, inputTokens: 7, outputTokens: 5 };

describe('a bill', () => {
  it('does not read the request where only calls are counted', () => {
    const { request, reads } = watchedRequest();
    const ledger = new Ledger({ modelCalls: 2 });
    const bill = openBill(request, ledger, { inputUsd: 1, outputUsd: 2 });
    expect(bill.covers(1_000_000)).toBe(true);
    expect(bill.settle(used).costUsd).toBeCloseTo(17 / 1_000_000);
    expect(ledger.spent).toEqual({ modelCalls: 1, tokens: 12, costUsd: 17 / 1_000_000 });
    expect(reads()).toBe(0);
  });

  it('refuses the call after the last one that is allowed, also without an estimate', () => {
    const { request } = watchedRequest();
    const ledger = new Ledger({ modelCalls: 1 });
    openBill(request, ledger, undefined);
    expect(() => openBill(request, ledger, undefined)).toThrow('1');
  });

  for (const limits of [{ tokens: 100 }, { costUsd: 1 }] satisfies SpendingLimits[]) {
    it(`estimates the worst case for a limit of ${Object.keys(limits)}`, () => {
      const { request, reads } = watchedRequest();
      const bill = openBill(request, new Ledger(limits), { inputUsd: 1, outputUsd: 10_000 });
      expect(reads()).toBeGreaterThan(0);
      expect(bill.covers(1000)).toBe(false);
    });
  }
});
