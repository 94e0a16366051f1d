import type { ComponentChildren } from 'preact';

export interface Tab<T extends string> {
  readonly id: T;
  readonly title: string;
  readonly badge?: string;
  /** Something failed, or waits for a person. */
  readonly tone?: 'bad' | 'waits';
}

interface Props<T extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  readonly active: T;
  readonly onChoose: (tab: T) => void;
  readonly children?: ComponentChildren;
}

/** Tabs in a row; the arrow keys go along them. */
export function Tabs<T extends string>({ label, tabs, active, onChoose, children }: Props<T>) {
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const place = tabs.findIndex(({ id }) => id === active);
    const next = tabs[(place + step + tabs.length) % tabs.length];
    if (next) onChoose(next.id);
    const list = event.currentTarget as HTMLElement; // the list of tabs
    requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} class="tablist" onKeyDown={move}>
        {tabs.map(({ id, title, badge, tone }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-controls={`panel-${id}`}
            aria-selected={active === id}
            tabIndex={active === id ? 0 : -1}
            data-testid={`tab-${id}`}
            {...(tone === 'waits' ? { class: tone } : {})}
            onClick={() => onChoose(id)}
          >
            {title}
            {badge ? <span class={`badge ${tone ?? ''}`}>{badge}</span> : null}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

/** What a tab shows. */
export function TabPanel({
  id,
  children,
  class: own = '',
}: {
  id: string;
  children: ComponentChildren;
  class?: string;
}) {
  return (
    <div role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} class={`panel ${own}`} tabIndex={-1}>
      {children}
    </div>
  );
}
