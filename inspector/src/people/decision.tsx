import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { AskForm } from './ask-form.tsx';
import { openAsks } from './deciding.ts';

/** The run waits for people: what it asks, and the ways to answer, each for itself. */
export function Decision() {
  return (
    <section class="decision" aria-label="The run waits for you">
      <h2>
        <Icon name="person" />
        Your decision
      </h2>
      {openAsks.value.map((ask) => (
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <p class="ask-question" tabIndex={0}>
        {question}
      </p>
      {about === '' ? null : <p class="muted">{about}</p>}
      <AskForm ask={ask} />
    </div>
  );
}
