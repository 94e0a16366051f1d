import { closeDialog, Modal } from '../dialogs/modal.tsx';
import { askSession, session } from '../state/store.ts';

/** Asks before a run is ended, and says what is lost with it and what stays. */
export function CancelDialog() {
  const { entryCount, plan } = session.value;
  const open = plan.value?.steps.filter(({ status }) => status === 'pending' || status === 'executing').length ?? 0;
  const cancel = async () => {
    if ((await askSession({ type: 'cancel' })) !== undefined) closeDialog();
  };
  return (
    <Modal title="Cancel the run?" testId="cancel-dialog">
      <p>
        What is being done now is given up, and no answer is written
        {open > 0 ? `; ${open} ${open === 1 ? 'step is' : 'steps are'} not done` : ''}. A cancelled run cannot be
        resumed.
      </p>
      <p>
        Its {entryCount.value} entries stay, with every result so far: you can look at them, and fork from any of them
        to go on from there. To stop for a while only, pause it instead.
      </p>
      <div class="form-row end">
        <button type="button" onClick={closeDialog}>
          Let it run
        </button>
        <button type="button" class="danger" data-testid="confirm-cancel" onClick={() => void cancel()}>
          Cancel the run
        </button>
      </div>
    </Modal>
  );
}
