import { useRef } from 'preact/hooks';
import { misfitsOf } from './check-value.ts';
import { FieldRow } from './field-row.tsx';
import { type FormField, fieldsOf, textsOf, toValue } from './form-fields.ts';
import { jsonMistake } from './json-mistake.ts';
import type { Typed } from './typed.ts';

type Schema = Readonly<Record<string, unknown>> | undefined;

/** What is filled in, as it would be sent. */
export interface Filled {
  readonly fields: readonly FormField[] | undefined;
  readonly isJson: boolean;
  readonly texts: Typed;
  readonly json: string;
  /** Absent while the JSON cannot be read. */
  readonly value?: unknown;
  /** Whether anything keeps it from being sent. */
  readonly isWrong: boolean;
}

/** Names that no field of a form can have. */
const modeName = '.mode';
const jsonName = '.json';
const inForm = (name: string) => `=${name}`;

/** Reads what was typed into a form: by its fields, or as JSON where there are none or a person likes that better. */
export function filledIn(schema: Schema, typed: Typed, before: unknown): Filled {
  const fields = before === undefined || typeof before === 'object' ? fieldsOf(schema) : undefined;
  const isJson = !fields || typed[modeName] === 'json';
  const own = (fields ?? []).map(({ name }) => [name, typed[inForm(name)]] as const);
  const texts = {
    ...textsOf(fields ?? [], before),
    ...Object.fromEntries(own.filter(([, text]) => text !== undefined)),
  };
  const json = typed[jsonName] ?? (before === undefined ? '' : JSON.stringify(before, null, 2));
  if (!isJson) {
    const value = toValue(fields, texts as Typed, before); // what is undefined was left out
    return { fields, isJson, texts: texts as Typed, json, value, isWrong: misfitsOf(schema, value).length > 0 };
  }
  const common = { fields, isJson, texts: texts as Typed, json };
  if (json.trim() === '' || jsonMistake(json)) return { ...common, isWrong: true };
  const value: unknown = JSON.parse(json);
  return { ...common, value, isWrong: misfitsOf(schema, value).length > 0 };
}

interface Props {
  readonly title: string;
  readonly schema: Schema;
  readonly filled: Filled;
  /** What it was before somebody changed it, where there was something. */
  readonly before?: unknown;
  readonly onType: (change: Typed) => void;
  /** Whether what is missing is said: not before anything was filled in. */
  readonly isChecked: boolean;
}

/** A value to be filled in or changed: a field for each of its parts, or JSON, with what is wrong where it is wrong. */
export function ValueForm({ title, schema, filled, before, onType, isChecked }: Props) {
  const { fields, isJson, texts, json, value } = filled;
  const misfits = isChecked && value !== undefined ? misfitsOf(schema, value) : [];
  const toJson = () => onType({ [modeName]: 'json', [jsonName]: JSON.stringify(value, null, 2) });
  const toForm = () => {
    const read = Object.entries(textsOf(fields ?? [], value)).map(([name, text]) => [inForm(name), text]);
    onType({ [modeName]: 'form', ...Object.fromEntries(read) });
  };
  const isReadable = typeof value === 'object' && value !== null && !Array.isArray(value);
  return (
    <div class="value-form">
      <div class="value-head">
        <h3>{title}</h3>
        {fields ? (
          // biome-ignore lint/a11y/useSemanticElements: two buttons of which one is pressed
          <span class="segments" role="group" aria-label={`How to write: ${title}`}>
            <button type="button" aria-pressed={!isJson} disabled={isJson && !isReadable} onClick={toForm}>
              Form
            </button>
            <button type="button" aria-pressed={isJson} onClick={toJson}>
              JSON
            </button>
          </span>
        ) : null}
      </div>
      {isJson ? (
        <JsonText title={title} json={json} misfits={misfits} onJson={(text) => onType({ [jsonName]: text })} />
      ) : (
        (fields ?? []).map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            text={texts[field.name] ?? ''}
            {...(before === undefined ? {} : { before: textsOf([field], before)[field.name] ?? '' })}
            misfits={misfits.filter((misfit) => misfit.field === field.name)}
            onText={(text) => onType({ [inForm(field.name)]: text })}
          />
        ))
      )}
      {isJson ? null : (
        <Misfits
          texts={misfits
            .filter(({ field }) => !fields?.some(({ name }) => name === field))
            .map(({ path, message }) => `${path} ${message}`)}
        />
      )}
      {isJson && schema ? (
        <details class="schema">
          <summary>The schema</summary>
          <pre>{JSON.stringify(schema, null, 2)}</pre>
        </details>
      ) : null}
    </div>
  );
}

interface JsonProps {
  readonly title: string;
  readonly json: string;
  readonly misfits: readonly { readonly path: string; readonly message: string }[];
  readonly onJson: (text: string) => void;
}

function JsonText({ title, json, misfits, onJson }: JsonProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const mistake = json.trim() === '' ? undefined : jsonMistake(json);
  const isWrong = mistake !== undefined || misfits.length > 0;
  const goTo = (offset: number) => {
    box.current?.focus();
    box.current?.setSelectionRange(offset, offset + 1);
  };
  return (
    <>
      <textarea
        ref={box}
        class="json-text"
        aria-label={`${title}, as JSON`}
        aria-invalid={isWrong}
        aria-describedby="json-problems"
        rows={Math.min(16, Math.max(4, json.split('\n').length))}
        spellcheck={false}
        value={json}
        onInput={({ currentTarget }) => onJson(currentTarget.value)}
      />
      <div id="json-problems" role="status">
        {mistake ? (
          <button type="button" class="link problem" onClick={() => goTo(mistake.offset)}>
            {`Line ${mistake.line}, column ${mistake.column}: ${mistake.message}.`}
          </button>
        ) : null}
        <Misfits texts={misfits.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))} />
      </div>
    </>
  );
}

const Misfits = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.length === 0 ? null : (
    <ul class="problems">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
