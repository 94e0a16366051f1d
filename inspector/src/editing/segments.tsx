interface Props<T extends string> {
  readonly label: string;
  readonly choices: readonly { readonly id: T; readonly title: string }[];
  readonly chosen: T;
  readonly onChoose: (id: T) => void;
}

/** A few buttons in one frame, of which one is pressed. */
export function Segments<T extends string>({ label, choices, chosen, onChoose }: Props<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a few buttons in a row
    <div class="segments" role="group" aria-label={label}>
      {choices.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          data-testid={`choose-${id}`}
          onClick={() => onChoose(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
