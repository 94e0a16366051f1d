import { useState } from 'preact/hooks';
import { takesEvents } from '../state/control.ts';
import { notify, sendType } from '../state/page-state.ts';
import { askSession, session } from '../state/store.ts';

/** Sends an event to the chosen actor, with data. */
export function SendTab() {
  return <SendForm key={sendType.value} first={sendType.value} />;
}

function SendForm({ first }: { readonly first: string }) {
  // Longer than a function should be: most of it is the form as it is drawn.
  const { actor, control } = session.value;
  const [type, setType] = useState(first);
  const [payload, setPayload] = useState('{}');
  const [problem, setProblem] = useState('');
  const own = actor.value;
  if (!own) return <p class="empty">No actor yet.</p>;
  const enabled = control.value.enabled[own.id] ?? [];
  const refusal = refusalFor(own.id);
  const send = async (event: Event) => {
    event.preventDefault();
    const data = readPayload(payload);
    if (typeof data === 'string') {
      setProblem(data);
      return;
    }
    setProblem('');
    const reply = await askSession({ type: 'send', actor: own.id, event: { ...data, type } });
    if (reply !== undefined) notify(`${type} was sent to ${own.path}.`);
  };
  return (
    <form class="form" data-testid="send-form" onSubmit={(event) => void send(event)}>
      <h2 class="heading">
        Send to <span class="plain">{own.path}</span>
      </h2>
      <label>
        Event
        <input
          name="type"
          list="enabled-events"
          required
          value={type}
          autocomplete="off"
          onInput={({ currentTarget }) => setType(currentTarget.value)}
        />
      </label>
      <datalist id="enabled-events">
        {enabled.map((event) => (
          <option key={event} value={event} />
        ))}
      </datalist>
      <label>
        Data (JSON)
        <textarea
          name="payload"
          rows={5}
          spellcheck={false}
          value={payload}
          aria-invalid={problem !== ''}
          onInput={({ currentTarget }) => setPayload(currentTarget.value)}
        />
      </label>
      {problem ? (
        <p class="error-text" role="alert">
          {problem}
        </p>
      ) : null}
      <div class="form-row">
        <button type="submit" class="primary" disabled={refusal !== undefined}>
          Send
        </button>
        {refusal === undefined ? null : <span class="muted">{refusal}</span>}
      </div>
    </form>
  );
}

/** Why nothing can be sent to an actor. */
function refusalFor(actor: string): string | undefined {
  if (!session.value.control.value.canControl) return 'This session is over.';
  if (takesEvents(actor)) return undefined;
  return 'Choose the host: only what it receives is in the log, so nothing is sent to others.';
}

/** The data of an event from the text of a form, or what is wrong with it. */
function readPayload(text: string): object | string {
  try {
    const data: unknown = JSON.parse(text || '{}');
    const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
    return isObject ? data : 'The data of an event is an object.';
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not JSON.';
  }
}
