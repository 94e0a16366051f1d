import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Item {
  readonly title: string;
  readonly note?: string;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

interface Props {
  readonly label: string;
  readonly children: ComponentChildren;
  readonly items: readonly Item[];
  readonly class?: string;
  readonly testId?: string;
}

/** A button that opens a menu; the arrow keys go along it. */
export function Menu({ label, children, items, class: own = '', testId }: Props) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    box.current?.querySelector<HTMLElement>('[role="menuitem"]:not(:disabled)')?.focus();
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    window.addEventListener('pointerdown', leave);
    return () => window.removeEventListener('pointerdown', leave);
  }, [isOpen]);
  /** The button has the focus again: a dialog that an item opens gives it back to that. */
  const close = () => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  const key = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const list = [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [])];
    const place = list.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') list[(place + 1) % list.length]?.focus();
    else if (event.key === 'ArrowUp') list[(place - 1 + list.length) % list.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its button and items are what is used
    <div class={`menu ${own}`} ref={box} onKeyDown={key}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        {...(testId ? { 'data-testid': testId } : {})}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen ? <MenuList label={label} items={items} onClose={close} /> : null}
    </div>
  );
}

function MenuList({ label, items, onClose }: Pick<Props, 'label' | 'items'> & { readonly onClose: () => void }) {
  return (
    <div role="menu" aria-label={label} class="menu-list">
      {items.map(({ title, note, isDisabled, run }) => (
        <button
          key={title}
          type="button"
          role="menuitem"
          disabled={isDisabled === true}
          onClick={() => {
            onClose();
            run();
          }}
        >
          {title}
          {note ? <kbd>{note}</kbd> : null}
        </button>
      ))}
    </div>
  );
}
