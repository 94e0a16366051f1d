import { signal } from '@preact/signals';
import { parseRoute, type Route, toHash } from './route.ts';

/** Where the page was asked to be: by its address, or by what a person chose. */
export const route = signal<Route>({ page: 'home' });

/** Browsers refuse an address that changes too often, as it would while one drags the slider. */
const pauseMs = 200;
let timer: ReturnType<typeof setTimeout> | undefined;
let due: string | undefined;

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  if (due !== undefined && due !== location.hash) history.replaceState(null, '', due);
  due = undefined;
}

/** Keeps the address in step with what is shown, without another place to go back to. */
export function note(at: Route): void {
  due = toHash(at);
  timer ??= setTimeout(write, pauseMs);
}

/** Goes somewhere else in the place of where the page is. */
export function replaceRoute(next: Route): void {
  due = toHash(next);
  write();
  route.value = next;
}

/** Goes somewhere else; the browser's way back leads here. */
export function go(next: Route): void {
  // From the first look at the list one comes back to the list, however many runs are open by then.
  if (route.value.page === 'home') due = toHash({ page: 'runs' });
  write();
  const hash = toHash(next);
  if (hash !== location.hash) history.pushState(null, '', hash);
  route.value = next;
}

/** Follows the address from now on: the browser's back and forward, and what a person types into it. */
export function startRouting(): void {
  const follow = () => {
    // What was still to be written belongs to where the page was.
    clearTimeout(timer);
    timer = undefined;
    due = undefined;
    route.value = parseRoute(location.hash);
  };
  follow();
  window.addEventListener('popstate', follow);
}

/** Follows a link of the page within the page, unless it is to be opened elsewhere. */
export function followLink(event: MouseEvent, next: Route): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(next);
}
