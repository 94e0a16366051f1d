import { useEffect, useState } from 'preact/hooks';
import type { RunPage, RunRow } from '../../../src/inspect/run-page.ts';
import { Chooser } from '../dialogs/chooser.tsx';
import { go } from '../routing/router.ts';
import { statusWords, whenWords } from '../runs/run-words.ts';
import { ask, session } from '../state/store.ts';
import { originOf } from './fork-clock.ts';

/** So many runs are offered; any other is typed by its id. */
const most = 200;

/** Which run the one that is looked at is compared with: its origin and its forks come first. */
export function ChooseRun() {
  const [rows, setRows] = useState<readonly RunRow[]>([]);
  const { id, entries } = session.value;
  useEffect(() => {
    void ask({ type: 'runs', limit: most }).then((data) => {
      setRows((data as RunPage | undefined)?.rows ?? []); // as the protocol says
    });
  }, []);
  const origin = originOf(entries[0])?.run;
  const nearness = (row: RunRow) => (row.id === origin ? 0 : row.forkOf === id ? 1 : 2);
  const choices = rows
    .filter((row) => row.id !== id)
    .toSorted((one, other) => nearness(one) - nearness(other))
    .map((row) => ({
      id: row.id,
      title: `${row.title || 'Run'} · ${row.id.slice(0, 8)}`,
      note:
        [['origin'], ['fork'], []][nearness(row)]
          ?.concat(statusWords(row), whenWords(row.startedAt, new Date()))
          .join(' · ') ?? '',
      run: () => compareWith(row.id),
    }));
  return <Chooser title="Compare with" testId="choose-run" choices={choices} onText={compareWith} />;
}

/** The origin stands at the left of its fork, whichever was looked at. */
function compareWith(other: string): void {
  const { id, entries } = session.value;
  const isFork = originOf(entries[0])?.run === other;
  go({ page: 'compare', ...(isFork ? { a: other, b: id } : { a: id, b: other }) });
}
