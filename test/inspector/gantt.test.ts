import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar, Row } from '../../inspector/src/gantt/bars.ts';
import { GanttHistory } from '../../inspector/src/gantt/gantt-history.ts';
import { criticalPath, toneOf, workedMs } from '../../inspector/src/gantt/read-gantt.ts';
import { PlanHistory } from '../../inspector/src/state/plan-at.ts';
import type { TimelineEntry } from '../../src/inspect/protocol.ts';
import { toTimeline } from '../../src/inspect/sessions/to-timeline.ts';
import { live, uses } from '../scenarios/random-use.ts';
import { seed } from '../seed.ts';

function folded(entries: readonly TimelineEntry[]): GanttHistory {
  const gantt = new GanttHistory();
  for (const entry of entries) gantt.push(entry);
  return gantt;
}

const begunBy = (seq: number) => (each: { readonly startSeq: number }) => each.startSeq <= seq;

/** What a fold says of an entry, whatever came after it. */
function pictureAt(gantt: GanttHistory, seq: number, at: number) {
  const endOf = ({ end, endSeq }: { readonly end?: number; readonly endSeq?: number }) =>
    endSeq !== undefined && endSeq <= seq ? end : undefined;
  return gantt.rows
    .map((row) => ({
      id: row.id,
      worked: workedMs(row, { seq, at }),
      spans: row.spans.filter(begunBy(seq)).map((span) => [span.start, endOf(span), span.from?.startSeq]),
      bars: row.bars
        .filter(begunBy(seq))
        .map((bar) => [bar.key, bar.kind, bar.start, endOf(bar), toneOf(bar, { seq, at })]),
    }))
    .filter(({ spans }) => spans.length > 0);
}

const overlap = (one: Bar, other: Bar) =>
  one.startSeq < (other.endSeq ?? Number.POSITIVE_INFINITY) &&
  other.startSeq < (one.endSeq ?? Number.POSITIVE_INFINITY);

function expectSound(row: Row): void {
  for (const [place, bar] of row.bars.entries()) {
    const others = row.bars.slice(bar.cluster.first, place).filter(({ lane }) => lane === bar.lane);
    expect(others.filter((other) => overlap(bar, other)).map(({ key }) => key)).toEqual([]);
    expect(bar.lane).toBeLessThan(bar.cluster.count);
    // Whatever began before the first of those that lie together has ended before it.
    const first = row.bars[bar.cluster.first] as Bar; // it is in the list
    for (const before of row.bars.slice(0, bar.cluster.first)) expect(overlap(before, first)).toBe(false);
  }
  for (const [place, span] of row.spans.entries()) {
    expect(span.start).toBeGreaterThanOrEqual(row.spans[place - 1]?.end ?? 0);
  }
}

/** From the beginning of the first call to the end of the run, without a gap, along what was started by what. */
function expectPath(gantt: GanttHistory, plans: PlanHistory): void {
  const path = criticalPath(gantt, gantt.end);
  if (path.length === 0) return;
  expect(path.at(-1)?.to).toBe(gantt.end);
  for (const [place, part] of path.entries()) {
    expect(part.to).toBeGreaterThanOrEqual(part.from);
    if (place > 0) expect(part.from).toBe(path[place - 1]?.to);
    if (place > 0) expect(part.row).not.toBe(path[place - 1]?.row);
  }
  const steps = new Map((plans.at(Number.MAX_SAFE_INTEGER)?.steps ?? []).map((step) => [`step ${step.id}`, step]));
  for (const { row } of path) if (row.kind === 'step') expect(row.bars.length + row.spans.length).toBeGreaterThan(0);
  for (const row of gantt.rows) {
    // What the plan has as done or at work has a time in which it was.
    const status = steps.get(row.id)?.status;
    if (status === 'completed' || status === 'executing') expect(row.spans.length).toBeGreaterThan(0);
  }
}

describe('the Gantt of a run that is used at random', () => {
  it('is at every entry what the entries up to it alone make, never has bars on top of each other, and has a path to the end', async () => {
    await fc.assert(
      fc.asyncProperty(uses, async (use) => {
        const entries = (await live(use)).run.log.map(toTimeline);
        const [whole, plans] = [folded(entries), new PlanHistory()];
        const growing = new GanttHistory();
        for (const entry of entries) {
          growing.push(entry);
          plans.push(entry);
          if (entry.seq % 5 === 0) {
            const { seq } = entry;
            expect(pictureAt(growing, seq, growing.end)).toEqual(pictureAt(whole, seq, growing.end));
          }
        }
        whole.rows.forEach(expectSound);
        expectPath(whole, plans);
        if (entries.some(({ type }) => type === 'run.completed')) expect(whole.open).toEqual([]);
      }),
      { seed, numRuns: 40 },
    );
  });
});
