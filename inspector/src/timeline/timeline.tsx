import { computed } from '@preact/signals';
import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { countUpTo } from '../state/bisect.ts';
import { clock, nameOf } from '../state/format.ts';
import { filter, isPlaying } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { matches, symbolOf, textOf } from './entry-text.ts';
import { VirtualList } from './virtual-list.tsx';

interface Filtered {
  readonly entries: object;
  readonly words: string;
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
  if (known?.entries !== entries || known.words !== text) known = { entries, words: text, indices: [], upTo: 0 };
  const words = text.split(/\s+/);
  for (; known.upTo < total; known.upTo++) {
    const entry = entries[known.upTo];
    if (entry && matches(entry, words)) known.indices.push(known.upTo);
  }
  return { indices: known.indices };
});

/** Everything that happened, one row each. */
export function Timeline() {
  const current = session.value;
  const shown = shownEntries.value;
  const count = shown ? shown.indices.length : current.entryCount.value;
  const cursor = current.index.value;
  const place = shown ? countUpTo(shown.indices, cursor, (index) => index) - 1 : cursor;
  const move = (to: number) => {
    isPlaying.value = false;
    const index = shown ? shown.indices[Math.min(Math.max(0, to), count - 1)] : to;
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
      {...(current.entry.value && count > 0 ? { 'aria-activedescendant': `row-${current.entry.value.seq}` } : {})}
      onKeyDown={key}
      count={count}
      rowHeight={24}
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
            position={{ row, count }}
            when={index === cursor ? 'at' : index > cursor ? 'later' : ''}
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
      class={`entry ${entry.kind} ${when}`}
      onClick={onChoose}
    >
      <span class="entry-seq">{entry.seq}</span>
      <span class="entry-time">{clock(entry.at)}</span>
      <span class="entry-actor" title={entry.actor}>
        {nameOf(entry.actor)}
      </span>
      <span class={`entry-symbol ${symbol}`}>
        <Icon name={symbol} size={13} />
      </span>
      <span class="entry-type">{entry.type}</span>
      <span class="entry-text">{textOf(entry)}</span>
    </div>
  );
}
