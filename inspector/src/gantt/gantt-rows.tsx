import { Icon, type IconName } from '../parts/icons.tsx';
import { seconds } from '../state/format.ts';
import { session } from '../state/store.ts';
import { barWords } from './bar-words.ts';
import type { Bar, Row } from './bars.ts';
import { type Drawing, endOf } from './drawn-row.ts';
import { cursor, focused } from './gantt-state.ts';
import { workedMs } from './read-gantt.ts';
import { momentOf, type RowStatus, rowStatus } from './row-status.ts';
import { xOf } from './time-axis.ts';

const looks: Readonly<Record<RowStatus, { readonly icon: IconName | undefined; readonly words: string }>> = {
  pending: { icon: undefined, words: 'not begun' },
  run: { icon: undefined, words: 'at work' },
  done: { icon: 'done', words: 'done' },
  fail: { icon: 'failed', words: 'failed' },
  wait: { icon: 'person', words: 'waits for a person' },
  stopped: { icon: 'minus', words: 'stopped with the run' },
};

/** The labels of the rows that are in view, with what a screen reader says of them. */
export function GanttRows({ rows, drawing, labels }: { rows: readonly Row[]; drawing: Drawing; labels: number }) {
  const { facts, plan } = session.value;
  const moment = momentOf(cursor.value.seq, facts.value, plan.value);
  const chosen = session.value.gantt.rowOf(session.value.actor.value?.path ?? '');
  return (
    <>
      {rows.map((row) => (
        <RowLabel
          key={row.id}
          row={row}
          status={rowStatus(row, moment)}
          isChosen={row === chosen}
          drawing={drawing}
          labels={labels}
        />
      ))}
    </>
  );
}

interface LabelProps {
  readonly row: Row;
  readonly status: RowStatus;
  readonly isChosen: boolean;
  readonly drawing: Drawing;
  readonly labels: number;
}

function RowLabel({ row, status, isChosen, drawing, labels }: LabelProps) {
  const { icon, words } = looks[status];
  const ms = workedMs(row, cursor.value);
  const worked = ms > 0 ? seconds(ms) : '';
  const place = focused.value?.row === row.place ? focused.value.bar : -1;
  const bar = row.bars[place];
  const said = bar
    ? [`bar ${place + 1} of ${row.bars.length}`, ...barWords(bar, cursor.value)]
    : [words, `${row.bars.length} bars`];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the row
    <div
      role="option"
      id={rowId(row.place, place)}
      aria-selected={isChosen}
      aria-setsize={session.value.gantt.rows.length}
      aria-posinset={row.place + 1}
      class={`gantt-row ${status} ${isChosen ? 'chosen' : ''}`}
      style={{ height: `${drawing.look.height}px` }}
      data-testid={`gantt-row-${row.id}`}
    >
      <span class="gantt-label" title={row.label}>
        <span class="gantt-status">{icon ? <Icon name={icon} size={13} /> : <span class="gantt-dot" />}</span>
        <span class="gantt-name">{row.label}</span>
        <span class="gantt-ms">{worked}</span>
        <span class="unseen">, {said.join(', ')}</span>
      </span>
      {bar ? <span class="gantt-focused" data-testid="gantt-focused" style={frameOf(bar, drawing, labels)} /> : null}
    </div>
  );
}

/** The frame around the bar that the keys have gone to. */
function frameOf(bar: Bar, { scale, start, now, look }: Drawing, labels: number) {
  const x1 = xOf(scale, bar.start - start);
  const width = Math.max(4, xOf(scale, endOf(bar, now) - start) - x1);
  return {
    left: `${labels + x1 - 2}px`,
    width: `${width + 4}px`,
    top: `${look.barTop - 2}px`,
    height: `${look.barHeight + 4}px`,
  };
}

/** Another name for each bar: only so it is said when one goes from bar to bar. */
export const rowId = (row: number, bar: number) => `gantt-${row}${bar < 0 ? '' : `-${bar}`}`;
