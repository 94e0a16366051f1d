import { useState } from 'preact/hooks';
import { closeDialog, Modal } from '../dialogs/modal.tsx';
import { info, session } from '../state/store.ts';
import { ContextEditor } from './context-editor.tsx';
import { ForkDone } from './fork-done.tsx';
import { canFork, ForkFacts, PaidAgain, Refusal } from './fork-terms.tsx';
import { tried } from './tried-call.ts';
import { type Forking, type ForkWith, useFork } from './use-fork.ts';
import { useMeans } from './use-means.ts';

/** A new run from the cursor on, with a changed context: who works on it, and what is paid again. */
export function ForkDialog() {
  const forking = useFork();
  const [at] = useState(session.value.at.value);
  const [hasContext] = useState(tried.value.part === 'context');
  return (
    <Modal
      title={forking.forked ? `Forked at entry #${at}` : `Fork at entry #${at}`}
      testId="fork-dialog"
      class={forking.forked ? '' : 'wide'}
      isKept
    >
      {forking.forked ? (
        <ForkDone forked={forking.forked} />
      ) : (
        <ForkForm at={at} forking={forking} hasContext={hasContext} />
      )}
    </Modal>
  );
}

interface Props {
  readonly at: number;
  readonly forking: Forking;
  /** The context stands open from the beginning. */
  readonly hasContext: boolean;
}

/** What a fork is made with. */
export function ForkForm({ at, forking, hasContext }: Props) {
  const means = useMeans();
  const [isEditing, setEditing] = useState(hasContext);
  const [edits, setEdits] = useState<ForkWith['edits'] | 'wrong'>([]);
  const chart = info.value?.chart;
  const isReady = canFork(means) && edits !== 'wrong' && !forking.isBusy;
  const fork = (event: Event) => {
    event.preventDefault();
    if (isReady) void forking.fork({ at, edits: edits ?? [] });
  };
  return (
    <form class="form" onSubmit={fork}>
      <p>
        {`A new run shares everything up to entry #${at} and goes on from there by itself. This one stays as it is. Calls that were answered before it are not made again.`}
      </p>
      <ForkFacts means={means} />
      <PaidAgain at={at} isFolded={isEditing} />
      {chart === undefined ? (
        isEditing ? (
          <ContextEditor
            at={at}
            onChange={(changed) => {
              forking.forget();
              setEdits(changed);
            }}
          />
        ) : (
          <div class="form-row">
            <button type="button" onClick={() => setEditing(true)}>
              Change something in the context
            </button>
          </div>
        )
      ) : (
        <p class="muted">
          The context of a chart comes of its events, so a fork cannot begin with another one. Fork, and send an event
          to it.
        </p>
      )}
      <Refusal text={forking.refusal} />
      <div class="form-row end">
        <button type="button" onClick={closeDialog}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={!isReady}>
          Fork
        </button>
      </div>
    </form>
  );
}
