import { createOrchestrator, defineSpecialist } from 'troupe';
import { offlineModel, shippedSpecialists } from 'troupe/offline';
import { type ScriptLine, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { call, offeredIn, stepsOf } from './moves.ts';
import { ask, stage } from './scenario.ts';

const plan: ScriptLine = { purpose: 'think', reply: thinking({ steps: stepsOf({ a: [], b: [] }) }) };
const done = (step: string): ScriptLine => ({ purpose: 'work', step, reply: `${step} is done` });
const cannot = (step: string): ScriptLine => ({
  purpose: 'work',
  step,
  reply: { toolCalls: [call('cannot', { reason: 'no figures' })] },
});
const close: ScriptLine = { purpose: 'reflect', reply: 'That is all.' };
const missing = [{ what: 'the letter', why: 'nobody writes letters' }];

/** What a run gives, and the output of its actor: they say the same. */
async function outcomeOf(lines: readonly ScriptLine[], config: Parameters<typeof stage>[1] = {}) {
  const run = stage(lines, config).start();
  const result = await run.result;
  expect(run.actor.getSnapshot().output).toMatchObject({ status: result.status, outcome: result.outcome });
  return result;
}

describe('the outcome of a run', () => {
  it('is answered when everything is done', async () => {
    expect(await outcomeOf([{ purpose: 'think', reply: 'Four.' }])).toMatchObject({ outcome: 'answered', notDone: [] });
    expect(await outcomeOf([plan, done('a'), done('b'), close])).toMatchObject({ outcome: 'answered' });
  });

  it('is partly when some of it is done', async () => {
    const direct = await outcomeOf([{ purpose: 'think', reply: thinking({ answer: 'Four.', notDone: missing }) }]);
    expect(direct).toMatchObject({ status: 'completed', outcome: 'partly', notDone: missing });
    expect(await outcomeOf([plan, done('a'), cannot('b'), close])).toMatchObject({ outcome: 'partly' });
  });

  it('is refused when nothing is done', async () => {
    const reply = thinking({ answer: 'I write no letters.', notDone: missing, isRefusal: true });
    const direct = await outcomeOf([{ purpose: 'think', reply }]);
    expect(direct).toMatchObject({ status: 'completed', outcome: 'refused', notDone: missing });
    expect(await outcomeOf([plan, cannot('a'), cannot('b'), close])).toMatchObject({ outcome: 'refused' });
  });

  it('is partly at a limit that left some of it, and refused at one that left nothing', async () => {
    const limits = { limits: { modelCalls: 3 } };
    const some = await outcomeOf([plan, done('a'), { purpose: 'finalize', reply: 'a only' }], {
      ...limits,
      concurrency: 1,
    });
    expect(some).toMatchObject({ limit: { name: 'modelCalls' }, outcome: 'partly' });
    const none = await outcomeOf([plan, { purpose: 'finalize', reply: 'nothing' }], { limits: { modelCalls: 2 } });
    expect(none).toMatchObject({ limit: { name: 'modelCalls' }, outcome: 'refused' });
  });

  it('is absent while the run has not completed', async () => {
    const run = stage([{ purpose: 'think', reply: thinking({ question: 'Which one?' }) }]).start();
    expect(await run.settled()).toMatchObject({ status: 'waiting' });
    expect((await run.settled()).outcome).toBeUndefined();
    run.cancel();
    expect((await run.result).outcome).toBeUndefined();
  });

  it('is asked of the model that leads: it can say that nothing, or a part, cannot be done', async () => {
    const { start, model } = stage([
      {
        purpose: 'think',
        reply: { toolCalls: [call('cannot', { reason: 'There is no post office here.', whole: true })] },
      },
    ]);
    const result = await start().result;
    expect(offeredIn(model.calls[0])).toContain('cannot');
    // Without words of its own, the reason is the answer.
    expect(result).toMatchObject({ outcome: 'refused', message: { content: 'There is no post office here.' } });
  });

  it('is refused when the model names a part that cannot be done and says nothing else', async () => {
    const toolCalls = [call('cannot', { what: 'send the mail', reason: 'Nobody here sends mail.' })];
    expect(await outcomeOf([{ purpose: 'think', reply: { toolCalls } }])).toMatchObject({
      outcome: 'refused',
      message: { content: expect.stringContaining('Nobody here sends mail.') },
      notDone: [{ what: 'send the mail', why: 'Nobody here sends mail.' }],
    });
    const beside = await outcomeOf([{ purpose: 'think', reply: { text: 'The letter is written.', toolCalls } }]);
    expect(beside).toMatchObject({ outcome: 'partly' });
  });

  it('of the offline rules says what they could not do', async () => {
    const files = ['examples/data/sales.csv'];
    const troupe = createOrchestrator({
      model: offlineModel({ files }),
      specialists: [...shippedSpecialists({ files }), defineSpecialist({ name: 'idle', description: 'has no work' })],
    });
    const outcome = async (question: string) => (await troupe.invoke(ask(question))).outcome;
    expect(await outcome('translate hello into French')).toBe('refused');
    expect(await outcome('profit by region')).toBe('refused');
    expect(await outcome('what is 12% of 250, and translate hello into French')).toBe('partly');
    expect(await outcome('units by region, and profit by region')).toBe('partly');
    expect(await outcome('units by region')).toBe('answered');
    expect(await outcome('hello')).toBe('answered');
  });
});
