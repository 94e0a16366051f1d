import { describe, expect, it } from 'vitest';
import type { SpecialistInput } from '../../src/machines/specialist-context.ts';
import { specialistMachine } from '../../src/machines/specialist-machine.ts';
import { drive } from './drive.ts';
import { effectError, lasting, passing, settled, specialistInput, turns, unreadable } from './environments.ts';

const start = (parts: Partial<SpecialistInput> = {}) => drive(specialistMachine, { ...specialistInput, ...parts });

describe('a result', () => {
  it('is accepted and known by the key of the turn that gave it', () => {
    const specialist = start();
    expect(specialist.inputOf('ask')).toMatchObject({ key: 'r1/s1/ask#1.1', stepId: '1', exchange: [], remarks: [] });
    specialist.done('ask', settled(turns.accepted, 3000));
    expect(specialist.snapshot.output).toEqual({
      stepId: '1',
      specialistName: 'worker',
      status: 'success',
      resultKey: 'r1/s1/ask#1.1',
      startTime: '1970-01-01T00:00:01.000Z',
      endTime: '1970-01-01T00:00:03.000Z',
      durationMs: 2000,
      retryCount: 0,
      confidence: 0.8,
      qualityScore: 1,
      relevanceScore: 0.5,
      metadata: {},
    });
  });

  it('has no score that nobody gave, and what was said beside it', () => {
    const specialist = start();
    const assessment = { accepted: true, final: false, isPartial: false };
    specialist.done('ask', settled({ ...turns.accepted, assessment, metadata: { rows: 7 } }));
    const { output } = specialist.snapshot;
    for (const score of ['confidence', 'qualityScore', 'relevanceScore']) expect(output).not.toHaveProperty(score);
    expect(output?.metadata).toEqual({ rows: 7 });
  });

  it('is partial when its assessment says so', () => {
    const specialist = start();
    specialist.done('ask', settled(turns.partial));
    expect(specialist.snapshot.output).toMatchObject({ status: 'partial', qualityScore: 0.5 });
  });

  it('that is refused is tried again at once, with the remark in hand', () => {
    const specialist = start();
    specialist.done('ask', settled(turns.refused, 2000));
    expect(specialist.inputOf('wait')).toMatchObject({ key: 'r1/s1/wait#1', until: 2000 });
    specialist.done('wait', settled({}));
    expect(specialist.inputOf('ask')).toMatchObject({
      key: 'r1/s1/ask#2.1',
      remarks: ['The result was empty.'],
      exchange: [],
    });
    specialist.done('ask', settled(turns.accepted));
    expect(specialist.snapshot.output).toMatchObject({ status: 'success', retryCount: 1, resultKey: 'r1/s1/ask#2.1' });
  });

  it('that fails keeps nothing of what was said beside an attempt before', () => {
    const specialist = start();
    specialist.done('ask', settled({ ...turns.refused, metadata: { rows: 7 } }));
    specialist.done('wait', settled({}));
    specialist.failed('ask', lasting);
    expect(specialist.snapshot.output?.status).toBe('failed');
    expect(specialist.snapshot.output?.metadata).toEqual({});
    expect(specialist.snapshot.output).not.toHaveProperty('qualityScore');
  });

  it('that is refused on the last attempt fails the step with the remark', () => {
    const specialist = start({ attempts: 1 });
    specialist.done('ask', settled(turns.refused));
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', error: 'The result was empty.' });
    expect(specialist.snapshot.output).not.toHaveProperty('resultKey');
  });

  it('whose specialist says that it cannot is not tried again', () => {
    const specialist = start({ attempts: 5 });
    specialist.done('ask', settled(turns.cannot));
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', error: 'no such file', retryCount: 0 });
  });
});

