import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { AskEnd } from './ask-end.tsx';
import { useReply, useTyped } from './use-reply.ts';
import { filledIn, ValueForm } from './value-form.tsx';

/** A form by its schema: a field for each value, or JSON where a value is more than that. */
export function SchemaForm({ ask }: { ask: OpenAsk }) {
  const { id, schema } = ask;
  const [typed, type] = useTyped(ask);
  const reply = useReply(ask);
  const filled = filledIn(schema, typed, undefined);
  const hasTried = typed['.tried'] === 'yes';
  const submit = (event: Event) => {
    event.preventDefault();
    if (filled.isWrong) type({ '.tried': 'yes' });
    else reply.send({ type: 'answer', ask: id, text: JSON.stringify(filled.value) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <ValueForm
        title="Your answer"
        schema={schema}
        filled={filled}
        onType={type}
        isChecked={hasTried || filled.isJson}
      />
      <AskEnd
        ask={ask}
        reply={reply}
        note={hasTried && filled.isWrong ? 'Something is missing or does not fit: see above.' : ''}
      >
        <button type="submit" class="primary" disabled={reply.isSending}>
          Answer
        </button>
      </AskEnd>
    </form>
  );
}
