import { useState } from 'preact/hooks';
import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { openDialog } from '../state/page-state.ts';
import { askSession } from '../state/store.ts';
import { SchemaForm } from './schema-form.tsx';

/** The ways to answer what a run asks. */
export function AskForm({ ask }: { ask: OpenAsk }) {
  if (ask.commands) return <Commands commands={ask.commands} />;
  if (ask.kind === 'approval') return <ApprovalForm ask={ask} />;
  if (ask.kind === 'form') return <SchemaForm ask={ask} />;
  if (ask.kind === 'choice') return <ChoiceForm ask={ask} />;
  return ask.kind === 'plan-review' ? <ReviewForm /> : <AnswerForm ask={ask} />;
}

/** What to type, where the run is not driven here. */
function Commands({ commands }: { commands: readonly string[] }) {
  return (
    <div class="ask-commands" data-testid="commands">
      <p class="muted">
        {commands.length === 0 ? 'This is a copy: nothing can be answered here.' : 'A stored run is answered with:'}
      </p>
      {commands.map((command) => (
        <code key={command}>{command}</code>
      ))}
    </div>
  );
}

/** A line of text that is cleared when it was taken. */
function useLine(send: (text: string) => Promise<unknown>) {
  const [text, setText] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    if ((await send(text)) !== undefined) setText('');
  };
  return { text, setText, submit: (event: Event) => void submit(event) };
}

/** The host's own question, or one from within the work. */
function AnswerForm({ ask: { kind, id } }: { ask: OpenAsk }) {
  const which = kind === 'clarification' ? {} : { ask: id };
  const { text, setText, submit } = useLine((line) => askSession({ type: 'answer', text: line, ...which }));
  return (
    <form onSubmit={submit}>
      <input
        aria-label="Your answer"
        placeholder="Your answer"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="primary" disabled={text.trim() === ''}>
        Answer
      </button>
    </form>
  );
}

function ReviewForm() {
  const { text, setText, submit } = useLine((line) => askSession({ type: 'revise', text: line }));
  return (
    <form onSubmit={submit}>
      <input
        aria-label="What to change"
        placeholder="What to change"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" disabled={text.trim() === ''}>
        Revise
      </button>
      <button type="button" onClick={() => openDialog('plan')}>
        Edit the plan
      </button>
      <button type="button" class="primary" data-testid="approve" onClick={() => void askSession({ type: 'approve' })}>
        Approve
      </button>
    </form>
  );
}

function ChoiceForm({ ask: { id, options = [] } }: { ask: OpenAsk }) {
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      {options.map((option) => (
        <button key={option} type="button" onClick={() => void askSession({ type: 'answer', ask: id, text: option })}>
          {option}
        </button>
      ))}
    </form>
  );
}

/** How many letters of the arguments stand beside each other. */
const lettersInRow = 44;

/** A call, or something else that a person has to approve: as it is, with other arguments, or not at all, with the reason. */
function ApprovalForm({ ask: { id, arguments: asked } }: { ask: OpenAsk }) {
  const [edited, setEdited] = useState(asked ?? '');
  const { text, setText, submit } = useLine((line) => askSession({ type: 'refuse', ask: id, text: line }));
  const changed = asked === undefined || edited === asked ? {} : { arguments: edited };
  return (
    <form onSubmit={submit}>
      {asked === undefined ? null : (
        <textarea
          aria-label="The arguments, as JSON"
          rows={Math.min(6, Math.max(1, Math.ceil(asked.length / lettersInRow)))}
          spellcheck={false}
          value={edited}
          onInput={({ currentTarget }) => setEdited(currentTarget.value)}
        />
      )}
      <input
        aria-label="Why not"
        placeholder="Why not"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit">Refuse</button>
      <button
        type="button"
        class="primary"
        data-testid="approve"
        onClick={() => void askSession({ type: 'approve', ask: id, ...changed })}
      >
        Approve
      </button>
    </form>
  );
}
