import { runAction } from '../state/actions.ts';
import { isPlaying, playSpeed } from '../state/page-state.ts';
import { info, session } from '../state/store.ts';
import { ActionButton } from './action-button.tsx';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';

/** Moves through history and through the run itself. */
export function Controls() {
  const { control, isLive } = session.value;
  const { canControl, isHeld } = control.value;
  return (
    <div class="buttons" role="toolbar" aria-label="History and control">
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
      <PlaySpeed />
      <ActionButton
        icon={isHeld ? 'go' : 'pause'}
        label={isHeld ? 'Go' : 'Hold'}
        title={isHeld ? 'Continue (Space)' : 'Hold: stop before the next delivery (Space)'}
        testId="hold"
        isDisabled={!canControl}
        hasText
        action="hold"
      />
      <ActionButton icon="step" label="Step" title="One delivery (s)" testId="step" hasText action="step" />
      <ActionButton icon="micro" label="Microstep" title="One microstep (m)" testId="micro" action="micro" />
      <RunUntil canControl={canControl} />
      <ActionButton
        icon="live"
        label="Live"
        title="Follow what happens (l)"
        testId="live"
        isPressed={isLive.value}
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

function RunUntil({ canControl }: { canControl: boolean }) {
  return (
    <Menu
      label="Run until"
      testId="until"
      items={[
        ...(info.value?.chart === undefined
          ? [{ title: 'the next model call', isDisabled: !canControl, run: () => runAction('until-call') }]
          : []),
        { title: 'a state…', isDisabled: !canControl, run: () => runAction('until-state') },
        { title: 'an event…', isDisabled: !canControl, run: () => runAction('until-event') },
      ]}
    >
      <Icon name="until" />
    </Menu>
  );
}
