import { useState } from 'preact/hooks';
import type { Bar } from '../gantt/bars.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { count, duration } from '../state/format.ts';
import { session } from '../state/store.ts';
import { callNote } from './step-facts.ts';

const icons: Readonly<Record<Bar['kind'], IconName>> = { model: 'log', tool: 'tool', person: 'person', retry: 'again' };

/** As many calls as are shown at first: the last ones. */
const most = 12;

/** What was done for a step, call by call; each leads to its entry. */
export function StepCalls({ bars }: { readonly bars: readonly Bar[] }) {
  const [isLong, setLong] = useState(false);
  const shown = isLong ? bars : bars.slice(-most);
  if (bars.length === 0) return null;
  return (
    <section class="step-calls" aria-label="Calls of this step">
      <header class="step-line">
        <h3>Calls of this step</h3>
        <span>tokens</span>
      </header>
      {bars.length > shown.length ? (
        <button
          type="button"
          class="link"
          onClick={() => setLong(true)}
        >{`Show ${bars.length - shown.length} earlier ones`}</button>
      ) : null}
      <ul data-testid="step-calls">
        {shown.map((bar) => (
          <CallRow key={`${bar.startSeq} ${bar.key}`} bar={bar} />
        ))}
      </ul>
    </section>
  );
}

function CallRow({ bar }: { readonly bar: Bar }) {
  const { upTo, at } = session.value;
  const isEnded = bar.endSeq !== undefined && bar.endSeq <= upTo.value;
  const tokens = isEnded && bar.spent ? bar.spent.inputTokens + bar.spent.outputTokens : 0;
  const isAt = at.value >= bar.startSeq && (!isEnded || at.value <= (bar.endSeq ?? 0));
  const isBad = isEnded && bar.badSeq !== undefined && bar.badSeq <= upTo.value;
  return (
    <li>
      <button
        type="button"
        class={`step-call ${isAt ? 'at' : ''} ${isBad ? 'bad' : ''}`}
        {...(isAt ? { 'aria-current': 'true' as const } : {})}
        onClick={() => session.value.moveToSeq(isEnded ? (bar.endSeq ?? bar.startSeq) : bar.startSeq)}
      >
        <Icon name={icons[bar.kind]} size={14} />
        <span class="step-call-name">{bar.kind === 'person' ? 'you' : bar.name}</span>
        <span class="step-call-note">{bar.kind === 'person' ? bar.name : callNote(session.value, bar)}</span>
        <span class="step-call-ms">{isEnded ? duration((bar.end ?? bar.start) - bar.start) : ''}</span>
        <span class="step-call-tokens">{tokens > 0 ? count(tokens) : ''}</span>
      </button>
    </li>
  );
}
