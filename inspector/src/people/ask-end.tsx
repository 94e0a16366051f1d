import type { ComponentChildren } from 'preact';
import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { now } from '../header/now.ts';
import { whenWords } from '../runs/run-words.ts';
import { session } from '../state/store.ts';
import type { Reply } from './use-reply.ts';

interface Props {
  readonly ask: OpenAsk;
  readonly reply: Reply;
  /** What comes of it, beside what time says. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** The end of each form: why an answer was refused, the buttons, and what counts when nobody answers. */
export function AskEnd({ ask, reply, note = '', children }: Props) {
  return (
    <div class="ask-end">
      {reply.error === undefined ? null : (
        <p class="ask-error" role="alert">
          {reply.error}
        </p>
      )}
      <div class="ask-buttons">{children}</div>
      <p class="ask-note">
        {note} <TimeLeft ask={ask} />
      </p>
    </div>
  );
}

function TimeLeft({ ask }: { readonly ask: OpenAsk }) {
  const { deadline } = ask;
  if (deadline === undefined) return <>It waits as long as it takes.</>;
  now.value;
  const ms = Date.parse(deadline) - Date.now();
  if (ms <= 0) return <span class="time-left">The time is up. {defaultWords(ask)}</span>;
  return (
    <>
      <span class={ms < 60_000 ? 'time-left soon' : 'time-left'} data-testid="time-left">
        {leftWords(ms)} left
      </span>
      , until {whenWords(deadline, new Date())}. {defaultWords(ask)}
    </>
  );
}

/** What counts when nobody answers in time. */
function defaultWords({ kind, default: value }: OpenAsk): string {
  if (kind === 'approval') return `Without an answer it counts as ${value === true ? 'approved' : 'refused'}.`;
  if (value === undefined) return 'Without an answer it goes on with none.';
  return `Without an answer this counts: ${typeof value === 'string' ? value : JSON.stringify(value)}.`;
}

/** How long is left, as one says it: `4:32`, `3 h 12 min`, `2 days`. */
function leftWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 2 * 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / 60 / 24)} days`;
}

/** How long ago something was asked, in whole seconds: it is counted while one looks. */
export function agoWords(at: string): string {
  now.value;
  const ms = session.value.now() - Date.parse(at);
  if (!(ms >= 0)) return '';
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s ago`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : whenWords(at, new Date());
}
