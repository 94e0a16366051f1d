import { useState } from 'preact/hooks';
import { JsonEditor, problemOf, type TextProblem } from '../editing/json-editor.tsx';
import { placeOf, readJson } from '../editing/json-text.ts';
import { Segments } from '../editing/segments.tsx';
import { TextArea } from '../editing/text-area.tsx';
import { fieldOf } from '../state/field-of.ts';
import { Refusal } from './fork-terms.tsx';
import { ModelSelect } from './model-select.tsx';
import type { TriedCall } from './tried-call.ts';
import { useMeans } from './use-means.ts';
import { usePrompt } from './use-prompt.ts';

interface Props {
  readonly call: TriedCall;
  /** What was written before, when somebody comes back to change it. */
  readonly begins: string | undefined;
  /** Asks with these messages. */
  readonly onAsk: (asked: {
    readonly messages: readonly unknown[];
    readonly text: string;
    readonly model: string;
  }) => void;
}

/** The messages of a call as they were sent, to be changed and sent once more. */
export function PromptEditor({ call, begins, onAsk }: Props) {
  const found = usePrompt(call.key);
  if (!found) return <p class="muted">Loading…</p>;
  if (found.problem !== undefined) return <Refusal text={found.problem} />;
  if (!found.prompt?.messages?.length) {
    return (
      <p class="muted">This call asks no model here: it has no prompt that could be changed. Change its answer.</p>
    );
  }
  return <Editing call={call} begins={begins ?? JSON.stringify(found.prompt.messages, null, 2)} onAsk={onAsk} />;
}

function Editing({ call, begins, onAsk }: Props & { readonly begins: string }) {
  const means = useMeans();
  const [form, setForm] = useState<'messages' | 'json'>('messages');
  const [text, setText] = useState(begins);
  const [model, setModel] = useState('');
  const { messages, problem } = checked(text);
  const refusal = typeof means === 'string' ? means : means?.refusal;
  const isReady = messages !== undefined && means !== undefined && refusal === undefined;
  const ask = (event: Event) => {
    event.preventDefault();
    if (isReady && messages) onAsk({ messages, text, model });
  };
  const change = (place: number, content: string) =>
    setText(
      JSON.stringify(
        messages?.map((each, index) => (index === place ? { ...(each as object), content } : each)),
        null,
        2,
      ),
    );
  return (
    <form class="form" onSubmit={ask}>
      <p>
        With another prompt this one call is made once more, by itself: nothing else of the run is asked again, and
        nothing is written into it. You see both answers, and can fork the run with the new one.
      </p>
      <Segments
        label="How it is edited"
        choices={[
          { id: 'messages', title: 'Messages' },
          { id: 'json', title: 'As JSON' },
        ]}
        chosen={form}
        onChoose={setForm}
      />
      {form === 'messages' && messages ? (
        <div class="edited-messages">
          {messages.map((message, place) => (
            <MessageField key={place} message={message} place={place} onInput={(content) => change(place, content)} />
          ))}
        </div>
      ) : (
        <JsonEditor
          id="prompt-json"
          label="The messages, as JSON"
          text={text}
          onInput={setText}
          problem={problem}
          rows={20}
        >
          {`${messages?.length ?? 0} messages.`}
        </JsonEditor>
      )}
      <Refusal text={refusal} />
      <div class="form-row end">
        <ModelSelect means={means} call={call} model={model} onChoose={setModel} />
        <button type="submit" class="primary" disabled={!isReady}>
          Ask with these messages
        </button>
      </div>
    </form>
  );
}

function MessageField({
  message,
  place,
  onInput,
}: {
  message: unknown;
  place: number;
  onInput: (text: string) => void;
}) {
  const [role, name, content] = [fieldOf(message, 'role'), fieldOf(message, 'name'), fieldOf(message, 'content')];
  const calls = fieldOf(message, 'toolCalls');
  const title = [role, name].filter((each) => typeof each === 'string').join(' ');
  return (
    <div class={`message ${role}`}>
      <span class="message-role">{title}</span>
      <TextArea
        id={`message-${place}`}
        label={`Message ${place + 1}, ${title}`}
        text={String(content)}
        rows={2}
        onInput={onInput}
      />
      {Array.isArray(calls)
        ? calls.map((call) => (
            <p
              key={String(fieldOf(call, 'id'))}
              class="message-call"
            >{`${fieldOf(call, 'name')} ${fieldOf(call, 'arguments')}`}</p>
          ))
        : null}
    </div>
  );
}

const roles: readonly unknown[] = ['system', 'user', 'assistant', 'tool'];

/** The messages in a text, or what is wrong with it. */
function checked(text: string): { readonly messages?: readonly unknown[]; readonly problem?: TextProblem } {
  const read = readJson(text);
  if (!read.ok) return { problem: problemOf(read) as TextProblem }; // there is one where it is not ok
  if (!Array.isArray(read.value) || read.value.length === 0) {
    return {
      problem: { problem: 'The messages are a list of { "role": …, "content": … }.', place: placeOf(text, []) },
    };
  }
  for (const [place, message] of read.value.entries()) {
    const [role, content] = [fieldOf(message, 'role'), fieldOf(message, 'content')];
    const at = (name: string) => placeOf(text, [place, name]) ?? placeOf(text, [place]);
    if (!roles.includes(role)) {
      return {
        problem: { problem: `Message ${place + 1}: its role is system, user, assistant or tool.`, place: at('role') },
      };
    }
    if (typeof content !== 'string') {
      return { problem: { problem: `Message ${place + 1}: its content is a text.`, place: at('content') } };
    }
  }
  return { messages: read.value };
}
