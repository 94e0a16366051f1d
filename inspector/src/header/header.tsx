import { ForkNote } from '../compare/fork-note.tsx';
import { screen } from '../layout/screen.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { ToChart } from '../parts/to-chart.tsx';
import { endOf } from '../run/run-facts.ts';
import { statusWords, type Tone } from '../run/run-words.ts';
import { AllRuns, SharedNote } from '../share/run-links.tsx';
import { duration } from '../state/format.ts';
import { connection, info, session } from '../state/store.ts';
import { now } from './now.ts';
import { RunMenu } from './run-menu.tsx';
import { questionText } from './said.ts';
import { SessionSelect } from './session-select.tsx';
import { Subline } from './subline.tsx';
import { Totals } from './totals.tsx';

/** The run as a whole: what was asked, how it stands, what came of it and what it took. */
export function Header() {
  return (
    <header class="header">
      <ToChart />
      <AllRuns />
      {screen.value === 'phone' ? <p class="header-name">{shortName()}</p> : null}
      <div class="header-text">
        <div class="header-line">
          <h1 title={questionText()}>{questionText()}</h1>
          <SessionSelect />
          <StatusPill />
          <SharedNote />
          <ForkNote />
          {connection.value === 'reconnecting' ? (
            <span class="pill fail" data-testid="reconnecting">
              reconnecting…
            </span>
          ) : null}
        </div>
        <Subline />
      </div>
      <Totals />
      <RunMenu />
    </header>
  );
}

/** The session in a word or two. */
const shortName = () => (info.value?.kind === 'actor' ? 'Actor' : `Run ${session.value.id.slice(0, 8)}`);

const icons: Readonly<Record<Tone, IconName>> = {
  run: 'running',
  done: 'done',
  fail: 'failed',
  wait: 'person',
  pause: 'pause',
};

function StatusPill() {
  const current = info.value;
  if (!current) return null;
  const { title, tone, since } = statusWords(session.value.lastFacts.value, current, session.value.control.value);
  now.value;
  // What was paused can go on; what was cancelled, or refused, is over.
  const isOver = tone === 'pause' && current.kind !== 'actor' && endOf(session.value.lastFacts.value) !== undefined;
  // A phone has no room for it beside what the run took.
  const long =
    since && current.isLive && screen.value !== 'phone' ? ` · ${waited(session.value.now() - Date.parse(since))}` : '';
  return (
    <span class={`pill ${tone}`} data-testid="run-status">
      <Icon name={isOver ? 'cancel' : icons[tone]} size={14} />
      {title}
      {long}
    </span>
  );
}

/** How long, in whole seconds: it is counted while one looks. */
const waited = (ms: number) => (ms < 60_000 ? `${Math.max(0, Math.floor(ms / 1000))} s` : duration(ms));
