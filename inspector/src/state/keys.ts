import { actions, runAction } from './actions.ts';
import { dialog } from './page-state.ts';

const byKey = new Map(actions.flatMap(({ id, keys = [] }) => keys.map((key) => [key, id] as const)));

/** Whether the key belongs to what has the focus. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement || target instanceof SVGElement)) return false;
  if (target.closest('textarea, select, [contenteditable]')) return true;
  const input = target.closest('input');
  if (input) return input.type !== 'range' || ['Home', 'End'].includes(key);
  const isPressed = key === ' ' || key === 'Enter';
  return isPressed && target.closest('button, [role="button"], a, summary') !== null;
}

/** The keys of the page. */
export function listenToKeys(): void {
  window.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      dialog.value = dialog.value === 'palette' ? undefined : 'palette';
      return;
    }
    const input = event.target instanceof HTMLInputElement && event.target.id === 'filter' ? event.target : undefined;
    if (input && event.key === 'Escape') input.blur();
    if (dialog.value !== undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTaken(event)) return;
    const isArrow = event.key.startsWith('Arrow');
    const id = byKey.get(event.shiftKey && isArrow ? `Shift+${event.key}` : event.key);
    if (id === undefined) return;
    event.preventDefault();
    runAction(id);
  });
}
