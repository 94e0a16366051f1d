import { isPlaying } from '../state/page-state.ts';
import { session } from '../state/store.ts';

/** Moves through the entries. */
export function Slider() {
  const { index, entryCount, at } = session.value;
  const last = Math.max(0, entryCount.value - 1);
  const share = last === 0 ? 100 : (index.value / last) * 100;
  return (
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
      style={{ '--share': `${share}%` }}
      onInput={({ currentTarget }) => {
        isPlaying.value = false;
        session.value.moveTo(Number(currentTarget.value));
      }}
    />
  );
}
