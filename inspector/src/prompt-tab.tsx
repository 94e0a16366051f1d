import { useEffect, useState } from 'preact/hooks';
import { JsonView } from './json-view.tsx';
import { askSession, loadEntry, session } from './store.ts';

interface Prompt {
  readonly messages?: readonly { readonly role?: string; readonly content?: unknown }[];
  readonly tools?: unknown;
}

const isEnd = (type: string) => type === 'effect.completed' || type === 'effect.failed' || type === 'timer.fired';

/** What a model was asked by the effect at the cursor, and what it answered. */
export function PromptTab() {
  const { entry, id } = session.value;
  const key = entry.value?.type.startsWith('effect.') ? String(entry.value.data.key) : undefined;
  const [found, setFound] = useState<{ readonly key: string; readonly prompt: Prompt | undefined } | undefined>(
    undefined,
  );
  useEffect(() => {
    if (key === undefined) return;
    let isWanted = true;
    void askSession({ type: 'prompt', key }).then((data) => {
      if (isWanted) setFound({ key, prompt: (data ?? undefined) as Prompt | undefined }); // as the protocol says
    });
    return () => {
      isWanted = false;
    };
  }, [key, id]);
  if (key === undefined) return <p class="empty">Choose an entry of an effect, such as effect.completed.</p>;
  const prompt = found?.key === key ? found.prompt : undefined;
  return (
    <>
      <h2 class="heading">
        Prompt <span class="plain">{key}</span>
      </h2>
      {found?.key !== key ? <p class="muted">Asking…</p> : null}
      {found?.key === key && !prompt?.messages?.length ? <p class="muted">No model was asked here.</p> : null}
      {(prompt?.messages ?? []).map((message, place) => (
        <Message key={`${key} ${place}`} role={message.role ?? 'message'} content={message.content ?? message} />
      ))}
      {prompt?.tools === undefined || (Array.isArray(prompt.tools) && prompt.tools.length === 0) ? null : (
        <>
          <h2 class="heading">Tools</h2>
          <JsonView value={prompt.tools} open={1} />
        </>
      )}
      <Answer effect={key} />
    </>
  );
}

function Message({ role, content }: { role: string; content: unknown }) {
  const [isLong, setLong] = useState(false);
  const text = typeof content === 'string' ? content : undefined;
  const most = isLong ? 100_000 : 1500;
  return (
    <div class={`message ${role}`}>
      <span class="message-role">{role}</span>
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
        <p class="muted">{draft || 'Not there yet.'}</p>
      )}
    </>
  );
}
