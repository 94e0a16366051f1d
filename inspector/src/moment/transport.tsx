import { ActionButton } from '../parts/action-button.tsx';
import { isPlaying, playSpeed } from '../state/page-state.ts';
import { info, session } from '../state/store.ts';

/** Moves through history. */
export function Transport() {
  const isOver = info.value?.isLive === false;
  return (
    <div class="buttons transport" role="toolbar" aria-label="History">
      <ActionButton icon="first" label="First entry" title="First entry (Home)" testId="first" action="first" />
      <ActionButton icon="back" label="Back" title="Back one entry (←)" testId="back" action="back" />
      <ActionButton
        icon={isPlaying.value ? 'pause' : 'play'}
        label={isPlaying.value ? 'Stop playing' : 'Play history'}
        title="Play history (p)"
        testId="play"
        isPressed={isPlaying.value}
        action="play"
      />
      {isPlaying.value ? <PlaySpeed /> : null}
      <ActionButton icon="forward" label="Forward" title="Forward one entry (→)" testId="forward" action="forward" />
      <ActionButton
        icon="last"
        label={isOver ? 'End' : 'Live'}
        title={isOver ? 'To the end (l)' : 'Follow what happens (l)'}
        testId="live"
        isPressed={session.value.isLive.value}
        hasText
        action="live"
      />
    </div>
  );
}

function PlaySpeed() {
  return (
    <select
      aria-label="Playback speed"
      class="speed"
      value={String(playSpeed.value)}
      onChange={({ currentTarget }) => {
        playSpeed.value = Number(currentTarget.value);
      }}
    >
      {[0.5, 1, 2, 5, 10, 50].map((speed) => (
        <option key={speed} value={String(speed)}>
          {speed}×
        </option>
      ))}
    </select>
  );
}
