import { cancelRun, runAction } from '../state/actions.ts';
import { count } from '../state/format.ts';
import {
  askSession,
  connection,
  info,
  isPlaying,
  loading,
  openDialog,
  openSession,
  playSpeed,
  session,
  sessions,
} from '../state/store.ts';
import { theme } from '../state/theme.ts';
import { Icon, type IconName } from './icons.tsx';
import { Menu } from './menu.tsx';

interface ButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly title?: string;
  readonly testId: string;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  readonly hasText?: boolean;
  readonly action: string;
}

function ActionButton({ icon, label, title, testId, isDisabled, isPressed, hasText, action }: ButtonProps) {
  return (
    <button
      type="button"
      data-testid={testId}
      aria-label={label}
      title={title ?? label}
      disabled={isDisabled === true}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      onClick={() => runAction(action)}
    >
      <Icon name={icon} />
      {hasText ? <span class="button-text">{label}</span> : null}
    </button>
  );
}

/** The run and where in it we are, and how to move. */
export function TopBar() {
  const { control, isCurrent } = session.value;
  const { canControl, isHeld } = control.value;
  // Only runs are forked and cancelled.
  const isActor = info.value?.kind === 'actor';
  return (
    <header class="top">
      <Sessions />
      <Status />
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
        <select
          aria-label="Speed of playing"
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
        <ActionButton
          icon={isHeld ? 'go' : 'pause'}
          label={isHeld ? 'Go' : 'Hold'}
          title={isHeld ? 'Let it go on (Space)' : 'Hold deliveries (Space)'}
          testId="hold"
          isDisabled={!canControl}
          hasText
          action="hold"
        />
        <ActionButton icon="step" label="Step" title="One delivery (s)" testId="step" hasText action="step" />
        <ActionButton icon="micro" label="Microstep" title="One microstep (m)" testId="micro" action="micro" />
        <Menu
          label="Run until"
          testId="until"
          items={[
            { title: 'the next model call', isDisabled: !canControl, run: () => runAction('until-call') },
            { title: 'a state…', isDisabled: !canControl, run: () => runAction('until-state') },
            { title: 'an event…', isDisabled: !canControl, run: () => runAction('until-event') },
          ]}
        >
          <Icon name="until" />
        </Menu>
        <ActionButton
          icon="live"
          label="Live"
          title="Follow what happens (l)"
          testId="live"
          isPressed={session.value.isLive.value}
          hasText
          action="live"
        />
      </div>
      <Slider />
      <div class="buttons">
        <ActionButton
          icon="fork"
          label="Fork here"
          testId="fork"
          isDisabled={!isCurrent.value || isActor}
          hasText
          action="fork"
        />
        {canControl && !isActor ? (
          <button
            type="button"
            data-testid="cancel"
            aria-label="Cancel the run"
            title="Cancel the run (c)"
            onClick={cancelRun}
          >
            <Icon name="cancel" />
          </button>
        ) : null}
        <Menu
          label="Export and more"
          class="right"
          testId="more"
          items={[
            { title: 'Chart as SVG', run: () => runAction('export-svg') },
            { title: 'Chart as Mermaid', run: () => runAction('export-mermaid') },
            { title: 'Log', run: () => runAction('export-log') },
            { title: 'Copy as a test', run: () => runAction('copy-test') },
            { title: 'Edit the plan…', isDisabled: !canControl, run: () => runAction('plan') },
            { title: 'Say something to the run…', isDisabled: !canControl, run: () => runAction('steer') },
            { title: 'Breakpoint on a state…', isDisabled: !canControl, run: () => runAction('break-state') },
            { title: 'Breakpoint on a transition…', isDisabled: !canControl, run: () => runAction('break-edge') },
            { title: 'Breakpoint on an event…', isDisabled: !canControl, run: () => runAction('break-event') },
            {
              title: 'Take all breakpoints away',
              isDisabled: control.value.breakpoints.length === 0,
              run: () => void askSession({ type: 'breakpoints', breakpoints: [] }),
            },
            { title: 'All commands…', note: 'Ctrl K', run: () => openDialog('palette') },
          ]}
        >
          <Icon name="more" />
        </Menu>
        <ActionButton
          icon="theme"
          label={theme.value === 'dark' ? 'Light theme' : 'Dark theme'}
          testId="theme"
          action="theme"
        />
        <ActionButton icon="help" label="Keys" title="Keys (?)" testId="help-button" action="help" />
      </div>
    </header>
  );
}

function Sessions() {
  const list = sessions.value;
  const current = info.value;
  return (
    <div class="session">
      <h1 class="session-title" title={current?.title ?? ''}>
        {current?.title ?? 'Troupe inspector'}
      </h1>
      {list.length > 1 ? (
        <label class="session-select">
          <Icon name="down" size={14} />
          <select
            aria-label="Session"
            data-testid="sessions"
            value={session.value.id}
            onChange={({ currentTarget }) => openSession(currentTarget.value)}
          >
            {list.map(({ id, title, status, forkOf }) => (
              <option key={id} value={id}>
                {title.slice(0, 80)} ({status}
                {forkOf ? ', fork' : ''}, {id.slice(0, 8)})
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  );
}

function Status() {
  const { isLive, at, lastSeq, control, micro } = session.value;
  const status = info.value?.status ?? '';
  const isOver = info.value?.isLive === false;
  const where =
    loading.value > 0
      ? `loading · ${count(loading.value)} entries`
      : isLive.value
        ? isOver
          ? `${status} · ${lastSeq.value} entries`
          : `live · ${status} · #${lastSeq.value}`
        : `at #${at.value} of ${lastSeq.value}${micro.value === undefined ? '' : ' · microstep'}`;
  return (
    <>
      <span class={`pill ${isLive.value ? (isOver ? `over ${status}` : 'live') : ''}`} data-testid="status">
        {where}
      </span>
      {control.value.isHeld ? (
        <span class="pill held">held{control.value.reason ? `: ${control.value.reason}` : ''}</span>
      ) : null}
      {connection.value === 'reconnecting' ? (
        <span class="pill lost" data-testid="reconnecting">
          reconnecting…
        </span>
      ) : null}
    </>
  );
}

function Slider() {
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
