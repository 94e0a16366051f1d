import { getEventListeners } from 'node:events';
import { thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, stage } from '../../scenarios/scenario.ts';

describe('the result of a run', () => {
  it('is read once from its log for everyone who waits for it', async () => {
    const { start } = stage([{ purpose: 'think', reply: thinking({ answer: 'It is done.' }) }]);
    const run = start();
    const [settled, result] = await Promise.all([run.settled(), run.result]);
    expect(settled.status).toBe('completed');
    expect(result).toBe(settled);
  });

  it('is refused when its actor was stopped, and a signal is not followed any more', async () => {
    const { troupe } = stage([]);
    const aborter = new AbortController();
    const run = troupe.start(ask('do it'), { signal: aborter.signal });
    run.actor.stop();
    const refusal = { code: 'usage', message: `Run ${run.id} is not driven here any more: resume it to go on.` };
    await expect(run.result).rejects.toMatchObject(refusal);
    await expect(run.settled()).rejects.toMatchObject(refusal);
    expect(getEventListeners(aborter.signal, 'abort')).toEqual([]);
  });

  it('belongs to the run that was started first under an id', async () => {
    const { troupe } = stage([{ purpose: 'think', reply: thinking({ answer: 'It is done.' }) }]);
    const run = troupe.start(ask('do it'), { runId: 'one' });
    expect(() => troupe.start(ask('do it'), { runId: 'one' })).toThrow('Run one is under way here already');
    expect((await run.result).message.content).toBe('It is done.');
  });
});
