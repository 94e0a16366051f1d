/** What an entry costs the Gantt of the inspector in logs of 10,000 and 100,000 entries, as a ratio in one run. */
import { GanttHistory } from '../inspector/src/gantt/gantt-history.ts';
import { criticalPath } from '../inspector/src/gantt/read-gantt.ts';
import { toTimeline } from '../src/inspect/sessions/to-timeline.ts';
import { longLog } from '../test/inspect/page/long-log.ts';

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function perEntryUs(steps: number): Promise<{ entries: number; fold: number; path: number }> {
  const entries = (await longLog(steps)).map(toTimeline);
  const [folds, paths]: [number[], number[]] = [[], []];
  for (let repetition = 0; repetition < 7; repetition++) {
    const gantt = new GanttHistory();
    const began = performance.now();
    for (const entry of entries) gantt.push(entry);
    folds.push(((performance.now() - began) * 1000) / entries.length);
    const folded = performance.now();
    criticalPath(gantt, gantt.end);
    paths.push((performance.now() - folded) * 1000);
  }
  return { entries: entries.length, fold: median(folds), path: median(paths) };
}

const [few, many] = [await perEntryUs(50), await perEntryUs(500)];
for (const { entries, fold, path } of [few, many])
  console.log(`${entries} entries: ${fold.toFixed(2)} us an entry, the critical path ${path.toFixed(0)} us`);
console.log(`an entry of the long log costs ${(many.fold / few.fold).toFixed(2)} times one of the short log`);
