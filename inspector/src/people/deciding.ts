import { computed, effect, untracked } from '@preact/signals';
import { isEditingFreely } from '../review/review-state.ts';
import { isDecisionShown, showDecision } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { leftAsks } from './left-asks.ts';

/** What the run asks people now, wherever in it the page looks. */
export const openAsks = computed(() => session.value.control.value.waiting);

/** Whether somebody has to decide something, or has typed what was not needed any more: then the first tab at the right is the decision. */
export const isDeciding = computed(
  () => openAsks.value.length > 0 || leftAsks.value.length > 0 || isEditingFreely.value,
);

/** Whether the page shows what happens now, and that is that a person is waited for. */
const isWaitingNow = computed(() => isDeciding.value && session.value.isLive.value);

/** Shows the decision when something begins to wait, and the details when an earlier moment is looked at. */
export function startDeciding(): void {
  effect(() => {
    const isNow = isWaitingNow.value;
    untracked(() => {
      if (!isNow) isDecisionShown.value = false;
      else if (!isTyping()) showDecision();
    });
  });
}

/** Nothing is taken away from under the hands of a person who types. */
const isTyping = () => document.activeElement?.closest('input:not([type="range"]), textarea, select') != null;
