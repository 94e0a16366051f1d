import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { runGroups, runOrders } from '../../../src/inspect/run-page.ts';
import { Icon } from '../parts/icons.tsx';
import { go } from '../routing/router.ts';
import { importFile } from '../state/exports.ts';
import { count } from '../state/format.ts';
import { connection } from '../state/store.ts';
import { theme, toggleTheme } from '../state/theme.ts';
import { VirtualList } from '../timeline/virtual-list.tsx';
import { chosenRuns, look, query, rowAt, runList, startListing } from './run-list.ts';
import { RunLine } from './run-row.tsx';
import { groupNames } from './run-words.ts';

const narrow = matchMedia('(max-width: 899px)');

/** The list of runs: what was asked, how it stands, and what it took. */
export function RunsPage() {
  useEffect(() => startListing(), []);
  const isNarrow = useSignal(narrow.matches);
  useEffect(() => {
    const change = () => {
      isNarrow.value = narrow.matches;
    };
    narrow.addEventListener('change', change);
    return () => narrow.removeEventListener('change', change);
  }, [isNarrow]);
  const { count: found, isKnown } = runList.value;
  return (
    <main
      class="runs"
      data-testid="runs"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) void importFile(file);
      }}
    >
      <RunsHeader />
      <RunsFilters />
      {isNarrow.value ? null : <Columns />}
      {isKnown && found === 0 ? (
        <NoRuns />
      ) : (
        <VirtualList
          testId="run-list"
          class="run-list"
          role="list"
          aria-label="Runs"
          count={found}
          rowHeight={isNarrow.value ? 132 : 56}
          onKeyDown={moveFocus}
          row={(index) => {
            const row = rowAt(index);
            // biome-ignore lint/a11y/useSemanticElements: as in RunLine
            if (!row) return <div key={index} role="listitem" class="run-item pending" />;
            return <RunLine key={row.id} row={row} place={index} of={found} />;
          }}
        />
      )}
    </main>
  );
}

/** The arrow keys go from run to run. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.run-line')];
  const next = links[links.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function RunsHeader() {
  const { total, unread, isKnown, count: found } = runList.value;
  const isFiltered = query.value.text !== undefined || query.value.group !== undefined;
  const words = isFiltered ? `${count(found)} of ${count(total)}` : count(total);
  return (
    <header class="runs-header">
      <h1>Runs</h1>
      <p class="runs-count" role="status" data-testid="run-count">
        {isKnown ? words : 'Loading…'}
        {unread > 0 ? ` · ${count(unread)} still to be read` : ''}
        {connection.value === 'reconnecting' ? ' · reconnecting…' : ''}
      </p>
      {total > 1 ? <CompareChoice /> : null}
      <button
        type="button"
        class="runs-theme"
        aria-label={theme.value === 'dark' ? 'Light theme' : 'Dark theme'}
        onClick={toggleTheme}
      >
        <Icon name="theme" />
      </button>
    </header>
  );
}

const stopChoosing = () => {
  chosenRuns.value = undefined;
};

/** Two runs of the list are chosen, to be seen beside each other. */
function CompareChoice() {
  const chosen = chosenRuns.value;
  useEffect(() => stopChoosing, []);
  if (!chosen) {
    return (
      <button type="button" class="runs-compare" data-testid="choose-two" onClick={() => (chosenRuns.value = [])}>
        <Icon name="compare" />
        Compare…
      </button>
    );
  }
  const [a, b] = chosen;
  return (
    <div class="runs-compare">
      <span class="muted" role="status">
        {chosen.length === 2 ? '' : chosen.length === 1 ? 'One more' : 'Choose two'}
      </span>
      <button
        type="button"
        class="primary"
        data-testid="compare-chosen"
        disabled={b === undefined}
        onClick={() => a !== undefined && b !== undefined && go({ page: 'compare', a, b })}
      >
        Compare
      </button>
      <button type="button" onClick={stopChoosing}>
        Cancel
      </button>
    </div>
  );
}

function RunsFilters() {
  const { text = '', group, order = 'newest' } = query.value;
  return (
    <div class="runs-filters">
      <label class="runs-search">
        <Icon name="search" size={14} />
        <input
          id="run-search"
          type="search"
          placeholder="Search questions and answers  ( / )"
          aria-label="Search questions and answers"
          value={text}
          onInput={({ currentTarget }) => look({ text: currentTarget.value }, true)}
        />
      </label>
      <select
        aria-label="Status"
        data-testid="run-status"
        value={group ?? ''}
        onChange={({ currentTarget }) => look({ group: runGroups.find((each) => each === currentTarget.value) })}
      >
        <option value="">Any status</option>
        {runGroups.map((each) => (
          <option key={each} value={each}>
            {groupNames[each]}
          </option>
        ))}
      </select>
      <select
        aria-label="Order"
        data-testid="run-order"
        value={order}
        onChange={({ currentTarget }) => look({ order: runOrders.find((each) => each === currentTarget.value) })}
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="cost">Highest cost first</option>
        <option value="duration">Longest first</option>
      </select>
    </div>
  );
}

function Columns() {
  return (
    <div class="run-columns" aria-hidden="true">
      <span>Question and answer</span>
      <span>Status</span>
      <span>Started</span>
      <span class="run-number">Duration</span>
      <span class="run-number">Rounds</span>
      <span class="run-number">Tokens</span>
      <span class="run-number">Cost</span>
      <span>Model</span>
    </div>
  );
}

function NoRuns() {
  const { total, unread } = runList.value;
  if (total > 0) {
    return (
      <div class="runs-none" data-testid="no-runs">
        <p>{unread > 0 ? 'Nothing found so far.' : 'No run has all of these words and this status.'}</p>
        <button type="button" onClick={() => go({ page: 'runs' })}>
          Show all runs
        </button>
      </div>
    );
  }
  return (
    <div class="runs-none" data-testid="no-runs">
      <p>There are no runs here yet. A run that begins appears by itself; a log opens when its file is dropped here.</p>
      <p>
        Stored runs are listed with <code>troupe inspect --store FILE</code>.
      </p>
    </div>
  );
}
