import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { AskEnd } from './ask-end.tsx';
import { useReply } from './use-reply.ts';

export function ChoiceForm({ ask }: { ask: OpenAsk }) {
  const reply = useReply(ask);
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <AskEnd ask={ask} reply={reply}>
        {(ask.options ?? []).map((option) => (
          <button
            key={option}
            type="button"
            class="choice-button"
            disabled={reply.isSending}
            onClick={() => reply.send({ type: 'answer', ask: ask.id, text: option })}
          >
            {option}
          </button>
        ))}
      </AskEnd>
    </form>
  );
}
