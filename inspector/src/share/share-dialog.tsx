import { useEffect, useState } from 'preact/hooks';
import type { SharedFile } from '../../../src/inspect/run-page.ts';
import { closeDialog, Modal } from '../dialogs/modal.tsx';
import { download } from '../state/exports.ts';
import { count } from '../state/format.ts';
import { askSession, info } from '../state/store.ts';

/** Makes one file of the run, and says what is in it before it is saved. */
export function ShareDialog() {
  const [file, setFile] = useState<SharedFile | 'failed' | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    void askSession({ type: 'share' }).then((data) => {
      if (isWanted) setFile((data ?? 'failed') as SharedFile | 'failed'); // as the protocol says
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return (
    <Modal title="Share this run" testId="share-dialog">
      <p>One HTML file with the run and this page. It opens in any browser, without a server and without a network.</p>
      {file === undefined ? <p role="status">The file is being made…</p> : null}
      {file === 'failed' ? <p class="error-text">The file could not be made.</p> : null}
      {typeof file === 'object' ? <Inside file={file} /> : null}
    </Modal>
  );
}

function Inside({ file }: { file: SharedFile }) {
  const { name, html, bytes, entries, prompts, left } = file;
  const save = () => {
    download(name, html, 'text/html');
    closeDialog();
  };
  return (
    <>
      <ul class="share-list">
        <li>
          {count(entries)} entries, {count(prompts)} prompts with their answers, all states and contexts
          {info.value?.isLive ? ', up to now' : ''}
        </li>
        <li>
          What looks like a secret is left out, as on this page. Everything else that people and models wrote is in it.
        </li>
        <li>Nothing in it can be changed: no forks, no messages, no answers to questions.</li>
        {left.prompts + left.contexts > 0 ? (
          <li>
            The run is long: {count(left.prompts)} prompts and {count(left.contexts)} contexts did not fit.
          </li>
        ) : null}
      </ul>
      <div class="share-file">
        <span class="muted">
          {name} · {megabytes(bytes)}
        </span>
        <button type="button" class="primary" data-testid="share-save" onClick={save}>
          Download
        </button>
      </div>
    </>
  );
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
