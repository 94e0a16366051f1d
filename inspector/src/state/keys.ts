import { route } from '../routing/router.ts';
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

/** The action that a key stands for, where it is pressed. */
function actionOf(event: KeyboardEvent): string | undefined {
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  if (dialog.value !== undefined || isOther || isTaken(event)) return undefined;
  const isArrow = event.key.startsWith('Arrow');
  return byKey.get(event.shiftKey && isArrow ? `Shift+${event.key}` : event.key);
}

/** On the list of runs, `/` leads to its search; what is done with a run is not offered there. */
function searchRuns(event: KeyboardEvent): void {
  if (event.key !== '/' || isTaken(event)) return;
  event.preventDefault();
  document.querySelector<HTMLInputElement>('#run-search')?.focus();
}

/** The keys of the page. */
export function listenToKeys(): void {
  window.addEventListener('keydown', (event) => {
    if (route.value.page !== 'run') {
      searchRuns(event);
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      dialog.value = dialog.value === 'palette' ? undefined : 'palette';
      return;
    }
    const { target } = event;
    if (event.key === 'Escape' && target instanceof HTMLInputElement && target.id === 'filter')
      document.querySelector<HTMLElement>('[data-testid="timeline"]')?.focus();
    const id = actionOf(event);
    if (id === undefined) return;
    event.preventDefault();
    runAction(id);
  });
}
