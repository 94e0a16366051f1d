import { useId } from 'preact/hooks';
import { JsonEditor, problemOf } from '../editing/json-editor.tsx';
import { placeOf, readJson } from '../editing/json-text.ts';
import { Segments } from '../editing/segments.tsx';
import { type Misfit, misfitsOf } from './check-value.ts';
import { FieldRow } from './field-row.tsx';
import { type FormField, fieldsOf, textsOf, toValue } from './form-fields.ts';
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
  const read = readJson(json);
  if (!read.ok) return { ...common, isWrong: true };
  return { ...common, value: read.value, isWrong: misfitsOf(schema, read.value).length > 0 };
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
  const isReadable = typeof value === 'object' && value !== null && !Array.isArray(value);
  const toJson = () => onType({ [modeName]: 'json', [jsonName]: JSON.stringify(value, null, 2) });
  const toForm = () => {
    if (!isReadable) return;
    const read = Object.entries(textsOf(fields ?? [], value)).map(([name, text]) => [inForm(name), text]);
    onType({ [modeName]: 'form', ...Object.fromEntries(read) });
  };
  return (
    <div class="value-form">
      <div class="value-head">
        <h3>{title}</h3>
        {fields ? (
          <Segments
            label={`How to write: ${title}`}
            choices={[
              { id: 'form', title: 'Form' },
              { id: 'json', title: 'JSON' },
            ]}
            chosen={isJson ? 'json' : 'form'}
            onChoose={(mode) => (mode === 'json' ? toJson() : toForm())}
          />
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
  readonly misfits: readonly Misfit[];
  readonly onJson: (text: string) => void;
}

/** JSON, with the first thing that is wrong with it, and its place. */
function JsonText({ title, json, misfits, onJson }: JsonProps) {
  const id = useId();
  const [first, ...others] = misfits;
  const misfit = first && {
    problem: `${first.path === '' ? '' : `${first.path}: `}${first.message}${others.length > 0 ? ` And ${others.length} more.` : ''}`,
    place: placeOf(json, first.at),
  };
  const problem = json.trim() === '' ? undefined : (problemOf(readJson(json)) ?? misfit);
  return <JsonEditor id={id} label={`${title}, as JSON`} text={json} rows={16} onInput={onJson} problem={problem} />;
}

const Misfits = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.length === 0 ? null : (
    <ul class="problems">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
