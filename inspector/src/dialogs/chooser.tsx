import { useMemo, useState } from 'preact/hooks';
import { closeDialog, Modal } from './modal.tsx';

export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

interface Props {
  readonly title: string;
  readonly testId: string;
  readonly choices: readonly Choice[];
  /** Takes what was typed when nothing in the list is it. */
  readonly onText?: (text: string) => void;
}

const most = 200;

/** A list to choose from by typing, with the arrow keys or by pointer. */
export function Chooser({ title, testId, choices, onText }: Props) {
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const found = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return choices.filter((each) => words.every((word) => each.title.toLowerCase().includes(word))).slice(0, most);
  }, [text, choices]);
  const take = (choice: Choice | undefined) => {
    if (choice?.isDisabled) return;
    if (!choice && !(onText && text)) return;
    closeDialog();
    if (choice) choice.run();
    else onText?.(text);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setPlace(Math.max(0, place - 1));
    else if (event.key === 'Enter') take(found[place]);
    else return;
    event.preventDefault();
    const next = event.key === 'ArrowDown' ? place + 1 : place - 1;
    document.getElementById(`choice-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Modal title={title} testId={testId} class="chooser" hasHeader={false}>
      <input
        class="chooser-input"
        placeholder={title}
        aria-label={title}
        role="combobox"
        aria-expanded="true"
        aria-controls="choices"
        aria-activedescendant={found.length > 0 ? `choice-${place}` : undefined}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={key}
      />
      <div id="choices" role="listbox" aria-label={title} class="choices">
        {found.map((choice, index) => (
          <ChoiceRow
            key={choice.id}
            choice={choice}
            index={index}
            isAt={index === place}
            onPoint={() => setPlace(index)}
            onTake={() => take(choice)}
          />
        ))}
        {found.length === 0 ? <NoMatch text={onText ? text : ''} /> : null}
      </div>
    </Modal>
  );
}

interface RowProps {
  readonly choice: Choice;
  readonly index: number;
  readonly isAt: boolean;
  readonly onPoint: () => void;
  readonly onTake: () => void;
}

function ChoiceRow({ choice, index, isAt, onPoint, onTake }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and names the choice
    <div
      id={`choice-${index}`}
      role="option"
      aria-selected={isAt}
      aria-disabled={choice.isDisabled === true}
      class={isAt ? 'choice at' : 'choice'}
      onPointerMove={onPoint}
      onClick={onTake}
    >
      <span>{choice.title}</span>
      {choice.note ? <kbd>{choice.note}</kbd> : null}
    </div>
  );
}

/** Nothing in the list matches; a text can be used as it is. */
function NoMatch({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: it only says that there is nothing
    <div role="option" aria-selected="false" aria-disabled="true" class="choice">
      {text ? `Press Enter to use “${text}”` : 'No match'}
    </div>
  );
}