describe('a call that fails', () => {
  it('is made again after a pause that doubles', () => {
    const specialist = start({ attempts: 3 });
    specialist.failed('ask', passing);
    const first = Number(specialist.inputOf('wait').until) - 2000;
    specialist.done('wait', settled({}));
    specialist.failed('ask', effectError({ at: 5000 }));
    const second = Number(specialist.inputOf('wait').until) - 5000;
    expect(first).toBeGreaterThanOrEqual(250);
    expect(first).toBeLessThanOrEqual(500);
    expect(second).toBeGreaterThanOrEqual(500);
    expect(second).toBeLessThanOrEqual(1000);
  });

  it('after tools were used is made again with what they gave: no tool is called twice', () => {
    const specialist = start();
    specialist.done('ask', settled(turns.tools));
    specialist.done('toolCalls', toolOutput());
    const exchange = ['r1/s1/ask#1.1', 'r1/s1/tool#1.1.1', 'r1/s1/tool#1.1.2'];
    expect(specialist.inputOf('ask')).toMatchObject({ key: 'r1/s1/ask#1.2', exchange });
    specialist.failed('ask', passing);
    specialist.done('wait', settled({}));
    expect(specialist.inputOf('ask')).toMatchObject({ key: 'r1/s1/ask#2.2', exchange });
    specialist.done('ask', settled(turns.accepted));
    expect(specialist.snapshot.output).toMatchObject({ status: 'success', resultKey: 'r1/s1/ask#2.2' });
  });

  it('is made again as late as retry-after says', () => {
    const specialist = start();
    specialist.failed('ask', effectError({ retryAfterMs: 7000 }));
    expect(specialist.inputOf('wait').until).toBe(2000 + 7000);
  });

  it('is not made again when the other side asks for more patience than there is', () => {
    const specialist = start({ retry: { baseMs: 500, maxMs: 4000, maxAskedMs: 6999 } });
    specialist.failed('ask', effectError({ retryAfterMs: 7000 }));
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', retryCount: 0 });
  });

  it('is made again at once, with a remark, when only its shape was wrong', () => {
    const specialist = start();
    specialist.failed('ask', unreadable);
    expect(specialist.inputOf('wait').until).toBe(2000);
    specialist.done('wait', settled({}));
    expect(specialist.inputOf('ask').remarks).toEqual(['The answer is not JSON.']);
  });

  it('is not made again when it would fail again', () => {
    const specialist = start();
    specialist.failed('ask', lasting);
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', error: 'The key is wrong.', retryCount: 0 });
  });

  it('is made no more often than the attempts allow', () => {
    const specialist = start({ attempts: 2 });
    specialist.failed('ask', passing);
    specialist.done('wait', settled({}));
    specialist.failed('ask', passing);
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', retryCount: 1 });
  });

  it('takes none of the attempts when a busy endpoint turned it away', () => {
    const specialist = start({ attempts: 2 });
    for (const code of ['rate-limit', 'rate-limit', 'server', 'rate-limit']) {
      specialist.failed('ask', effectError({ code, retryAfterMs: 10 }));
      specialist.done('wait', settled({}));
    }
    expect(specialist.inputOf('ask').key).toBe('r1/s1/ask#5.1');
    specialist.done('ask', settled(turns.refused));
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', error: 'The result was empty.' });
  });

  it('may write more, in this turn and the following ones, when its answer was cut', () => {
    const specialist = start();
    specialist.failed('ask', effectError({ code: 'truncated', maxOutputTokens: 8192 }));
    specialist.done('wait', settled({}));
    expect(specialist.inputOf('ask')).toMatchObject({ maxOutputTokens: 8192 });
  });

  it('fails the step when the wait before it breaks', () => {
    const specialist = start();
    specialist.failed('ask', passing);
    specialist.failed('wait', new Error('no clock'));
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', error: 'no clock' });
  });
});

describe('the deadline of a step', () => {
  it('ends the retries when the next one would begin after it', () => {
    const specialist = start({ attempts: 9, stepMs: 10_000 });
    specialist.failed('ask', effectError({ startedAt: 1000, at: 10_500, retryAfterMs: 400 }));
    expect(specialist.snapshot.value).toBe('waiting');
    specialist.done('wait', settled({}));
    specialist.failed('ask', effectError({ startedAt: 10_900, at: 10_950, retryAfterMs: 50 }));
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', retryCount: 1 });
  });

  it('does not count the time in which a call waits for its turn at a busy model', () => {
    const specialist = start({ attempts: 9, stepMs: 10_000 });
    specialist.failed('ask', effectError({ startedAt: 1000, at: 60_000, waitedMs: 55_000, retryAfterMs: 400 }));
    expect(specialist.snapshot.value).toBe('waiting');
    specialist.done('wait', settled({}));
    expect(specialist.inputOf('ask').timeoutMs).toBe(1000);
    specialist.failed('ask', effectError({ startedAt: 60_400, at: 65_900, retryAfterMs: 200 }));
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', retryCount: 1 });
  });

  it('ends the attempts at a refused result, too', () => {
    const specialist = start({ attempts: 9, stepMs: 10_000 });
    specialist.done('ask', settled(turns.refused, 11_000));
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', error: 'The result was empty.' });
  });

  it('does not spoil a result that comes late', () => {
    const specialist = start({ stepMs: 10_000 });
    specialist.done('ask', settled(turns.accepted, 99_000));
    expect(specialist.snapshot.output).toMatchObject({ status: 'success' });
  });
});

