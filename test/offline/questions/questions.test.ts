import { describe, expect, it } from 'vitest';
import { openOffline } from '../run-offline.ts';
import { judge } from './judge.ts';
import { frames, heldOut, heldOutAgain, known, sets } from './sets.ts';

describe.each([...sets, ...heldOut, ...heldOutAgain, ...frames])('questions about $name', ({ files, of }) => {
  const offline = openOffline(files);

  it.each(of.map((question) => ({ question, text: [question.ask].flat().join(' / ') })))(
    '$text',
    async ({ question, text }) => {
      const { outcome, answer, lacks } = await judge(question, offline);
      const allowed = known.has(text) ? ['refused', 'right'] : [question.refused ? 'rightly refused' : 'right'];
      expect({ outcome, lacks, answer }).toEqual({
        outcome: expect.toBeOneOf(allowed),
        lacks: expect.anything(),
        answer,
      });
    },
  );
});

describe('all of them', () => {
  it('are right or rightly refused but for those that are known to be refused although there is an answer', () => {
    const all = [...sets, ...heldOut, ...heldOutAgain, ...frames].flatMap(({ of }) => of);
    expect(all.length).toBeGreaterThanOrEqual(210);
    expect(known.size / all.length).toBeLessThan(0.05);
  });
});
