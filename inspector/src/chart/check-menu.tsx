import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icons.tsx';

interface Props {
  readonly label: string;
  readonly testId: string;
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly isOn: boolean;
    readonly run: () => void;
  }[];
  /** Something to do, after what can be switched. */
  readonly last: { readonly title: string; readonly run: () => void };
}

/** A menu of things that are on or off; it stays open while they are switched. */
export function CheckMenu({ label, testId, items, last }: Props) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const all = () => [...(box.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  useEffect(() => {
    if (!isOpen) return;
    all()[0]?.focus();
    const close = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    window.addEventListener('pointerdown', close);
    return () => window.removeEventListener('pointerdown', close);
  }, [isOpen]);
  const key = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const list = all();
    const place = list.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') list[(place + 1) % list.length]?.focus();
    else if (event.key === 'ArrowUp') list[(place - 1 + list.length) % list.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      setOpen(false);
      box.current?.querySelector('button')?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its button and items are what is used
    <div class="menu" ref={box} onKeyDown={key}>
      <button
        type="button"
        class="tool"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-testid={testId}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <Icon name="down" size={12} />
      </button>
      {isOpen ? (
        <div role="menu" aria-label={label} class="menu-list">
          {items.map(({ id, title, isOn, run }) => (
            <button
              key={id}
              type="button"
              role="menuitemcheckbox"
              aria-checked={isOn}
              data-testid={`show-${id}`}
              onClick={run}
            >
              <span class="check">{isOn ? <Icon name="done" size={12} /> : null}</span>
              {title}
            </button>
          ))}
          <button
            type="button"
            role="menuitem"
            onClick={() => {
              setOpen(false);
              last.run();
            }}
          >
            <span class="check" />
            {last.title}
          </button>
        </div>
      ) : null}
    </div>
  );
}
