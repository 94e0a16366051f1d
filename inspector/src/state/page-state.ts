import { effect, signal } from '@preact/signals';

/** What stands open over the page. */
export type DialogName =
  | 'help'
  | 'palette'
  | 'fork'
  | 'plan'
  | 'steer'
  | 'until-state'
  | 'until-event'
  | 'break-state'
  | 'break-event'
  | 'break-edge';

/** The tabs at the right, in their order; `parts/right.tsx` says what each shows. */
export const upperTabs = ['timeline', 'sequence', 'tokens'] as const;
export const lowerTabs = ['state', 'event', 'diff', 'prompt', 'send'] as const;
export type UpperTab = (typeof upperTabs)[number];
export type LowerTab = (typeof lowerTabs)[number];

export const dialog = signal<DialogName | undefined>(undefined);
export const notice = signal<{ readonly text: string; readonly isError: boolean } | undefined>(undefined);
export const upperTab = signal<UpperTab>('timeline');
export const lowerTab = signal<LowerTab>('state');
export const isFollowing = signal(localStorage.getItem('troupe.follow') === 'yes');
export const showErrors = signal(localStorage.getItem('troupe.errors') === 'yes');
export const density = signal<'compact' | 'roomy'>(
  localStorage.getItem('troupe.density') === 'roomy' ? 'roomy' : 'compact',
);
export const filter = signal('');
/** The event that the form for sending begins with. */
export const sendType = signal('');
export const isPlaying = signal(false);
export const playSpeed = signal(5);

export function openDialog(name: DialogName): void {
  dialog.value = name;
}

let noticeTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a short note for a few seconds. */
export function notify(text: string, isError = false): void {
  notice.value = { text, isError };
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(
    () => {
      notice.value = undefined;
    },
    isError ? 8000 : 3500,
  );
}

/** Keeps in the browser how the chart is looked at. */
export function rememberLook(): void {
  for (const [key, value] of [
    ['troupe.follow', isFollowing],
    ['troupe.errors', showErrors],
  ] as const) {
    effect(() => localStorage.setItem(key, value.value ? 'yes' : 'no'));
  }
  effect(() => localStorage.setItem('troupe.density', density.value));
}
