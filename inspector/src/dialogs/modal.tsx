import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icons.tsx';
import { dialog } from '../state/page-state.ts';

interface Props {
  readonly title: string;
  readonly testId: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly hasHeader?: boolean;
  /** What is written in it is not lost to a click beside it. */
  readonly isKept?: boolean;
}

export function closeDialog(): void {
  dialog.value = undefined;
}

/** A dialog over the page: the browser keeps the focus inside and closes it with Escape. */
export function Modal({ title, testId, children, class: own = '', hasHeader = true, isKept = false }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const own = element.current;
    own?.showModal();
    // The browser gives the focus back to what had it before.
    return () => own?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; by key, Escape does
    <dialog
      ref={element}
      class={`modal ${own}`}
      aria-label={title}
      data-testid={testId}
      onClose={({ currentTarget }) => currentTarget.isConnected && closeDialog()}
      onClick={({ target }) => target === element.current && !isKept && closeDialog()}
    >
      <div class="modal-body">
        {hasHeader ? (
          <header>
            <h2>{title}</h2>
            <button type="button" class="quiet" aria-label="Close" onClick={closeDialog}>
              <Icon name="cancel" />
            </button>
          </header>
        ) : null}
        {children}
      </div>
    </dialog>
  );
}
