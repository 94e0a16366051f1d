import { useState } from 'preact/hooks';
import { edgesIn, statesIn } from '../../../src/inspect/chart/chart-parts.ts';
import { ChooseRun } from '../compare/choose-run.tsx';
import { AnswerDialog } from '../header/answer-dialog.tsx';
import { CancelDialog } from '../header/cancel-dialog.tsx';
import { ShareDialog } from '../share/share-dialog.tsx';
import { actions, isFor, runAction } from '../state/actions.ts';
import { toggleBreakpoint } from '../state/breakpoints.ts';
import { goUntil } from '../state/control.ts';
import { dialog } from '../state/page-state.ts';
import { askSession, session } from '../state/store.ts';
import { EditDialog, ReaskDialog } from '../trying/edit-dialog.tsx';
import { ForkDialog } from '../trying/fork-dialog.tsx';
import { Chooser } from './chooser.tsx';
import { closeDialog, Modal } from './modal.tsx';

/** What stands open over the page, if anything does. */
export function Dialogs() {
  switch (dialog.value) {
    case 'help':
      return <Help />;
    case 'palette':
      return <Palette />;
    case 'fork':
      return <ForkDialog />;
    case 'edit':
      return <EditDialog />;
    case 'reask':
      return <ReaskDialog />;
    case 'compare':
      return <ChooseRun />;
    case 'answer':
      return <AnswerDialog />;
    case 'cancel':
      return <CancelDialog />;
    case 'share':
      return <ShareDialog />;
    case 'steer':
      return <SteerDialog />;
    case 'until-state':
    case 'break-state':
      return <StateChooser isBreak={dialog.value === 'break-state'} />;
    case 'until-event':
    case 'break-event':
      return <EventChooser isBreak={dialog.value === 'break-event'} />;
    case 'break-edge':
      return <EdgeChooser />;
    default:
      return null;
  }
}

function Palette() {
  const { canControl } = session.value.control.value;
  const choices = actions.filter(isFor).map(({ id, title, shown, needsControl }) => ({
    id,
    title,
    ...(shown ? { note: shown } : {}),
    isDisabled: needsControl === true && !canControl,
    run: () => runAction(id),
  }));
  const possible = choices.toSorted((a, b) => Number(a.isDisabled) - Number(b.isDisabled));
  return <Chooser title="Type a command" testId="palette" choices={possible} />;
}

const charts = () => [...session.value.charts.value.values()];

function StateChooser({ isBreak }: { isBreak: boolean }) {
  const choices = charts().flatMap((chart) =>
    statesIn(chart.root).map(({ id }) => ({
      id,
      title: id,
      run: () => (isBreak ? toggleBreakpoint({ kind: 'state', state: id }) : goUntil({ kind: 'state', state: id })),
    })),
  );
  return (
    <Chooser
      title={isBreak ? 'Break when this state is entered' : 'Run until this state is entered'}
      testId="choose-state"
      choices={choices}
    />
  );
}

function EventChooser({ isBreak }: { isBreak: boolean }) {
  const take = (event: string) =>
    isBreak ? toggleBreakpoint({ kind: 'event', event }) : goUntil({ kind: 'event', event });
  const events = new Set(charts().flatMap((chart) => edgesIn(chart.root).map(({ event }) => event)));
  const choices = [...events].filter(Boolean).map((event) => ({ id: event, title: event, run: () => take(event) }));
  return (
    <Chooser
      title={isBreak ? 'Break before this event' : 'Run until this event'}
      testId="choose-event"
      choices={choices}
      onText={take}
    />
  );
}

function EdgeChooser() {
  const choices = charts().flatMap((chart) =>
    edgesIn(chart.root).map((edge) => ({
      id: edge.id,
      title: `${edge.source} · ${edge.label}${edge.guard ? ` [${edge.guard}]` : ''} → ${edge.targets.join(', ') || 'stays'}`,
      run: () => toggleBreakpoint({ kind: 'edge', edge: edge.id }),
    })),
  );
  return <Chooser title="Break when this transition is taken" testId="choose-edge" choices={choices} />;
}

function Help() {
  return (
    <Modal title="Keys" testId="help">
      <dl class="keys">
        {actions
          .filter(({ shown }) => shown !== undefined)
          .map(({ id, title, shown }) => (
            <div key={id}>
              <dt>
                <kbd>{shown}</kbd>
              </dt>
              <dd>{title}</dd>
            </div>
          ))}
        <div>
          <dt>
            <kbd>Ctrl K</kbd>
          </dt>
          <dd>All commands</dd>
        </div>
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close what is open</dd>
        </div>
        <div>
          <dt>
            <kbd>↑ ↓</kbd>
          </dt>
          <dd>Previous or next, in the tree, the timeline and the chart</dd>
        </div>
        <div>
          <dt>
            <kbd>Enter, b</kbd>
          </dt>
          <dd>Collapse a state, set a breakpoint on it</dd>
        </div>
      </dl>
    </Modal>
  );
}

function SteerDialog() {
  const [text, setText] = useState('');
  const say = async (event: Event) => {
    event.preventDefault();
    const done = await askSession({ type: 'steer', text });
    if (done !== undefined) closeDialog();
  };
  return (
    <Modal title="Send a message to the run" testId="steer-dialog">
      <form class="form" onSubmit={(event) => void say(event)}>
        <textarea
          aria-label="Your message"
          rows={4}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div class="form-row end">
          <button type="button" onClick={closeDialog}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={text.trim() === ''}>
            Send
          </button>
        </div>
      </form>
    </Modal>
  );
}
