import { useState } from 'preact/hooks';
import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { askSession, info, openSession, session } from '../state/store.ts';
import { closeDialog, Modal } from './modal.tsx';

interface Edit {
  readonly path: string;
  readonly value: string;
}

/** What the server says about a fork. */
interface Forked {
  readonly session: string;
  readonly again?: readonly string[];
}

/** Text as JSON where it is, else as the text it is. */
function toValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The keys of what was done after the group of an entry: a fork from there does that again. */
function doneAfter(entries: readonly TimelineEntry[], at: number): string[] {
  const next = entries.findIndex(({ seq, kind }) => seq > at && kind === 'fact');
  const later = next < 0 ? [] : entries.slice(next);
  const done = later.filter(({ type, data }) => type === 'effect.completed' && data.kind !== 'analyze');
  return done.map(({ data }) => String(data.key));
}

function Again({ keys }: { readonly keys: readonly string[] }) {
  if (keys.length === 0) return <p>Nothing that was done is done again. What comes after it is new.</p>;
  return (
    <>
      <p>{`${keys.length === 1 ? 'This was' : `These ${keys.length} were`} done after it, and may be done and paid for again:`}</p>
      <ul class="again">
        {keys.slice(0, 50).map((key) => (
          <li key={key}>{key}</li>
        ))}
      </ul>
    </>
  );
}

/** A new run from the cursor on, with a changed context; says which calls are made again. */
export function ForkDialog() {
  const [forked, setForked] = useState<Forked | undefined>(undefined);
  return forked ? <ForkDone forked={forked} /> : <ForkForm onForked={setForked} />;
}

function ForkDone({ forked }: { forked: Forked }) {
  return (
    <Modal title={`Forked at entry #${session.value.at.value}`} testId="fork-dialog">
      <Again keys={forked.again ?? []} />
      <div class="form-row end">
        <button type="button" onClick={closeDialog}>
          Stay here
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => {
            closeDialog();
            openSession(forked.session);
          }}
        >
          Open the fork
        </button>
      </div>
    </Modal>
  );
}

function ForkForm({ onForked }: { onForked: (forked: Forked) => void }) {
  const { at, entries } = session.value;
  const [edits, setEdits] = useState<readonly Edit[]>([]);
  const [isBusy, setBusy] = useState(false);
  const fork = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const made = edits.filter(({ path }) => path !== '').map(({ path, value }) => ({ path, value: toValue(value) }));
    const data = await askSession({ type: 'fork', at: at.value, ...(made.length > 0 ? { edits: made } : {}) });
    setBusy(false);
    if (data) onForked(data as Forked); // as the protocol says
  };
  return (
    <Modal title={`Fork at entry #${at.value}`} testId="fork-dialog">
      <form class="form" onSubmit={(event) => void fork(event)}>
        <p>
          A new run shares everything up to entry #{at.value} and continues from there. Calls that were answered before
          it are not made again.
        </p>
        <Again keys={doneAfter(entries, at.value)} />
        {info.value?.chart === undefined ? <Edits edits={edits} onChange={setEdits} /> : null}
        <div class="form-row end">
          <button type="button" onClick={closeDialog}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy}>
            Fork
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** Changes of the context, a row each. */
function Edits({ edits, onChange }: { edits: readonly Edit[]; onChange: (edits: readonly Edit[]) => void }) {
  const change = (place: number, edit: Partial<Edit>) =>
    onChange(edits.map((each, index) => (index === place ? { ...each, ...edit } : each)));
  return (
    <>
      {edits.map((edit, place) => (
        <div class="form-row" key={place}>
          <input
            aria-label="Path in the context"
            placeholder="path, such as options.limits.rounds"
            value={edit.path}
            onInput={({ currentTarget }) => change(place, { path: currentTarget.value })}
          />
          <span>=</span>
          <input
            aria-label="New value, as JSON"
            placeholder="value"
            value={edit.value}
            onInput={({ currentTarget }) => change(place, { value: currentTarget.value })}
          />
        </div>
      ))}
      <div class="form-row">
        <button type="button" onClick={() => onChange([...edits, { path: '', value: '' }])}>
          Change something in the context
        </button>
      </div>
    </>
  );
}
