import { isDeciding } from '../people/deciding.ts';
import { isPlanOpen, stage } from '../review/review-state.ts';
import { session } from '../state/store.ts';
import { rememberedSize } from './remembered-size.ts';
import { isSmall, screen, viewport } from './screen.ts';

/** What the parts of the page measure: the plan and the actors, the details, and what stands below the chart. */
export const leftWidth = rememberedSize('plan', () => (isSmall.value ? 216 : 264));
export const rightWidth = rememberedSize('details', () =>
  screen.value === 'tablet' ? 328 : isSmall.value ? 368 : 336,
);
export const lowerHeight = rememberedSize('below', () => (viewport.value.height < 760 ? 164 : 236));

/** How wide the right panel is when a person has to decide something; a plan has its room in the middle. */
const decisionWidth = () => (isPlanOpen.value && stage.value === 'plan' && session.value.isLive.value ? 400 : 480);

/** The right panel as it is now, never so wide that nothing is left for the chart. */
export function shownRightWidth(): number {
  const wanted = isDeciding.value ? Math.max(decisionWidth(), rightWidth.value) : rightWidth.value;
  return Math.min(wanted, Math.round(viewport.value.width * 0.5));
}
