import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { session } from '../state/store.ts';
import { AskForm } from './ask-form.tsx';

/** The run waits for people: what it asks, and the ways to answer, each for itself. */
export function WaitingBanner() {
  const { waiting } = session.value.control.value;
  if (waiting.length === 0) return null;
  return (
    <section class="asks" aria-label="The run waits for you">
      {waiting.map((ask) => (
        <Ask key={ask.id} ask={ask} />
      ))}
    </section>
  );
}

const marks: Readonly<Record<OpenAsk['kind'], string>> = {
  clarification: 'asks',
  'plan-review': 'waits for your approval',
  approval: 'needs your approval',
  question: 'asks',
  choice: 'asks',
  form: 'asks',
};

function Ask({ ask }: { ask: OpenAsk }) {
  const { kind, question, from, tool, because, deadline } = ask;
  const until = deadline && `until ${new Date(deadline).toLocaleString()}`;
  const about = [from, tool, because, until].filter(Boolean).join(' · ');
  return (
    <div class="ask" data-testid="waiting">
      <span class="ask-mark">{marks[kind]}</span>
      <div class="ask-text">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
        <p tabIndex={0}>{question}</p>
        {about === '' ? null : <p class="muted">{about}</p>}
      </div>
      <AskForm ask={ask} />
    </div>
  );
}
