import { useState } from 'preact/hooks';
import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { askSession } from '../state/store.ts';
import { type FormField, fieldsOf, toAnswer } from './form-fields.ts';

/** A form by its schema: a field for each value, or JSON where a value is more than a word. */
export function SchemaForm({ ask: { id, schema } }: { ask: OpenAsk }) {
  const fields = fieldsOf(schema);
  const [filled, setFilled] = useState<Readonly<Record<string, string>>>({});
  const [json, setJson] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    void askSession({ type: 'answer', ask: id, text: fields ? toAnswer(fields, filled) : json });
  };
  return (
    <form class="ask-fields" onSubmit={submit}>
      {fields ? (
        fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={filled[field.name] ?? ''}
            onValue={(value) => setFilled((before) => ({ ...before, [field.name]: value }))}
          />
        ))
      ) : (
        <JsonAnswer schema={schema} value={json} onValue={setJson} />
      )}
      <button type="submit" class="primary" disabled={!fields && json.trim() === ''}>
        Answer
      </button>
    </form>
  );
}

interface Filling {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Field({ field: { label, kind, options, isNeeded }, value, onValue }: Filling & { field: FormField }) {
  if (kind === 'text' || kind === 'number') {
    const shared = {
      required: isNeeded,
      value,
      onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onValue(currentTarget.value),
    };
    return kind === 'number' ? (
      <label>
        {label}
        <input type="number" step="any" {...shared} />
      </label>
    ) : (
      <label>
        {label}
        <input type="text" {...shared} />
      </label>
    );
  }
  return (
    <label>
      {label}
      <select required={isNeeded} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        <option value="">–</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

function JsonAnswer({ schema, value, onValue }: Filling & { schema: OpenAsk['schema'] }) {
  return (
    <>
      <textarea
        aria-label="Your answer, as JSON"
        placeholder="Your answer, as JSON"
        rows={3}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {schema ? (
        <details>
          <summary>The schema</summary>
          <pre>{JSON.stringify(schema, null, 2)}</pre>
        </details>
      ) : null}
    </>
  );
}
