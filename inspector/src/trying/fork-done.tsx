import { closeDialog } from '../dialogs/modal.tsx';
import { Icon } from '../parts/icons.tsx';
import { go } from '../routing/router.ts';
import { openSession, session } from '../state/store.ts';
import { totalWords } from './fork-terms.tsx';
import { paidAgain } from './paid-again.ts';
import { useFocus } from './use-focus.ts';
import type { Forked } from './use-fork.ts';

/** A fork was made: where it is, and where to go from here. */
export function ForkDone({ forked }: { readonly forked: Forked }) {
  const { at, session: fork, again } = forked;
  const { entries, id } = session.value;
  const keys = new Set(again);
  const rows = paidAgain(entries, at).filter(({ key }) => keys.has(key));
  const first = useFocus<HTMLButtonElement>();
  const next = (to: () => void) => () => {
    closeDialog();
    to();
  };
  return (
    <>
      <p class="fork-made">
        <Icon name="done" />
        <span>
          {`Run ${fork.slice(0, 8)} is under way, and in the list of runs. `}
          {rows.length === 0
            ? 'Nothing is done again.'
            : `Done again, as far as it goes the same way: ${totalWords(rows)}.`}
        </span>
      </p>
      <div class="form-row end">
        <button type="button" onClick={closeDialog}>
          Stay here
        </button>
        <button type="button" onClick={next(() => go({ page: 'compare', a: id, b: fork }))}>
          <Icon name="compare" />
          Compare with its origin
        </button>
        <button type="button" class="primary" ref={first} onClick={next(() => openSession(fork))}>
          Open the fork
        </button>
      </div>
    </>
  );
}
