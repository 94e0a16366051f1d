import { useMemo, useRef, useState } from 'preact/hooks';
import { statesIn } from '../../../src/inspect/chart/chart-parts.ts';
import type { Chart, ChartNode } from '../../../src/inspect/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { isFollowing } from '../state/page-state.ts';
import { isMapShown, mapOf } from './map/map-look.ts';
import { showState } from './show-state.ts';

const most = 50;

/** The states that can be shown: on a map not those around the rooms. */
function findable(chart: Chart, isMap: boolean) {
  const map = isMap ? mapOf(chart) : undefined;
  const places = map ? [...map.rooms, ...map.finals, ...map.sides] : [chart.root];
  return places.flatMap(statesIn).filter(({ type }) => type !== 'history');
}

/** The states with all words in their place; those with them in their own name come first. */
function matching(states: readonly ChartNode[], text: string): readonly ChartNode[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isIn = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  return states
    .filter(({ id }) => isIn(id))
    .toSorted((a, b) => Number(isIn(b.key)) - Number(isIn(a.key)))
    .slice(0, most);
}

/** The chart has the focus, so that its keys and those of the page can be used. */
function focusDrawn(selector: string): void {
  document.querySelector<SVGElement>(selector)?.focus({ preventScroll: true });
}

/** A field that finds a state by a part of its name, and goes there. */
export function FindState({ chart }: { chart: Chart }) {
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isMap = isMapShown(chart);
  const states = useMemo(() => findable(chart, isMap), [chart, isMap]);
  const found = useMemo(() => matching(states, text), [text, states]);
  const take = (id: string | undefined) => {
    if (id === undefined) return;
    isFollowing.value = false;
    setOpen(false);
    setText('');
    showState(chart, id, () => focusDrawn(`[data-state="${CSS.escape(id)}"]`));
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setPlace(Math.max(0, place - 1));
    else if (event.key === 'Enter') take(found[place]?.id);
    else if (event.key === 'Escape') {
      setOpen(false);
      focusDrawn('.chart [tabindex="0"]');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isListed = isOpen && found.length > 0;
  return (
    <div class="find">
      <Icon name="search" size={14} />
      <input
        ref={input}
        id="find-state"
        data-testid="find-state"
        placeholder="Find a state"
        aria-label="Find a state"
        role="combobox"
        aria-expanded={isListed}
        aria-controls="found-states"
        aria-autocomplete="list"
        {...(isListed ? { 'aria-activedescendant': `found-${place}` } : {})}
        autocomplete="off"
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setPlace(0);
          setOpen(true);
        }}
        onKeyDown={key}
      />
      <kbd>/</kbd>
      <div id="found-states" role="listbox" aria-label="States" class="found-list" hidden={!isListed}>
        {isListed
          ? found.map((state, index) => (
              <FoundRow
                key={state.id}
                state={state}
                index={index}
                isAt={index === place}
                onPoint={() => setPlace(index)}
                onTake={() => take(state.id)}
              />
            ))
          : null}
      </div>
    </div>
  );
}

interface RowProps {
  readonly state: ChartNode;
  readonly index: number;
  readonly isAt: boolean;
  readonly onPoint: () => void;
  readonly onTake: () => void;
}

function FoundRow({ state: { id, key }, index, isAt, onPoint, onTake }: RowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the choice
    <div
      id={`found-${index}`}
      role="option"
      aria-selected={isAt}
      class={isAt ? 'choice at' : 'choice'}
      ref={(row) => {
        if (isAt) row?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={onPoint}
      onPointerDown={(event) => {
        event.preventDefault();
        onTake();
      }}
    >
      <span>{key}</span>
      <span class="muted">{id.slice(0, -key.length - 1)}</span>
    </div>
  );
}

/** Begins to find a state. */
export function focusFind(): boolean {
  const field = document.querySelector<HTMLInputElement>('#find-state');
  field?.focus();
  return field !== null;
}
