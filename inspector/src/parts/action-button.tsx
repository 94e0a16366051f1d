import { isOffered, runAction } from '../state/actions.ts';
import { Icon, type IconName } from './icons.tsx';

interface Props {
  readonly icon: IconName;
  readonly label: string;
  readonly title?: string;
  readonly testId: string;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  readonly hasText?: boolean;
  /** The id of what it does. */
  readonly action: string;
}

/** A button for one of the actions. */
export function ActionButton({ icon, label, title, testId, isDisabled, isPressed, hasText, action }: Props) {
  if (!isOffered(action)) return null;
  return (
    <button
      type="button"
      data-testid={testId}
      aria-label={label}
      title={title ?? label}
      disabled={isDisabled === true}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      onClick={() => runAction(action)}
    >
      <Icon name={icon} />
      {hasText ? <span class="button-text">{label}</span> : null}
    </button>
  );
}
