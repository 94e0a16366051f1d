import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { measured } from '../chart/measured-text.ts';
import { toneNow } from '../run/moment-now.ts';
import type { Mark } from '../run/phase-list.ts';
import { countUpTo } from '../state/bisect.ts';
import { isPlaying } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { type PlacedPhase, placedPhases, thinned } from './placed-marks.ts';

/** Moves through the entries; what happened on the way is marked on it. */
export function Slider() {
  const { index, entryCount, at } = session.value;
  const [box, width] = useWidth();
  const last = Math.max(0, entryCount.value - 1);
  const share = last === 0 ? 1 : index.value / last;
  const tone = toneNow();
  return (
    <div class={`slider-box ${tone}`} ref={box} style={{ '--share': `${share * 100}%` }}>
      <Marks width={width} last={last} />
      <input
        type="range"
        class="slider"
        data-testid="slider"
        aria-label="Entry"
        aria-valuetext={`entry ${at.value}`}
        min="0"
        max={last}
        step="1"
        value={index.value}
        onInput={({ currentTarget }) => {
          isPlaying.value = false;
          session.value.moveTo(Number(currentTarget.value));
        }}
      />
    </div>
  );
}

/** The phases, and what failed and who was asked on the way. */
function Marks({ width, last }: { readonly width: number; readonly last: number }) {
  session.value.entryCount.value;
  const { phases, failures, people } = session.value.phases;
  const left = (place: number) => `${last === 0 ? 0 : (place / last) * 100}%`;
  const placed = placedPhases(phases, { width, last }, (title) => measured(title, 11, 'semibold'));
  const draw = (marks: readonly Mark[], kind: string) =>
    thinned(marks, { width, last }).map(({ place }) => (
      <i key={`${kind}${place}`} class={`mark of-${kind}`} style={{ left: left(place) }} />
    ));
  return (
    <div class="marks" aria-hidden="true" data-testid="marks">
      {phases.slice(1).map(({ begins }) => (
        <i key={begins} class="mark tick" style={{ left: left(begins) }} />
      ))}
      {draw(failures, 'failure')}
      {draw(people, 'person')}
      {placed.map((phase) => (
        <PhaseLabel key={phase.begins} phase={phase} />
      ))}
    </div>
  );
}

function PhaseLabel({ phase: { title, begins, ends, x } }: { readonly phase: PlacedPhase }) {
  // The phase of the moment, which is the end of the group, as in the words beside the slider.
  const { entries, upTo } = session.value;
  const place = countUpTo(entries, upTo.value, ({ seq }) => seq) - 1;
  return (
    <span class={place >= begins && place < ends ? 'phase at' : 'phase'} style={{ left: `${x}px` }}>
      {title}
    </span>
  );
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}
