import { useState } from 'preact/hooks';
import type { Bar } from '../gantt/bars.ts';
import { count } from '../state/format.ts';
import { type PromptMessage, usePrompt } from '../trying/use-prompt.ts';

/** So many messages are shown at first: the first one, which says who the model is, and the last ones. */
const most = 4;

/** What was sent to the model with a call, folded at first. */
export function StepSent({ bar }: { readonly bar: Bar }) {
  const [whole, setWhole] = useState<string | undefined>(undefined);
  const found = usePrompt(bar.key.replace(/^effect /, ''));
  const messages = found?.prompt?.messages ?? [];
  if (messages.length === 0) return null;
  const isWhole = whole === bar.key;
  const left = isWhole ? 0 : Math.max(0, messages.length - most);
  const shown = left === 0 ? messages : [...messages.slice(0, 1), ...messages.slice(1 - most)];
  const tokens = bar.spent?.inputTokens;
  const size = tokens ? `${count(tokens)} tokens` : `${count(messages.length)} messages`;
  return (
    <section class="step-sent" aria-label="Sent to the model" data-testid="step-sent">
      <header class="step-line">
        <h3>Sent to the model</h3>
        <span>{size}</span>
      </header>
      <div class={isWhole ? 'sent-messages' : 'sent-messages folded'}>
        {shown.map((message, place) => (
          <SentMessage key={place} message={message} isFolded={!isWhole} before={place === 1 ? left : 0} />
        ))}
        <button type="button" class="link" onClick={() => setWhole(isWhole ? undefined : bar.key)}>
          {isWhole ? 'Show less' : `Show all ${size}`}
        </button>
      </div>
    </section>
  );
}

interface SentProps {
  readonly message: PromptMessage;
  readonly isFolded: boolean;
  /** So many messages are left out above it. */
  readonly before: number;
}

function SentMessage({ message, isFolded, before }: SentProps) {
  const { role = 'message', name, content = '', toolCalls = [] } = message;
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return (
    <>
      {before > 0 ? <p class="muted">{`${before} more`}</p> : null}
      <div class="sent">
        <h4>{name === undefined ? role : `${role} · ${name}`}</h4>
        {text === '' ? null : <p>{isFolded ? text.slice(0, 1000).replace(/\n\s*\n/g, '\n') : text}</p>}
        {toolCalls.map((call, place) => (
          <p key={`${place} ${call.name}`} class="message-call">{`${call.name} ${call.arguments}`}</p>
        ))}
      </div>
    </>
  );
}
