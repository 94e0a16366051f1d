import { Icon } from '../parts/icons.tsx';
import { isOffered } from '../state/actions.ts';
import { session } from '../state/store.ts';
import { askAgain, editAndTry, triedCall } from './tried-call.ts';

/** What a person can try with a call: another prompt, another outcome, another model. */
export function TryButtons({ effect }: { readonly effect: string }) {
  session.value.entryCount.value;
  const call = isOffered('edit') ? triedCall(session.value, effect) : undefined;
  if (!call) return null;
  return (
    <>
      <button
        type="button"
        data-testid="edit-and-try"
        title="Another prompt, outcome or context, in a fork (x)"
        onClick={() => editAndTry(effect)}
      >
        <Icon name="edit" />
        Edit and try
      </button>
      {call.isModel ? (
        <button
          type="button"
          data-testid="reask"
          title="This call once more, or by another model (a)"
          onClick={() => askAgain(effect)}
        >
          <Icon name="again" />
          Re-ask
        </button>
      ) : null}
    </>
  );
}
