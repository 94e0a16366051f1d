import { effect, signal } from '@preact/signals';
import { remember, remembered } from './remembered.ts';

/** What stands open over the page. */
export type DialogName =
  | 'help'
  | 'palette'
  | 'fork'
  | 'edit'
  | 'reask'
  | 'compare'
  | 'answer'
  | 'cancel'
  | 'share'
  | 'steer'
  | 'until-state'
  | 'until-event'
  | 'break-state'
  | 'break-event'
  | 'break-edge';

/** The tabs below the chart, in their order; `parts/lower.tsx` says what each shows. */
export const historyTabs = ['gantt', 'timeline', 'sequence', 'tokens'] as const;
export type HistoryTab = (typeof historyTabs)[number];

/** The tabs at the right, in their order; `parts/right.tsx` says what each shows. */
export const detailTabs = ['step', 'prompt', 'state', 'event', 'diff', 'send'] as const;
export type DetailTab = (typeof detailTabs)[number];

/** The tabs at the left; where there is no room for a left column they come first at the right. */
export type SideTab = 'plan' | 'agents' | 'actors';

/** The tabs at the bottom of a small screen, of which one is the whole page. */
export const phoneTabs = ['run', 'map', 'plan', 'gantt', 'log'] as const;
export type PhoneTab = (typeof phoneTabs)[number];

export const dialog = signal<DialogName | undefined>(undefined);
export const notice = signal<{ readonly text: string; readonly isError: boolean } | undefined>(undefined);
export const historyTab = signal<HistoryTab>(historyTabs.find((each) => each === remembered('history')) ?? 'gantt');
export const detailTab = signal<DetailTab>('state');
/** What the person chose at the left; undefined: what the run has to show first. */
export const chosenSide = signal<SideTab | undefined>(undefined);
/** Whether the right panel shows what people are asked; it does only while they are. */
export const isDecisionShown = signal(false);
/** Whether the right panel shows why the run failed; it does only when it has. */
export const isCauseShown = signal(true);
/** Where there is no left column: whether the right panel shows what would stand there. */
export const isSideAtRight = signal(true);
export const phoneTab = signal<PhoneTab>('map');

/** Shows one of the tabs with details, wherever they stand. */
export function showDetail(tab: DetailTab): void {
  detailTab.value = tab;
  isDecisionShown.value = false;
  isCauseShown.value = false;
  isSideAtRight.value = false;
  phoneTab.value = 'run';
}

/** Shows the step that was just chosen, where the details stand beside it; what people are asked stays. */
export function showStep(): void {
  detailTab.value = 'step';
  isCauseShown.value = false;
}

/** Shows why the run failed, wherever that stands. */
export function showCause(): void {
  isCauseShown.value = true;
  isDecisionShown.value = false;
  isSideAtRight.value = false;
  phoneTab.value = 'run';
}

/** Shows what people are asked, wherever that stands. */
export function showDecision(): void {
  isDecisionShown.value = true;
  phoneTab.value = 'run';
}

/** Shows one of the tabs with what happened, wherever they stand. */
export function showHistory(tab: HistoryTab): void {
  historyTab.value = tab;
  phoneTab.value = tab === 'gantt' ? 'gantt' : 'log';
}

/** Whether the camera goes along with the run; a person who moves it switches that off. */
export const isFollowing = signal(true);
export const showErrors = signal(remembered('errors') === 'yes');
export const density = signal<'compact' | 'roomy'>(remembered('density') === 'roomy' ? 'roomy' : 'compact');
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

/** Keeps in the browser how runs are looked at. */
export function rememberLook(): void {
  effect(() => remember('errors', showErrors.value ? 'yes' : 'no'));
  effect(() => remember('density', density.value));
  effect(() => remember('history', historyTab.value));
}
