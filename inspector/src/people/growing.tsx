interface Props {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly hint?: string;
  readonly id?: string;
  readonly describedBy?: string;
  readonly isWrong?: boolean;
  readonly isDisabled?: boolean;
  /** Enter sends the form, and Shift with Enter begins a line. */
  readonly sendsOnEnter?: boolean;
}

/** A text of as many lines as it has. */
export function Growing({ label, text, onText, hint, id, describedBy, isWrong, isDisabled, sendsOnEnter }: Props) {
  return (
    <div class="growing" data-text={`${text}\n`}>
      <textarea
        {...(id === undefined ? { 'aria-label': label } : { id })}
        {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
        {...(isWrong ? { 'aria-invalid': true } : {})}
        rows={1}
        placeholder={hint ?? ''}
        disabled={isDisabled ?? false}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={(event) => {
          if (!sendsOnEnter || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </div>
  );
}
