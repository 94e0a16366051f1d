import { Chips } from '../people/chips.tsx';

interface Props {
  readonly id: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  readonly chosen: readonly string[];
  readonly choices: readonly { readonly id: string; readonly title: string }[];
  readonly onChosen: (chosen: readonly string[]) => void;
}

/** Some of many: each that is chosen with a way to take it out, and a list to choose another from. */
export function ChosenOnes({ id, describedBy, isWrong, chosen, choices, onChosen }: Props) {
  return (
    <div class="list-field">
      <Chips items={chosen} outOf={(one) => `Take ${one} out`} onItems={onChosen} />
      <select
        id={id}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        value=""
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== '') onChosen([...chosen, currentTarget.value]);
          currentTarget.value = '';
        }}
      >
        <option value="">add …</option>
        {choices
          .filter((choice) => !chosen.includes(choice.id))
          .map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.title}
            </option>
          ))}
      </select>
    </div>
  );
}
