import { computed, signal } from '@preact/signals';
import { rowHeight } from '../layout/screen.ts';
import { failedActors, hasFailed } from '../run/failed-actors.ts';
import type { ActorState } from '../state/fold.ts';
import { leafWords, nameOf, stateWords } from '../state/format.ts';
import { isCauseShown } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { VirtualList } from '../timeline/virtual-list.tsx';
import { Icon, type IconName } from './icons.tsx';

interface TreeRow {
  readonly actor: ActorState;
  readonly level: number;
  readonly children: number;
  readonly place: number;
  readonly of: number;
}

const folded = signal<ReadonlySet<string>>(new Set());

/** The actors in the order of the tree; those that are folded hide what is below them. */
const treeRows = computed<readonly TreeRow[]>(() => {
  const state = session.value.state.value;
  const children = new Map<string | undefined, ActorState[]>();
  for (const actor of state.values()) {
    const parent = actor.parent !== undefined && state.has(actor.parent) ? actor.parent : undefined;
    const list = children.get(parent);
    if (list) list.push(actor);
    else children.set(parent, [actor]);
  }
  const rows: TreeRow[] = [];
  const visit = (parent: string | undefined, level: number): void => {
    const list = children.get(parent) ?? [];
    for (const [place, actor] of list.entries()) {
      const inner = children.get(actor.id)?.length ?? 0;
      rows.push({ actor, level, children: inner, place: place + 1, of: list.length });
      if (inner > 0 && !folded.value.has(actor.id)) visit(actor.id, level + 1);
    }
  };
  visit(undefined, 1);
  return rows;
});

export function choose(id: string | undefined): void {
  session.value.chosen.value = id;
  isCauseShown.value = false;
}

/** Chooses the actor so many rows further down. */
export function chooseNext(step: number): void {
  const rows = treeRows.value;
  const place = rows.findIndex(({ actor }) => actor.id === session.value.actor.value?.id);
  const next = rows[Math.min(Math.max(0, place + step), rows.length - 1)];
  if (next) choose(next.actor.id);
}

function fold(id: string, isFolded: boolean): void {
  const next = new Set(folded.value);
  if (isFolded) next.add(id);
  else next.delete(id);
  folded.value = next;
}

/** What the actor does now, in a word. */
export const wordOf = (actor: ActorState) =>
  actor.status === 'active' ? leafWords(actor.value) || 'active' : hasFailed(actor) ? 'failed' : actor.status;

/** The actors of the session, those that ended too. */
export function ActorTree() {
  const rows = treeRows.value;
  const selected = session.value.actor.value;
  const reveal = rows.findIndex(({ actor }) => actor.id === selected?.id);
  const key = (event: KeyboardEvent) => {
    const row = rows[reveal];
    if (event.key === 'ArrowDown') chooseNext(1);
    else if (event.key === 'ArrowUp') chooseNext(-1);
    else if (event.key === 'ArrowRight' && row) fold(row.actor.id, false);
    else if (event.key === 'ArrowLeft' && row && row.children > 0 && !folded.value.has(row.actor.id))
      fold(row.actor.id, true);
    else if (event.key === 'ArrowLeft' && row?.actor.parent !== undefined) choose(row.actor.parent);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <VirtualList
      testId="actor-tree"
      class="tree"
      role="tree"
      aria-label="Actors"
      tabIndex={0}
      aria-activedescendant={selected ? `actor-${selected.id}` : undefined}
      onKeyDown={key}
      count={rows.length}
      rowHeight={rowHeight(28)}
      {...(reveal >= 0 ? { reveal } : {})}
      row={(index) => {
        const row = rows[index];
        return row && <ActorRow key={row.actor.id} row={row} isSelected={row.actor.id === selected?.id} />;
      }}
    />
  );
}

/** The actors that failed at the cursor, and those up the chain from where the run failed. */
export const failedHere = computed(() => {
  const { state, facts } = session.value;
  const { failure } = facts.value;
  return failedActors(state.value, failure && session.value.entryAt(failure.cause)?.actor);
});

const icons: Readonly<Record<ActorState['status'], IconName>> = {
  active: 'running',
  done: 'done',
  error: 'failed',
  stopped: 'minus',
};

function ActorRow({ row, isSelected }: { row: TreeRow; isSelected: boolean }) {
  const { actor, level } = row;
  const isFolded = folded.value.has(actor.id);
  const isBad = failedHere.value.has(actor.id);
  const icon = isBad ? 'failed' : icons[actor.status];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the item
    <div
      id={`actor-${actor.id}`}
      role="treeitem"
      aria-level={level}
      aria-setsize={row.of}
      aria-posinset={row.place}
      aria-selected={isSelected}
      {...(row.children > 0 ? { 'aria-expanded': !isFolded } : {})}
      class={`tree-row ${actor.status} ${actor.chart ? 'has-chart' : ''} ${isSelected ? 'selected' : ''} ${isBad ? 'bad' : ''}`}
      style={{ paddingLeft: `${16 + (level - 1) * 16}px` }}
      title={`${actor.path}\n${actor.status}${actor.value === undefined ? '' : `\n${stateWords(actor.value)}`}`}
      onClick={() => choose(actor.id)}
      onDblClick={() => fold(actor.id, !isFolded)}
    >
      <span class={`tree-mark ${actor.status}`}>
        <Icon name={icon} size={14} />
      </span>
      <span class="tree-name">{nameOf(actor.path)}</span>
      {isFolded ? <span class="badge">+{row.children}</span> : null}
      <span class="tree-word">{wordOf(actor)}</span>
    </div>
  );
}
