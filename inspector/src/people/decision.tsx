import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { FreeEdit } from '../review/review-decision.tsx';
import { isEditingFreely } from '../review/review-state.ts';
import { session } from '../state/store.ts';
import { AskForm } from './ask-form.tsx';
import { AskHead } from './ask-head.tsx';
import { TypedBefore } from './commands.tsx';
import { openAsks } from './deciding.ts';
import { dismissLeft, howItEnded, leftAsks, placeOf } from './left-asks.ts';
import { typedText } from './typed.ts';

/** The run waits for people: what it asks, and the ways to answer, each for itself. */
export function Decision() {
  const asks = openAsks.value;
  return (
    <section class={`decision ${asks.length === 1 ? 'single' : ''}`} aria-label="The run waits for you">
      <h2 class={asks.length > 1 ? 'decision-count' : 'unseen'}>
        {asks.length > 1 ? `${asks.length} decisions, the oldest first` : 'Your decision'}
      </h2>
      {isEditingFreely.value ? <FreeEdit /> : null}
      {leftAsks.value.map((ask) => (
        <Left key={ask.id} ask={ask} />
      ))}
      {asks.map((ask) => (
        <div key={ask.id} class="ask" data-testid="waiting">
          <AskHead ask={ask} />
          <AskForm ask={ask} />
        </div>
      ))}
    </section>
  );
}

/** Somebody else was faster than what is typed here. */
function Left({ ask }: { readonly ask: OpenAsk }) {
  return (
    <div class="ask left-ask" data-testid="answered-elsewhere" role="status">
      <p class="ask-mark">
        <Icon name="done" />
        Answered elsewhere
      </p>
      <p>
        “{ask.question.split('\n', 1)[0]}” {howItEnded(session.value, ask) ?? 'is not asked any more.'}
      </p>
      <TypedBefore text={typedText(placeOf(session.value.id, ask.id))} />
      <button type="button" onClick={() => dismissLeft(ask)}>
        Put away
      </button>
    </div>
  );
}
