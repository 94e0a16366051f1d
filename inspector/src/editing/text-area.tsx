interface Props {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly rows?: number;
  readonly onInput: (text: string) => void;
}

/** A text to be changed by hand, as high as it is long, up to a point. */
export function TextArea({ id, label, text, rows = 4, onInput }: Props) {
  return (
    <textarea
      id={id}
      data-testid={id}
      class="grown"
      aria-label={label}
      rows={rows}
      value={text}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  );
}
