import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { AskEnd } from './ask-end.tsx';
import { Growing } from './growing.tsx';
import { useReply, useTyped } from './use-reply.ts';

/** The host's own question, or one from within the work. */
export function AnswerForm({ ask }: { ask: OpenAsk }) {
  const [{ text = '' }, type] = useTyped(ask);
  const reply = useReply(ask);
  const which = ask.kind === 'clarification' ? {} : { ask: ask.id };
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim() !== '') reply.send({ type: 'answer', text, ...which });
  };
  return (
    <form onSubmit={submit}>
      <Growing label="Your answer" text={text} onText={(line) => type({ text: line })} sendsOnEnter />
      <AskEnd ask={ask} reply={reply}>
        <button type="submit" class="primary" disabled={text.trim() === '' || reply.isSending}>
          Answer
        </button>
      </AskEnd>
    </form>
  );
}
