import { describe, expect, it } from 'vitest';
import { type DeciderInput, deciderMachine } from '../../src/machines/decider-machine.ts';
import { drive } from './drive.ts';
import { deciderInput, effectError, lasting, met, passing, settled, spent, unreadable } from './environments.ts';

const start = (parts: Partial<DeciderInput> = {}) => drive(deciderMachine, { ...deciderInput, ...parts });

describe('a decision', () => {
  it('is asked for by the condition of its step, and handed on', () => {
    const decider = start();
    expect(decider.inputOf('decide')).toMatchObject({
      key: 'when-2#1-1/decide#1',
      actor: 'host/when-2#1-1',
      stepId: '2',
      condition: 'it is worth it',
      timeoutMs: 1000,
    });
    decider.done('decide', settled(met));
    expect(decider.snapshot.output).toEqual({ ok: true, stepId: '2', verdict: met });
  });
});

describe('a call that fails', () => {
  it('is made again after a wait, under a key of its own', () => {
    const decider = start();
    decider.failed('decide', passing);
    const { until } = decider.inputOf('wait');
    expect(until).toBeGreaterThanOrEqual(2000 + 250);
    expect(until).toBeLessThanOrEqual(2000 + 500);
    decider.done('wait', settled({}));
    expect(decider.inputOf('decide').key).toBe('when-2#1-1/decide#2');
  });

  it('is made again at once with the remark when its answer could not be read', () => {
    const decider = start();
    decider.failed('decide', unreadable);
    expect(decider.inputOf('wait').until).toBe(2000);
    decider.done('wait', settled({}));
    expect(decider.inputOf('decide')).toMatchObject({ remark: 'The answer is not JSON.' });
  });

  it('may write more when its answer was cut', () => {
    const decider = start();
    decider.failed('decide', effectError({ code: 'truncated', maxOutputTokens: 800 }));
    decider.done('wait', settled({}));
    expect(decider.inputOf('decide')).toMatchObject({ maxOutputTokens: 800 });
  });

  it('is made no more often than the attempts allow', () => {
    const decider = start({ attempts: 2 });
    decider.failed('decide', passing);
    decider.done('wait', settled({}));
    decider.failed('decide', passing);
    expect(decider.snapshot.output).toEqual({
      ok: false,
      stepId: '2',
      error: { code: 'unavailable', message: 'The model is not there.' },
    });
  });

  it('ends the deciding when it would fail again, with the limit that did not cover it', () => {
    for (const error of [lasting, spent]) {
      const decider = start();
      decider.failed('decide', error);
      expect(decider.snapshot.output).toMatchObject({ ok: false, error: { code: error.code } });
    }
  });
});