const toolKeys = ['r1/s1/tool#1.1.1', 'r1/s1/tool#1.1.2'];
const toolOutput = (succeeded = toolKeys) => ({ keys: toolKeys, succeeded, at: 2500 });

describe('tools', () => {
  it('are used side by side, and another turn follows when each has its result', () => {
    const specialist = start();
    specialist.done('ask', settled(turns.tools));
    expect(specialist.inputOf('toolCalls')).toMatchObject({
      scope: 'r1/s1/tool#1.1',
      specialist: 'worker',
      calls: turns.tools.toolCalls,
    });
    specialist.done('toolCalls', toolOutput());
    expect(specialist.children).toEqual(['ask']);
    expect(specialist.inputOf('ask')).toMatchObject({
      key: 'r1/s1/ask#1.2',
      exchange: ['r1/s1/ask#1.1', 'r1/s1/tool#1.1.1', 'r1/s1/tool#1.1.2'],
    });
  });

  it('that were to give the result are taken as it, and nobody is asked again', () => {
    const specialist = start();
    specialist.done('ask', settled(turns.answering));
    specialist.done('toolCalls', toolOutput());
    expect(specialist.inputOf('ask')).toMatchObject({ key: 'r1/s1/ask#1.2', adopts: ['r1/s1/tool#1.1.2'] });
    specialist.done('ask', settled(turns.accepted));
    expect(specialist.snapshot.output).toMatchObject({ status: 'success', resultKey: 'r1/s1/ask#1.2' });
  });

  it('that were to give the result and failed are told to the model', () => {
    const specialist = start();
    specialist.done('ask', settled(turns.answering));
    specialist.done('toolCalls', toolOutput(['r1/s1/tool#1.1.1']));
    expect(specialist.inputOf('ask')).not.toHaveProperty('adopts');
  });

  it('are told when no turn comes after this one', () => {
    const specialist = start({ turns: 2 });
    expect(specialist.inputOf('ask').isLast).toBe(false);
    specialist.done('ask', settled(turns.tools));
    specialist.done('toolCalls', toolOutput());
    expect(specialist.inputOf('ask').isLast).toBe(true);
  });

  it('are used for a bounded number of turns', () => {
    const specialist = start({ attempts: 1, turns: 2 });
    specialist.done('ask', settled(turns.tools));
    specialist.done('toolCalls', toolOutput());
    specialist.done('ask', settled(turns.tools));
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', error: 'Too many turns.' });
  });

  it('of an earlier attempt are forgotten in the next one', () => {
    const specialist = start();
    specialist.done('ask', settled(turns.tools));
    specialist.done('toolCalls', toolOutput());
    specialist.done('ask', settled(turns.refused));
    specialist.done('wait', settled({}));
    expect(specialist.inputOf('ask')).toMatchObject({ key: 'r1/s1/ask#2.1', exchange: [] });
  });
});

describe('attempts that fail in the same way', () => {
  const refused = settled(turns.refused);

  it('end when there were as many as there may be, those before the start included', () => {
    const specialist = start({ attempts: 6, correctAfter: 3, failedBefore: [{ code: 'refused', count: 1 }] });
    specialist.done('ask', refused);
    specialist.done('wait', settled({}));
    specialist.done('ask', refused);
    expect(specialist.snapshot.output).toMatchObject({ status: 'failed', failures: ['refused', 'refused'] });
  });

  it('are counted apart from those that fail in another way', () => {
    const specialist = start({ attempts: 6, correctAfter: 2, failedBefore: [{ code: 'cannot', count: 1 }] });
    specialist.done('ask', refused);
    specialist.done('wait', settled({}));
    specialist.failed('ask', unreadable);
    specialist.done('wait', settled({}));
    specialist.done('ask', settled(turns.accepted));
    expect(specialist.snapshot.output).toMatchObject({ status: 'success', failures: ['refused', 'bad-output'] });
  });

  it('are as many as attempts are left when an endpoint is at fault, or when nobody counts them', () => {
    for (const parts of [{ correctAfter: 1 }, {}]) {
      const specialist = start({ attempts: 3, ...parts });
      for (const _ of [1, 2]) {
        specialist.failed('ask', effectError({ code: 'server' }));
        specialist.done('wait', settled({}));
      }
      specialist.failed('ask', effectError({ code: 'server' }));
      expect(specialist.snapshot.output).toMatchObject({ status: 'failed', retryCount: 2 });
      expect(specialist.snapshot.output).not.toHaveProperty('failures');
    }
  });
});
