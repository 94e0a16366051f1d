import { useState } from 'preact/hooks';
import { openDialog } from '../state/page-state.ts';
import { askSession, session } from '../state/store.ts';

/** The run waits for a person: what it asks, and the ways to answer. */
export function WaitingBanner() {
  const waiting = session.value.control.value.waitingFor;
  const [text, setText] = useState('');
  if (!waiting) return null;
  const isQuestion = waiting.kind === 'clarification';
  const reply = async (event: Event) => {
    event.preventDefault();
    const done = await askSession({ type: isQuestion ? 'answer' : 'revise', text });
    if (done !== undefined) setText('');
  };
  return (
    <section class="waiting" data-testid="waiting" aria-label="The run waits for you">
      <span class="waiting-mark">{isQuestion ? 'asks' : 'waits for your approval'}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <p tabIndex={0}>{waiting.question}</p>
      <form onSubmit={(event) => void reply(event)}>
        <input
          aria-label={isQuestion ? 'Your answer' : 'What to change'}
          placeholder={isQuestion ? 'Your answer' : 'What to change'}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" class={isQuestion ? 'primary' : ''} disabled={text.trim() === ''}>
          {isQuestion ? 'Answer' : 'Revise'}
        </button>
        {isQuestion ? null : (
          <>
            <button type="button" onClick={() => openDialog('plan')}>
              Edit the plan
            </button>
            <button
              type="button"
              class="primary"
              data-testid="approve"
              onClick={() => void askSession({ type: 'approve' })}
            >
              Approve
            </button>
          </>
        )}
      </form>
    </section>
  );
}
