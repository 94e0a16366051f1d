import { useId } from 'preact/hooks';
import type { Misfit } from './check-value.ts';
import type { FormField } from './form-fields.ts';
import { Growing } from './growing.tsx';
import { ListField } from './list-field.tsx';

interface Props {
  readonly field: FormField;
  readonly text: string;
  /** What it was before somebody changed it. */
  readonly before?: string;
  readonly misfits: readonly Misfit[];
  readonly onText: (text: string) => void;
}

/** One field of a form: its name, what may be written, and what was there before. */
export function FieldRow({ field, text, before, misfits, onText }: Props) {
  const id = useId();
  const { name, about, hint, kind, isNeeded } = field;
  const isChanged = before !== undefined && text !== before;
  const isWrong = misfits.length > 0;
  const described = `${id}-about`;
  const control = { id, describedBy: described, isWrong };
  return (
    <div class={`field-row ${isChanged ? 'changed' : ''}`}>
      <div class="field-name">
        <label for={id}>{name}</label>
        <span class="field-hint" id={described}>
          {hint}
          {isNeeded ? '' : ', optional'}
          {about === undefined ? null : <span class="field-about">{about}</span>}
        </span>
      </div>
      <div class="field-value">
        {kind === 'choice' || kind === 'boolean' ? (
          <select
            id={id}
            aria-describedby={described}
            aria-invalid={isWrong}
            value={text}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          >
            <option value="">–</option>
            {field.options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        ) : kind === 'list' ? (
          <ListField {...control} name={name} text={text} onText={onText} />
        ) : kind === 'number' ? (
          <input
            id={id}
            class="short"
            inputMode="decimal"
            aria-describedby={described}
            aria-invalid={isWrong}
            value={text}
            onInput={({ currentTarget }) => onText(currentTarget.value)}
          />
        ) : (
          <Growing {...control} label={name} text={text} onText={onText} />
        )}
        {isChanged ? (
          <span class="field-before">
            <s>{before === '' ? 'nothing' : before}</s>
            <button type="button" class="link" aria-label={`Put back ${name}`} onClick={() => onText(before)}>
              put back
            </button>
          </span>
        ) : null}
        {misfits.map(({ path, message }) => (
          <p key={path} class="problem">
            {path === name ? message : `${path}: ${message}`}
          </p>
        ))}
      </div>
    </div>
  );
}
