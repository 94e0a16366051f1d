import { effect, untracked } from '@preact/signals';
import {
  detailTab,
  detailTabs,
  dialog,
  historyTabs,
  isCauseShown,
  showDetail,
  showHistory,
} from '../state/page-state.ts';
import { session } from '../state/store.ts';
import type { Route } from './route.ts';
import { note, route } from './router.ts';

/** Keeps the address in step with what the page shows of a run, and shows the tab that an address names. */
export function startAddress(): void {
  effect(() => {
    const at = route.value;
    dialog.value = undefined; // it was about what is left
    if (at.page === 'run')
      untracked(() => {
        isCauseShown.value = true;
        showTab(at.tab);
      });
  });
  effect(() => {
    const shown = shownRoute();
    untracked(() => {
      if (shown?.page === 'run' && route.value.page === 'run' && route.value.run === shown.run) note(shown);
    });
  });
}

/** The tab with which the page begins: no address names it. */
const usual = detailTab.value;

function showTab(tab: string | undefined): void {
  const detail = detailTabs.find((each) => each === tab);
  const history = historyTabs.find((each) => each === tab);
  if (detail) showDetail(detail);
  if (history) showHistory(history);
}

/** Where in a run the page is; nothing while it is not all here. */
function shownRoute(): Route | undefined {
  const current = session.value;
  if (current.id === '' || !current.isCurrent.value) return undefined;
  const actor = current.chosen.value === undefined ? undefined : current.actor.value?.path;
  const at = current.cursor.value;
  const tab = detailTab.value === usual ? undefined : detailTab.value;
  return {
    page: 'run',
    run: current.id,
    ...(at === undefined ? {} : { at }),
    ...(actor === undefined ? {} : { actor }),
    ...(tab === undefined ? {} : { tab }),
  };
}
