import { thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { stage } from '../../scenarios/scenario.ts';

describe('the result of a run', () => {
  it('is read once from its log for everyone who waits for it', async () => {
    const { start } = stage([{ purpose: 'think', reply: thinking({ answer: 'It is done.' }) }]);
    const run = start();
    const [settled, result] = await Promise.all([run.settled(), run.result]);
    expect(settled.status).toBe('completed');
    expect(result).toBe(settled);
  });
});
