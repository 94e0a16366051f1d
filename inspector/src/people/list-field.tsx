import { useState } from 'preact/hooks';
import { Icon } from '../parts/icons.tsx';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  /** The list as JSON; empty: there is none. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A list of texts, each with a way to take it out, and a line to add one with Enter. */
export function ListField({ id, name, describedBy, isWrong, text, onText }: Props) {
  const [next, setNext] = useState('');
  const items = itemsIn(text);
  const keep = (list: readonly string[]) => onText(JSON.stringify(list));
  const add = () => {
    if (next.trim() === '') return;
    keep([...items, next]);
    setNext('');
  };
  return (
    <div class="list-field">
      {items.map((item, place) => (
        <span key={place} class="list-item">
          <span>{item}</span>
          <button
            type="button"
            class="quiet"
            aria-label={`Take ${item} out of ${name}`}
            onClick={() => keep(items.toSpliced(place, 1))}
          >
            <Icon name="cancel" size={12} />
          </button>
        </span>
      ))}
      <input
        id={id}
        placeholder="add …"
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        value={next}
        onInput={({ currentTarget }) => setNext(currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && next.trim() !== '') {
            event.preventDefault();
            add();
          }
          if (event.key === 'Backspace' && next === '' && items.length > 0) keep(items.slice(0, -1));
        }}
      />
    </div>
  );
}

/** What the schema refuses may be here as well: then it is the one text that there is. */
function itemsIn(text: string): readonly string[] {
  if (text === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value)
      ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
      : [text];
  } catch {
    return [text];
  }
}
