import { expect, it } from 'vitest';
import type { Entry } from '../../src/log/entry.ts';
import { MemoryMarks } from '../../src/stores/memory-marks.ts';
import { at, sampleEntry } from '../../src/testing/sample-entries.ts';

it('a search after a write looks at a few entries, however many there are', async () => {
  const entries: Entry[] = [];
  const marks = new MemoryMarks((_run, seq) => entries[seq - 1]);
  let looks = 0;
  const add = (second: number) => {
    const entry = sampleEntry('r', entries.length + 1, { type: 'run.failed', data: { code: 'bug', message: 'No.' } });
    Object.defineProperty(entry, 'at', {
      get() {
        looks++;
        return at(second);
      },
    });
    entries.push(entry);
    marks.add(entry);
  };
  const newest = async () => {
    const places = await marks.places('run.failed', { from: '', before: { at: '\uffff', run: '', seq: 0 } }, 3);
    return places.map(({ seq }) => seq);
  };
  for (let second = 0; second < 2_000; second++) add(second);
  expect(await newest()).toEqual([2_000, 1_999, 1_998]);
  looks = 0;
  // One that is newer, and one that belongs before it.
  add(3_000);
  add(2_500);
  expect(await newest()).toEqual([2_001, 2_002, 2_000]);
  expect(looks).toBeLessThan(200);
});
