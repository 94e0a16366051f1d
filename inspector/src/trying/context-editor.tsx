import { useEffect, useState } from 'preact/hooks';
import { JsonEditor, problemOf, type TextProblem } from '../editing/json-editor.tsx';
import { placeOf, readJson } from '../editing/json-text.ts';
import { askOrThrow, session } from '../state/store.ts';
import { type ContextEdit, contextEdits } from './context-edits.ts';
import { Refusal } from './fork-terms.tsx';
import { errorWords } from './use-means.ts';

interface Props {
  readonly at: number;
  /** Called with what is changed, or with `wrong` while it cannot be sent. */
  readonly onChange: (edits: readonly ContextEdit[] | 'wrong') => void;
}

/** The context of the run at an entry, to be changed: what differs is what the fork begins with. */
export function ContextEditor({ at, onChange }: Props) {
  const [before, setBefore] = useState<unknown>(undefined);
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const { id, state } = session.value;
  useEffect(() => {
    const root = state.value.values().next().value;
    if (!root) return;
    askOrThrow({ type: 'context', session: id, actor: root.id, seq: at }).then(
      (context) => {
        setBefore(context ?? undefined);
        setText(JSON.stringify(context ?? {}, null, 2));
      },
      (error) => setRefusal(errorWords(error)),
    );
  }, [id, at]);
  if (refusal !== undefined) return <Refusal text={refusal} />;
  if (before === undefined) return <p class="muted">The context at this entry is loading, or not known.</p>;
  const { edits, problem } = checked(before, text);
  const input = (next: string) => {
    setText(next);
    const now = checked(before, next);
    onChange(now.problem ? 'wrong' : now.edits);
  };
  return (
    <div class="labelled">
      <h3>The context at #{at}</h3>
      <JsonEditor id="context-json" label="The context, as JSON" text={text} onInput={input} problem={problem}>
        {edits.length === 0
          ? 'Nothing is changed yet.'
          : `${edits.length === 1 ? '1 change' : `${edits.length} changes`}:`}
      </JsonEditor>
      {edits.length > 0 && !problem ? (
        <ul class="edit-list" data-testid="context-edits">
          {edits.map((edit) => (
            <li key={edit.path}>
              <code>{edit.path}</code> {brief(edit.before)} <span aria-hidden="true">→</span>
              <span class="unseen"> becomes </span> <mark>{brief(edit.value)}</mark>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const brief = (value: unknown) => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 78)}…` : text;
};

function checked(
  before: unknown,
  text: string,
): { readonly edits: readonly ContextEdit[]; readonly problem: TextProblem | undefined } {
  const read = readJson(text);
  if (!read.ok) return { edits: [], problem: problemOf(read) };
  const found = contextEdits(before, read.value);
  if (found.ok) return { edits: found.edits, problem: undefined };
  return { edits: [], problem: { problem: found.problem, place: placeOf(text, found.path) } };
}
