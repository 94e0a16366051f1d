import { effect, signal } from '@preact/signals';
import { filter } from '../state/page-state.ts';
import { askSession, session } from '../state/store.ts';

const none: ReadonlySet<number> = new Set();

/** The entries that have the words of the filter where the page does not see them: in values that were cut on their way here. */
export const foundEntries = signal(none);

/** While one types, and while entries come, it is not asked again for each of them. */
const pauseMs = 250;

/** Looks for the words of the filter in the whole of the entries, whenever one of the two has changed. */
export function startSearching(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  let last = '';
  effect(() => {
    const text = filter.value.trim();
    const current = session.value;
    current.entryCount.value; // new entries are looked at too
    const asked = `${current.id} ${text}`;
    if (asked !== last) {
      clearTimeout(timer);
      isWaiting = false;
      foundEntries.value = none;
    }
    last = asked;
    if (text.length < 2 || isWaiting) return;
    isWaiting = true;
    timer = setTimeout(() => {
      isWaiting = false;
      void askSession({ type: 'search', text }).then((found) => {
        if (asked === last && Array.isArray(found)) foundEntries.value = new Set(found);
      });
    }, pauseMs);
  });
}
