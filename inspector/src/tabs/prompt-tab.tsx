import { useState } from 'preact/hooks';
import { loadEntry, session } from '../state/store.ts';
import { TryButtons } from '../trying/try-buttons.tsx';
import { type Prompt, type PromptMessage, type Tool, usePrompt } from '../trying/use-prompt.ts';
import { JsonView } from './json-view.tsx';

const isEnd = (type: string) => type === 'effect.completed' || type === 'effect.failed' || type === 'timer.fired';

/** What a model was asked by the effect at the cursor, and what it answered. */
export function PromptTab() {
  const { entry } = session.value;
  const key = entry.value?.type.startsWith('effect.') ? String(entry.value.data.key) : undefined;
  const found = usePrompt(key);
  if (key === undefined) return <p class="empty">Choose an entry of an effect, such as effect.completed.</p>;
  const prompt = found?.prompt;
  return (
    <>
      <h2 class="heading">
        Prompt <span class="plain">{key}</span>
      </h2>
      {found ? null : <p class="muted">Loading…</p>}
      {found && !prompt?.messages?.length ? <p class="muted">{found.problem ?? 'This effect asks no model.'}</p> : null}
      {(prompt?.messages ?? []).map((message, place) => (
        <Message key={`${key} ${place}`} message={message} />
      ))}
      {prompt?.tools?.length ? <Tools offered={prompt.tools} choice={prompt.toolChoice} /> : null}
      <Answer effect={key} />
      <div class="step-buttons">
        <TryButtons effect={key} />
      </div>
    </>
  );
}

function Tools({ offered, choice }: { offered: readonly Tool[]; choice: Prompt['toolChoice'] }) {
  const rule = choice === 'none' ? 'none may be called' : choice ? `${choice.name} must be called` : undefined;
  const byName = Object.fromEntries(offered.map(({ name = 'tool', ...rest }) => [name, rest]));
  return (
    <div data-testid="tools">
      <h2 class="heading">Tools {rule ? <span class="plain">{rule}</span> : null}</h2>
      <JsonView value={byName} />
    </div>
  );
}

function Message({ message }: { message: PromptMessage }) {
  const { role = 'message', name, content = message, toolCalls = [] } = message;
  const [isLong, setLong] = useState(false);
  const text = typeof content === 'string' ? content : undefined;
  const most = isLong ? 100_000 : 1500;
  return (
    <div class={`message ${role}`}>
      <span class="message-role">{name === undefined ? role : `${role} ${name}`}</span>
      {text === undefined ? (
        <JsonView value={content} />
      ) : (
        <p>
          {text.slice(0, most)}
          {text.length > most ? (
            <button type="button" class="link" onClick={() => setLong(true)}>
              … show all ({text.length} characters)
            </button>
          ) : null}
        </p>
      )}
      {toolCalls.map(({ name: called = '', arguments: given = '' }, place) => (
        <p key={`${place} ${called}`} class="message-call">{`${called} ${given}`}</p>
      ))}
    </div>
  );
}

function Answer({ effect }: { effect: string }) {
  const { entries, index, fullEntries, drafts, actor } = session.value;
  const start = Math.max(0, index.value - 5000);
  const near = entries.slice(start, index.value + 5000);
  const end = near.findLast(({ type, data }) => isEnd(type) && data.key === effect);
  const shown = end && (fullEntries.value.get(end.seq) ?? end);
  const draft = actor.value ? drafts.value.get(actor.value.path) : undefined;
  return (
    <>
      <h2 class="heading">
        Answer
        {end?.isCut && shown === end ? (
          <button type="button" class="link" onClick={() => void loadEntry(end.seq)}>
            load in full
          </button>
        ) : null}
      </h2>
      {shown ? (
        <JsonView
          key={`${effect} ${shown === end}`}
          value={shown.data.output ?? shown.data.error ?? null}
          onLoad={() => void loadEntry(shown.seq)}
        />
      ) : (
        <p class="muted">{draft || 'No answer yet.'}</p>
      )}
    </>
  );
}
