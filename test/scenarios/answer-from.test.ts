import { defineSpecialist } from 'troupe';
import { type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { call, stepsOf } from './moves.ts';
import { followed, stage } from './scenario.ts';

const planned: ScriptLine = {
  purpose: 'think',
  reply: thinking({ steps: stepsOf({ a: [], b: ['a'] }), answerFrom: 'b' }),
};
const work = (step: string, reply: string): ScriptLine => ({ purpose: 'work', step, reply });

describe('a plan that says whose result is the answer', () => {
  it('needs no closing call: the result is given as it is', async () => {
    const { start } = stage([planned, work('a', 'figures'), work('b', 'a whole report')]);
    const run = start();
    const told = followed(run);
    expect(await run.result).toMatchObject({ message: { content: 'a whole report' }, usage: { modelCalls: 3 } });
    expect(told()).toBe('a whole report');
  });

  it('is closed by a call when a step of it failed', async () => {
    const other = defineSpecialist({ name: 'other', description: 'fails', run: () => 'CANNOT: not today' });
    const steps = [...stepsOf({ a: [], b: [] }), ...stepsOf({ c: [] }, 'other')];
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking({ steps, answerFrom: 'b' }) },
        work('a', 'A'),
        work('b', 'B'),
        { purpose: 'reflect', reply: 'B, without c' },
      ],
      { specialists: [defineSpecialist({ name: 'worker', description: 'works' }), other] },
    );
    expect((await start().result).message.content).toBe('B, without c');
  });

  it('means its own step, also when an update gives it the id of a finished one', async () => {
    const update = {
      why: 'It has to be newer.',
      answer_from: 'a',
      steps: [{ id: 'a', task: 'newer', specialist: 'worker' }],
    };
    const { start } = stage([
      { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [], b: [] }) }) },
      work('a', 'old'),
      work('b', 'B'),
      { purpose: 'reflect', reply: { toolCalls: [call('update_plan', update)] } },
      work('a-2', 'new'),
    ]);
    expect((await start().result).message.content).toBe('new');
  });
});
