import { useEffect } from 'preact/hooks';
import { grow, timeHere } from '../gantt/gantt-state.ts';
import { screen } from '../layout/screen.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { wordsNow } from '../run/moment-now.ts';
import { timeWords } from '../run/run-words.ts';
import { count } from '../state/format.ts';
import { info, loading, session } from '../state/store.ts';
import { HoldGroup } from './hold-group.tsx';
import { Slider } from './slider.tsx';
import { Transport } from './transport.tsx';

/** Where in the run we are, and how to move. */
export function MomentRow() {
  useEffect(grow, []);
  if (screen.value === 'phone') return <SmallRow />;
  return (
    <section class="moment-row" aria-label="Moment">
      <Transport />
      <HoldGroup />
      <Slider />
      <Moment />
    </section>
  );
}

function SmallRow() {
  return (
    <section class="moment-row" aria-label="Moment">
      <Moment />
      <ActionButton icon="back" label="Back" testId="back" action="back" />
      <Slider />
      <ActionButton icon="forward" label="Forward" testId="forward" action="forward" />
    </section>
  );
}

/** The moment that is looked at: its entry, its time, and how the run stood then. */
function Moment() {
  return (
    <div class="moment">
      <p class="moment-place" data-testid="moment">
        {placeWords()}
      </p>
      <p class="moment-words" data-testid="moment-words">
        {wordsNow(screen.value === 'phone')}
      </p>
      <p class="unseen" data-testid="status">
        {spokenWords()}
      </p>
    </div>
  );
}

function placeWords(): string {
  const { at, lastSeq, isLive, entries, lastFacts, micro } = session.value;
  if (loading.value > 0) return `loading · ${count(loading.value)} entries`;
  if (lastSeq.value === 0) return '';
  const began = lastFacts.value.startedAt || entries[0]?.at || '';
  const time = timeWords(timeHere.value - Date.parse(began));
  const place = isLive.value && info.value?.isLive ? `#${at.value}, live` : `#${at.value} of ${lastSeq.value}`;
  return `${place} · ${time}${micro.value === undefined ? '' : ' · microstep'}`;
}

/** The same in a line, for those who have it read out. */
function spokenWords(): string {
  const { isLive, at, lastSeq, micro } = session.value;
  const { status = '', isLive: isRunning = false } = info.value ?? {};
  if (loading.value > 0) return `loading · ${count(loading.value)} entries`;
  if (!isLive.value) return `at #${at.value} of ${lastSeq.value}${micro.value === undefined ? '' : ' · microstep'}`;
  return isRunning ? `live · ${status} · #${lastSeq.value}` : `${status} · ${lastSeq.value} entries`;
}
