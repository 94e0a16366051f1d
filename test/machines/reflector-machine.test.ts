import { describe, expect, it } from 'vitest';
import { type ReflectorInput, reflectorMachine } from '../../src/machines/reflector-machine.ts';
import { drive } from './drive.ts';
import {
  effectError,
  feedback,
  goOn,
  lasting,
  passing,
  planAgain,
  reflectorInput,
  settled,
  unreadable,
} from './environments.ts';

const start = (parts: Partial<ReflectorInput> = {}) => drive(reflectorMachine, { ...reflectorInput, ...parts });

describe('a judgement', () => {
  it.each([
    ['done', feedback()],
    ['continue', goOn],
    ['update', planAgain],
  ] as const)('leads to "%s"', (branch, given) => {
    const reflector = start();
    reflector.done('reflect', settled(given));
    expect(reflector.snapshot.output).toMatchObject({ ok: true, judgement: { branch, key: 'r1/reflect#1' } });
  });

  it('hands on the answer and what is missing', () => {
    const notDone = [{ what: 'the chart', why: 'no tool' }];
    const reflector = start();
    reflector.done('reflect', settled(feedback({ finalAnswer: '42', notDone })));
    expect(reflector.snapshot.output).toMatchObject({ judgement: { finalAnswer: '42', notDone } });
  });

  it('is known by the key of the attempt that gave it', () => {
    const reflector = start();
    reflector.failed('reflect', passing);
    reflector.done('wait', settled({}));
    reflector.done('reflect', settled(feedback()));
    expect(reflector.snapshot.output).toMatchObject({ judgement: { key: 'r1/reflect#2' } });
  });
});

describe('a call that fails', () => {
  it('is made again at once with the remark when its answer could not be read', () => {
    const reflector = start();
    expect(reflector.inputOf('reflect').remark).toBeUndefined();
    reflector.failed('reflect', unreadable);
    expect(reflector.inputOf('wait').until).toBe(2000);
    reflector.done('wait', settled({}));
    expect(reflector.inputOf('reflect')).toMatchObject({ key: 'r1/reflect#2', remark: 'The answer is not JSON.' });
  });

  it('is made again as late as retry-after says', () => {
    const reflector = start();
    reflector.failed('reflect', effectError({ retryAfterMs: 1234 }));
    expect(reflector.inputOf('wait').until).toBe(2000 + 1234);
  });

  it('is made no more often than the attempts allow', () => {
    const reflector = start({ attempts: 2 });
    reflector.failed('reflect', passing);
    reflector.done('wait', settled({}));
    reflector.failed('reflect', passing);
    expect(reflector.snapshot.output).toEqual({
      ok: false,
      error: { code: 'unavailable', message: 'The model is not there.' },
    });
  });

  it('ends the reflection when it would fail again', () => {
    const reflector = start();
    reflector.failed('reflect', lasting);
    expect(reflector.snapshot.output).toMatchObject({ ok: false, error: { code: 'auth' } });
  });
});
