import { computed } from '@preact/signals';
import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { timeText } from '../gantt/time-axis.ts';
import { rowHeight } from '../layout/screen.ts';
import { Icon } from '../parts/icons.tsx';
import { foundEntries } from '../search/found-entries.ts';
import { countUpTo } from '../state/bisect.ts';
import { clock, count } from '../state/format.ts';
import { filter, isPlaying } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { endsOf } from './entry-ends.ts';
import { matches, symbolOf, textOf } from './entry-text.ts';
import { VirtualList } from './virtual-list.tsx';

interface Filtered {
  readonly entries: object;
  readonly words: string;
  readonly found: ReadonlySet<number>;
  readonly indices: number[];
  upTo: number;
}

let known: Filtered | undefined;

/** The places of the entries that the filter lets through; undefined: all. What was looked at once is not looked at again. */
const shownEntries = computed<{ readonly indices: readonly number[] } | undefined>(() => {
  const { entries, entryCount } = session.value;
  const total = entryCount.value;
  const text = filter.value.trim().toLowerCase();
  if (text === '') return undefined;
  const found = foundEntries.value;
  if (known?.entries !== entries || known.words !== text || known.found !== found)
    known = { entries, words: text, found, indices: [], upTo: 0 };
  const words = text.split(/\s+/);
  for (; known.upTo < total; known.upTo++) {
    const entry = entries[known.upTo];
    if (entry && (matches(entry, words) || found.has(entry.seq))) known.indices.push(known.upTo);
  }
  return { indices: known.indices };
});

/** How many entries the list has, of how many: `12 of 101` while a filter is set. */
export function entryCountText(): string {
  const total = count(session.value.entryCount.value);
  const shown = shownEntries.value;
  return shown ? `${count(shown.indices.length)} of ${total}` : total;
}

/** Everything that happened, one row each. */
export function Timeline() {
  const current = session.value;
  const shown = shownEntries.value;
  const rows = shown ? shown.indices.length : current.entryCount.value;
  const cursor = current.index.value;
  const place = shown ? countUpTo(shown.indices, cursor, (index) => index) - 1 : cursor;
  const move = (to: number) => {
    isPlaying.value = false;
    const index = shown ? shown.indices[Math.min(Math.max(0, to), rows - 1)] : to;
    if (index !== undefined) current.moveTo(index);
  };
  const key = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(place + step);
  };
  return (
    <VirtualList
      testId="timeline"
      class="timeline"
      role="listbox"
      aria-label="Entries"
      tabIndex={0}
      {...(current.entry.value && rows > 0 ? { 'aria-activedescendant': `row-${current.entry.value.seq}` } : {})}
      onKeyDown={key}
      count={rows}
      rowHeight={rowHeight(24)}
      reveal={Math.max(0, place)}
      isGentle={current.isLive.value}
      row={(row) => {
        const index = shown ? shown.indices[row] : row;
        const entry = index === undefined ? undefined : current.entries[index];
        if (!entry || index === undefined) return null;
        return (
          <EntryRow
            key={entry.seq}
            entry={entry}
            position={{ row, count: rows }}
            when={index === cursor ? 'at' : entry.seq > current.until.value ? 'later' : ''}
            onChoose={() => move(row)}
          />
        );
      }}
    />
  );
}

interface RowProps {
  readonly entry: TimelineEntry;
  /** Its place among the rows that are shown. */
  readonly position: { readonly row: number; readonly count: number };
  /** Where it stands to the cursor; empty: before it. */
  readonly when: 'at' | 'later' | '';
  readonly onChoose: () => void;
}

function EntryRow({ entry, position, when, onChoose }: RowProps) {
  const symbol = symbolOf(entry);
  const { from, to } = endsOf(entry);
  const began = session.value.entries[0]?.at ?? entry.at;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the row
    <div
      id={`row-${entry.seq}`}
      data-testid={`row-${entry.seq}`}
      role="option"
      aria-selected={when === 'at'}
      aria-setsize={position.count}
      aria-posinset={position.row + 1}
      class={`entry ${entry.kind} of-${symbol} ${when}`}
      onClick={onChoose}
    >
      <span class="entry-seq">{entry.seq}</span>
      <span class="entry-time" title={clock(entry.at)}>
        {timeText(Date.parse(entry.at) - Date.parse(began), 1)}
      </span>
      <span class="entry-from" title={entry.actor}>
        {from}
      </span>
      <span class="entry-to">{to === undefined ? '' : `→ ${to}`}</span>
      <span class={`entry-symbol ${symbol}`}>
        <Icon name={symbol} size={13} />
      </span>
      <span class="entry-type">{entry.type}</span>
      <span class="entry-text">{textOf(entry)}</span>
    </div>
  );
}
