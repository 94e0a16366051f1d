import { describe, expect, it } from 'vitest';
import { argumentsOf, judgedIn, notDoneIn, retriesIn, stepNamed } from '../../src/domain/read-move.ts';

const call = (name: string, input: unknown) => ({ id: 'c', name, arguments: JSON.stringify(input) });

describe('the arguments of a move', () => {
  it('are an object, whatever was written', () => {
    expect(argumentsOf({ arguments: '{"a":1}' })).toEqual({ a: 1 });
    expect(argumentsOf({ arguments: '' })).toEqual({});
    expect(argumentsOf({ arguments: '[1]' })).toEqual({ value: [1] });
    expect(argumentsOf({ arguments: 'plain words' })).toEqual({ value: 'plain words' });
  });

  it('name steps in any usual way, and a look-up is no step', () => {
    const known = ['1', '2', 'lookup-2', 'B'];
    expect(['1', 'step 2', 'Step #2', 'b', 'lookup 2', 'Lookup-2', '9'].map((said) => stepNamed(said, known))).toEqual([
      '1',
      '2',
      '2',
      'B',
      'lookup-2',
      'lookup-2',
      undefined,
    ]);
  });

  it('say which steps are done again, with the reason of each or the common one', () => {
    const steps = [{ step: '1', why: 'no unit' }, '2', { id: 9 }];
    expect(retriesIn(call('go_on', { steps, why: 'wrong' }), ['1', '2'])).toEqual([
      { step: '1', why: 'no unit' },
      { step: '2', why: 'wrong' },
    ]);
  });

  it('say what results are worth and which contradict each other, as far as that makes sense', () => {
    const said = {
      steps: [
        { step: '1', why: 'off', score: 0.2 },
        { step: '2', why: 'x', score: 7 },
      ],
      contradictions: [
        { steps: ['1', 'step 2'], what: '3 and 4' },
        { steps: ['1'], what: 'alone' },
      ],
    };
    expect(judgedIn(call('go_on', said), ['1', '2'])).toEqual({
      scores: [{ step: '1', quality: 0.2, why: 'off' }],
      contradictions: [{ steps: ['1', '2'], what: '3 and 4' }],
    });
  });

  it('say what cannot be done', () => {
    expect(notDoneIn([call('cannot', { what: 'flights', reason: 'no data' })])).toEqual([
      { what: 'flights', why: 'no data' },
    ]);
  });
});
