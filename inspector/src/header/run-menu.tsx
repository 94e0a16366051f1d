import { besideOrigin } from '../compare/fork-note.tsx';
import { isSmall, screen } from '../layout/screen.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { go } from '../routing/router.ts';
import { endOf, isPaused } from '../run/run-facts.ts';
import { isShared } from '../share/inlined.ts';
import { hasAction, isOffered, runAction } from '../state/actions.ts';
import { openDialog } from '../state/page-state.ts';
import { askSession, info, session } from '../state/store.ts';
import { theme } from '../state/theme.ts';

/** What is done with a run as a whole, and with the page. */
export function RunMenu() {
  const isRun = info.value !== undefined && info.value.kind !== 'actor';
  const isDriven = isRun && session.value.control.value.canControl && !endOf(session.value.lastFacts.value);
  const hasText = screen.value === 'desk';
  // Where there is little room the question needs it more.
  const hasWords = hasText && !isSmall.value;
  if (screen.value === 'phone') return <MoreMenu isWhole />;
  return (
    <div class="buttons">
      {isDriven ? <Driving hasText={hasWords} /> : null}
      {isRun && isOffered('fork') ? <ForkButton hasText={hasWords && !isDriven} /> : null}
      {isRun && !isDriven ? (
        <ActionButton
          icon="compare"
          label="Compare"
          title="Compare with another run…"
          testId="compare"
          hasText={hasWords}
          action="compare"
        />
      ) : null}
      {isRun && hasAction('share') ? (
        <ActionButton icon="export" label="Share" testId="share" hasText={hasText} action="share" />
      ) : null}
      {screen.value === 'desk' ? (
        <ActionButton
          icon="theme"
          label={theme.value === 'dark' ? 'Light theme' : 'Dark theme'}
          testId="theme"
          action="theme"
        />
      ) : null}
      <MoreMenu isWhole={false} />
    </div>
  );
}

/** What is done to a run while it goes on. */
function Driving({ hasText }: { readonly hasText: boolean }) {
  const isResting = isPaused(session.value.lastFacts.value);
  // A run of any chart is not paused: only the host has a gate.
  const canPause = info.value?.chart === undefined;
  return (
    <>
      {canPause ? (
        <ActionButton
          icon={isResting ? 'go' : 'pause'}
          label={isResting ? 'Resume' : 'Pause'}
          title={isResting ? 'Resume: new work may begin again' : 'Pause: nothing new begins'}
          testId="pause"
          hasText={hasText}
          action={isResting ? 'resume' : 'pause'}
        />
      ) : null}
      <ActionButton
        icon="stop"
        label="Cancel …"
        title="Cancel the run … (c)"
        testId="cancel"
        hasText={hasText}
        action="cancel"
      />
    </>
  );
}

function ForkButton({ hasText }: { readonly hasText: boolean }) {
  return (
    <ActionButton
      icon="fork"
      label="Fork here"
      testId="fork"
      isDisabled={!session.value.isCurrent.value || info.value?.isChartMissing === true}
      hasText={hasText}
      action="fork"
    />
  );
}

/** What only a run of an orchestrator has. */
const orchestratorItems = (canControl: boolean) => [
  { title: 'Copy as a test', run: () => runAction('copy-test') },
  ...(isShared
    ? []
    : [
        { title: 'Edit the plan…', isDisabled: !canControl, run: () => runAction('plan') },
        { title: 'Send a message to the run…', isDisabled: !canControl, run: () => runAction('steer') },
      ]),
];

/** What only a run that is driven by a server has. */
const breakpointItems = (canControl: boolean, count: number) => [
  { title: 'Breakpoint on a state…', isDisabled: !canControl, run: () => runAction('break-state') },
  { title: 'Breakpoint on a transition…', isDisabled: !canControl, run: () => runAction('break-edge') },
  { title: 'Breakpoint on an event…', isDisabled: !canControl, run: () => runAction('break-event') },
  {
    title: 'Remove all breakpoints',
    isDisabled: count === 0,
    run: () => void askSession({ type: 'breakpoints', breakpoints: [] }),
  },
];

/** With what a run can be compared. */
function compareItems() {
  const origin = besideOrigin();
  return [
    ...(origin
      ? [{ title: 'Compare with its origin', run: () => go({ page: 'compare', a: origin.a, b: origin.b }) }]
      : []),
    { title: 'Compare with…', run: () => runAction('compare') },
  ];
}

/** What has buttons of its own where there is room for them. */
function runItems() {
  const isDriven = session.value.control.value.canControl && !endOf(session.value.lastFacts.value);
  const isResting = isPaused(session.value.lastFacts.value);
  const canPause = isDriven && info.value?.chart === undefined;
  return [
    { title: 'Fork here…', run: () => runAction('fork') },
    ...(isOffered('compare') ? compareItems() : []),
    ...(hasAction('share') ? [{ title: 'Share…', run: () => runAction('share') }] : []),
    ...(canPause
      ? [{ title: isResting ? 'Resume' : 'Pause', run: () => runAction(isResting ? 'resume' : 'pause') }]
      : []),
    ...(isDriven ? [{ title: 'Cancel the run…', run: () => runAction('cancel') }] : []),
  ];
}

function MoreMenu({ isWhole }: { readonly isWhole: boolean }) {
  const { canControl, breakpoints } = session.value.control.value;
  const isPlain = info.value?.chart !== undefined || info.value?.kind === 'actor';
  return (
    <Menu
      label="More"
      class="end"
      testId="more"
      items={[
        ...(info.value?.kind === 'actor' ? [] : isWhole ? runItems() : isShared ? [] : compareItems()),
        { title: 'Chart as SVG', run: () => runAction('export-svg') },
        { title: 'Chart as Mermaid', run: () => runAction('export-mermaid') },
        { title: 'Log', run: () => runAction('export-log') },
        ...(isPlain ? [] : orchestratorItems(canControl)),
        ...(isShared ? [] : breakpointItems(canControl, breakpoints.length)),
        { title: theme.value === 'dark' ? 'Light theme' : 'Dark theme', note: 't', run: () => runAction('theme') },
        { title: 'Keys', note: '?', run: () => runAction('help') },
        { title: 'All commands…', note: 'Ctrl K', run: () => openDialog('palette') },
      ]}
    >
      <Icon name="more" />
    </Menu>
  );
}
