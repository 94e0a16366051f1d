import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openOffline } from '../run-offline.ts';
import { judge } from './judge.ts';
import { folders, frames, heldOut, heldOutAgain, known, sets } from './sets.ts';

describe.each([...sets, ...heldOut, ...heldOutAgain, ...folders, ...frames])(
  'questions about $name',
  ({ files, of }) => {
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
  },
);

describe.each(folders)('what is expected of $name', ({ files, of }) => {
  it('stands in the files', () => {
    const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    for (const { has = [] } of of) for (const words of has) expect(text).toContain(words);
  });
});

describe('all of them', () => {
  it('are right or rightly refused but for those that are known to be refused although there is an answer', () => {
    const all = [...sets, ...heldOut, ...heldOutAgain, ...folders, ...frames].flatMap(({ of }) => of);
    expect(all.length).toBeGreaterThanOrEqual(210);
    expect(known.size / all.length).toBeLessThan(0.05);
  });
});
