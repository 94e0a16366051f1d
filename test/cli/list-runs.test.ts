import { memoryStore } from 'troupe';
import { expect, it } from 'vitest';
import { runsTable } from '../../src/cli/commands/runs.ts';
import { findRun, shortIds } from '../../src/cli/find-run.ts';
import { toMoment } from '../../src/cli/terminal/quantity.ts';
import { textWidth } from '../../src/cli/terminal/text-width.ts';
import { entries, request } from './entries.ts';

async function storeOf(...ids: string[]) {
  const store = memoryStore();
  for (const id of ids) {
    const log = entries([request[0], { ...request[1], messages: [{ role: 'user', content: `about ${id}` }] }]);
    await store.append(
      id,
      0,
      log.map((entry) => ({ ...entry, run: id })),
    );
  }
  return store;
}

it('finds a run by any beginning of its id that no other has', async () => {
  const store = await storeOf('abc-1', 'abd-2', 'abd');
  expect((await findRun(store, 'abc', 'runs.db')).run).toBe('abc-1');
  expect((await findRun(store, 'abd', 'runs.db')).run).toBe('abd');
  await expect(findRun(store, 'x', 'runs.db')).rejects.toThrow('There is no run "x" in the store.');
});

it('lists the candidates of a beginning that several runs have', async () => {
  const found = findRun(await storeOf('abc-1', 'abd-2', 'zzz'), 'ab', 'runs.db');
  await expect(found).rejects.toMatchObject({ code: 'usage' });
  await expect(found).rejects.toThrow(/2 runs\. Give more of the id:\n {2}abd-2.*about abd-2\n {2}abc-1.*about abc-1/);
});

it('finds a run behind the first page', async () => {
  const store = await storeOf(...Array.from({ length: 1100 }, (_, index) => `run-${String(index).padStart(5, '0')}`));
  expect((await findRun(store, 'run-00003', 'runs.db')).run).toBe('run-00003');
});

it('shortens ids as far as they stay different', () => {
  const ids = ['0123456789ab', '0123456789cd', 'ffffffffffff', 'short'];
  expect([...shortIds(ids).values()].toSorted()).toEqual(['0123456789a', '0123456789c', 'ffffffff', 'short']);
});

const now = new Date(2026, 2, 1, 14, 0).getTime();

it.each([
  [now - 5_000, 'just now'],
  [now - 12 * 60_000, '12 min ago'],
  [now - 3 * 3_600_000, '3 h ago'],
  [new Date(2026, 1, 28, 23, 59).getTime(), '2026-02-28 23:59'],
])('tells a moment as a person does: %i', (at, text) => expect(toMoment(at, now)).toBe(text));

it.each([70, 100])('fits the table into %i columns, wide characters included', (columns) => {
  const summary = {
    run: '0123456789ab',
    status: 'completed',
    question: '按月统计销售额的增长情况, then write a report about everything that was found\u001b[2J',
    startedAt: new Date(now - 3_600_000).toISOString(),
    updatedAt: new Date(now - 3_600_000 + 4200).toISOString(),
    entries: 1234,
    isPaused: false,
    bytes: 0,
    isArchived: false,
  } as const;
  const [head = '', row = ''] = runsTable([summary], shortIds([summary.run]), { columns, now });
  expect(head).toMatch(/^RUN +STATUS +WHEN +TOOK +ENTRIES +QUESTION$/);
  expect(row).toMatch(/^01234567 {2}completed {2}1 h ago {2}4\.2s {4}1,234 {2}按月/);
  expect(row).toMatch(/…$/);
  expect(textWidth(row)).toBeLessThan(columns);
});
