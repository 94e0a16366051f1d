import { useState } from 'preact/hooks';
import { Chips } from './chips.tsx';

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
      <Chips items={items} outOf={(item) => `Take ${item} out of ${name}`} onItems={keep} />
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
