import { computed, signal } from '@preact/signals';

/** How large the window is. */
export const viewport = signal({ width: innerWidth, height: innerHeight });
addEventListener('resize', () => {
  viewport.value = { width: innerWidth, height: innerHeight };
});

/** How the page is laid out: three columns, two with the plan at the right, or one with tabs below. */
export type Screen = 'desk' | 'tablet' | 'phone';
export const screen = computed<Screen>(() => {
  const { width } = viewport.value;
  return width < 900 ? 'phone' : width < 1180 ? 'tablet' : 'desk';
});

/** How high the rows of a list are: enough for a finger where the page is touched. */
export const rowHeight = (height: number) => (screen.value === 'phone' ? 44 : height);

/** Little room: the rows and columns are smaller. */
export const isSmall = computed(() => viewport.value.width < 1400 || viewport.value.height < 800);
