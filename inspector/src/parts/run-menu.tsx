import { cancelRun, runAction } from '../state/actions.ts';
import { openDialog } from '../state/page-state.ts';
import { askSession, info, session } from '../state/store.ts';
import { theme } from '../state/theme.ts';
import { ActionButton } from './action-button.tsx';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';

/** What is done with a run as a whole, and with the page. */
export function RunMenu() {
  const { control, isCurrent } = session.value;
  // Only runs are forked and cancelled.
  const isActor = info.value?.kind === 'actor';
  return (
    <div class="buttons">
      <ActionButton
        icon="fork"
        label="Fork here"
        testId="fork"
        isDisabled={!isCurrent.value || isActor || info.value?.isChartMissing === true}
        hasText
        action="fork"
      />
      {control.value.canControl && !isActor ? (
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
      <MoreMenu />
      <ActionButton
        icon="theme"
        label={theme.value === 'dark' ? 'Light theme' : 'Dark theme'}
        testId="theme"
        action="theme"
      />
      <ActionButton icon="help" label="Keys" title="Keys (?)" testId="help-button" action="help" />
    </div>
  );
}

/** What only a run of an orchestrator has. */
const orchestratorItems = (canControl: boolean) => [
  { title: 'Copy as a test', run: () => runAction('copy-test') },
  { title: 'Edit the plan…', isDisabled: !canControl, run: () => runAction('plan') },
  { title: 'Send a message to the run…', isDisabled: !canControl, run: () => runAction('steer') },
];

function MoreMenu() {
  const { canControl, breakpoints } = session.value.control.value;
  const isChart = info.value?.chart !== undefined;
  return (
    <Menu
      label="Export and more"
      class="right"
      testId="more"
      items={[
        { title: 'Chart as SVG', run: () => runAction('export-svg') },
        { title: 'Chart as Mermaid', run: () => runAction('export-mermaid') },
        { title: 'Log', run: () => runAction('export-log') },
        ...(isChart ? [] : orchestratorItems(canControl)),
        { title: 'Breakpoint on a state…', isDisabled: !canControl, run: () => runAction('break-state') },
        { title: 'Breakpoint on a transition…', isDisabled: !canControl, run: () => runAction('break-edge') },
        { title: 'Breakpoint on an event…', isDisabled: !canControl, run: () => runAction('break-event') },
        {
          title: 'Remove all breakpoints',
          isDisabled: breakpoints.length === 0,
          run: () => void askSession({ type: 'breakpoints', breakpoints: [] }),
        },
        { title: 'All commands…', note: 'Ctrl K', run: () => openDialog('palette') },
      ]}
    >
      <Icon name="more" />
    </Menu>
  );
}
