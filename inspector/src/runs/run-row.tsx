import type { RunRow } from '../../../src/inspect/run-page.ts';
import { wordsIn } from '../../../src/inspect/runs/search-text.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { toHash } from '../routing/route.ts';
import { followLink } from '../routing/router.ts';
import { count, dollars, duration } from '../state/format.ts';
import { chooseRun, chosenRuns, query } from './run-list.ts';
import { labelsOf, looks, markWords, plainWords, statusWords, tookMs, whenWords } from './run-words.ts';

const icons: Readonly<Record<string, IconName>> = {
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancel',
  waiting: 'person',
  paused: 'pause',
};

/** How a run stands, in its colour. */
export function StatusPill({ row }: { row: RunRow }) {
  return (
    <span class={`run-pill ${row.outcome === 'refused' ? 'pause' : looks[row.group]}`}>
      {icons[row.group] ? <Icon name={icons[row.group] as IconName} size={12} /> : <span class="run-dot" />}
      {statusWords(row)}
    </span>
  );
}

/** A text with the words in it that are looked for. */
function Marked({ text }: { text: string }) {
  const words = wordsIn(query.value.text ?? '');
  return markWords(text, words).map(({ text: piece, isFound }, place) =>
    isFound ? <mark key={place}>{piece}</mark> : piece,
  );
}

/** One run of the list: a link to it. */
export function RunLine({ row, place, of }: { row: RunRow; place: number; of: number }) {
  const to = { page: 'run', run: row.id } as const;
  const labels = labelsOf(row);
  const below = row.found ?? row.answer;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of which only a part is drawn has boxes between itself and its items
    <div
      role="listitem"
      class={chosenRuns.value ? 'run-item choosing' : 'run-item'}
      aria-setsize={of}
      aria-posinset={place + 1}
    >
      {chosenRuns.value ? (
        <label class="run-choose">
          <input
            type="checkbox"
            data-testid={`choose-${row.id}`}
            aria-label={`Compare ${row.title || `run ${row.id}`}`}
            checked={chosenRuns.value.includes(row.id)}
            onChange={() => chooseRun(row.id)}
          />
        </label>
      ) : null}
      <a class="run-line" href={toHash(to)} data-testid={`run-${row.id}`} onClick={(event) => followLink(event, to)}>
        <span class="run-words">
          <span class="run-title">
            <Marked text={row.title || `Run ${row.id}`} />
          </span>
          {below === undefined && labels.length === 0 ? null : (
            <span class={row.group === 'failed' ? 'run-below failed' : 'run-below'}>
              {below === undefined ? null : (
                <span class="run-answer">
                  <Marked text={plainWords(below)} />
                </span>
              )}
              {labels.slice(0, 3).map((label) => (
                <span key={label} class="run-label">
                  {label}
                </span>
              ))}
            </span>
          )}
        </span>
        <StatusPill row={row} />
        <span class="run-when" title={row.startedAt}>
          {whenWords(row.startedAt, new Date())}
        </span>
        <span class="run-number">{row.entries > 0 ? duration(tookMs(row, Date.now())) : ''}</span>
        <span class="run-number" data-unit={row.rounds === 1 ? 'round' : 'rounds'}>
          {row.rounds ?? ''}
        </span>
        <span class="run-number" data-unit="tokens">
          {row.tokens === undefined ? '' : count(row.tokens)}
        </span>
        <span class="run-number">{row.costUsd === undefined ? '' : dollars(row.costUsd)}</span>
        <span class="run-model" title={(row.models ?? []).join(', ')}>
          {(row.models ?? []).join(', ')}
        </span>
      </a>
    </div>
  );
}
