import { collapsedOf, mapFolds } from '../chart/chart-layout.ts';
import { fitChart, foldAll, zoomChart } from '../chart/shown-drawing.ts';
import { chooseNext } from '../parts/actor-tree.tsx';
import { goLive, goUntil, holdOrGo, moveBy, stepMicro, stepOne } from './control.ts';
import { copyTest, exportLog, exportMermaid, exportSvg } from './exports.ts';
import {
  density,
  isFollowing,
  isPlaying,
  lowerTab,
  lowerTabs,
  notify,
  openDialog,
  showErrors,
  upperTab,
  upperTabs,
} from './page-state.ts';
import { askSession, info, session } from './store.ts';
import { toggleTheme } from './theme.ts';

/** Something that a person can do here. */
export interface Action {
  readonly id: string;
  readonly title: string;
  readonly keys?: readonly string[];
  /** How the keys are written for a person. */
  readonly shown?: string;
  /** Whether it only makes sense while the session is live. */
  readonly needsControl?: true;
  /** Whether it is about what only an orchestrator has: a plan, messages, calls of models. */
  readonly needsOrchestrator?: true;
  readonly run: () => void;
}

function toggleAllFolds(): void {
  const chart = session.value.chart.value;
  if (chart) foldAll(chart, new Set(collapsedOf(chart).size > 0 ? [] : mapFolds(chart)));
}

function mark(name: 'a' | 'b'): void {
  const { marks, at } = session.value;
  marks.value = { ...marks.value, [name]: at.value };
  lowerTab.value = 'diff';
  notify(`Entry #${at.value} is mark ${name.toUpperCase()}.`);
}

/** At the end it begins again. */
function togglePlaying(): void {
  const { index, entries } = session.value;
  if (!isPlaying.value && index.value >= entries.length - 1) session.value.moveTo(0);
  isPlaying.value = !isPlaying.value;
}

export function cancelRun(): void {
  void askSession({ type: 'cancel' });
}

function focusFilter(): void {
  upperTab.value = 'timeline';
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('#filter')?.focus());
}

/** Everything that can be done, in the order of the command palette. */
export const actions: readonly Action[] = [
  { id: 'hold', title: 'Hold or continue', keys: [' '], shown: 'Space', needsControl: true, run: holdOrGo },
  { id: 'step', title: 'Step: one delivery', keys: ['s', 'F10'], shown: 's or F10', run: () => void stepOne() },
  { id: 'micro', title: 'Microstep', keys: ['m'], shown: 'm', run: () => void stepMicro() },
  {
    id: 'until-call',
    title: 'Run until the next model call',
    needsControl: true,
    needsOrchestrator: true,
    run: () => goUntil({ kind: 'call' }),
  },
  { id: 'until-state', title: 'Run until a state…', needsControl: true, run: () => openDialog('until-state') },
  { id: 'until-event', title: 'Run until an event…', needsControl: true, run: () => openDialog('until-event') },
  { id: 'back', title: 'Back one entry', keys: ['ArrowLeft'], shown: '←', run: () => moveBy(-1) },
  { id: 'forward', title: 'Forward one entry', keys: ['ArrowRight'], shown: '→', run: () => moveBy(1) },
  { id: 'back-10', title: 'Back ten entries', keys: ['Shift+ArrowLeft'], shown: 'Shift ←', run: () => moveBy(-10) },
  {
    id: 'forward-10',
    title: 'Forward ten entries',
    keys: ['Shift+ArrowRight'],
    shown: 'Shift →',
    run: () => moveBy(10),
  },
  { id: 'first', title: 'To the first entry', keys: ['Home'], shown: 'Home', run: () => session.value.moveTo(0) },
  {
    id: 'last',
    title: 'To the last entry',
    keys: ['End'],
    shown: 'End',
    run: () => session.value.moveTo(Number.MAX_SAFE_INTEGER),
  },
  { id: 'live', title: 'Live: follow what happens', keys: ['l'], shown: 'l', run: goLive },
  { id: 'play', title: 'Play or stop history', keys: ['p'], shown: 'p', run: togglePlaying },
  { id: 'fork', title: 'Fork here…', run: () => openDialog('fork') },
  {
    id: 'plan',
    title: 'Edit the plan…',
    needsControl: true,
    needsOrchestrator: true,
    run: () => openDialog('plan'),
  },
  {
    id: 'steer',
    title: 'Send a message to the run…',
    needsControl: true,
    needsOrchestrator: true,
    run: () => openDialog('steer'),
  },
  { id: 'pause', title: 'Pause the run', needsControl: true, run: () => void askSession({ type: 'pause' }) },
  { id: 'resume', title: 'Resume the run', needsControl: true, run: () => void askSession({ type: 'resume' }) },
  { id: 'cancel', title: 'Cancel the run', keys: ['c'], shown: 'c', needsControl: true, run: cancelRun },
  { id: 'break-state', title: 'Breakpoint on a state…', needsControl: true, run: () => openDialog('break-state') },
  { id: 'break-edge', title: 'Breakpoint on a transition…', needsControl: true, run: () => openDialog('break-edge') },
  { id: 'break-event', title: 'Breakpoint on an event…', needsControl: true, run: () => openDialog('break-event') },
  { id: 'previous-actor', title: 'Previous actor', keys: ['['], shown: '[', run: () => chooseNext(-1) },
  { id: 'next-actor', title: 'Next actor', keys: [']'], shown: ']', run: () => chooseNext(1) },
  {
    id: 'follow',
    title: 'Follow: the chart moves to the active state',
    keys: ['f'],
    shown: 'f',
    run: () => toggle(isFollowing),
  },
  { id: 'fit', title: 'Fit the chart', keys: ['0'], shown: '0', run: fitChart },
  { id: 'zoom-in', title: 'Zoom in', keys: ['+', '='], shown: '+', run: () => zoomChart(1.25) },
  { id: 'zoom-out', title: 'Zoom out', keys: ['-'], shown: '−', run: () => zoomChart(0.8) },
  { id: 'collapse', title: 'Collapse or expand all states', run: toggleAllFolds },
  { id: 'errors', title: 'Show errors as edges or as rows', run: () => toggle(showErrors) },
  {
    id: 'density',
    title: 'Compact or roomy chart',
    run: () => (density.value = density.value === 'compact' ? 'roomy' : 'compact'),
  },
  { id: 'mark-a', title: 'Mark this point as A', run: () => mark('a') },
  { id: 'mark-b', title: 'Mark this point as B', run: () => mark('b') },
  { id: 'filter', title: 'Filter the timeline', keys: ['/'], shown: '/', run: focusFilter },
  ...upperTabs.map((tab) => ({
    id: `show-${tab}`,
    title: `Show ${tab}`,
    run: () => {
      upperTab.value = tab;
    },
  })),
  ...lowerTabs.map((tab) => ({
    id: `show-${tab}`,
    title: `Show ${tab}`,
    run: () => {
      lowerTab.value = tab;
    },
  })),
  { id: 'export-svg', title: 'Export the chart as SVG', run: exportSvg },
  { id: 'export-mermaid', title: 'Export the chart as Mermaid', run: exportMermaid },
  { id: 'export-log', title: 'Export the log', run: () => void exportLog() },
  { id: 'copy-test', title: 'Copy as a test', needsOrchestrator: true, run: () => void copyTest() },
  { id: 'theme', title: 'Dark or light theme', keys: ['t'], shown: 't', run: toggleTheme },
  { id: 'help', title: 'Keys', keys: ['?'], shown: '?', run: () => openDialog('help') },
];

function toggle(signal: { value: boolean }): void {
  signal.value = !signal.value;
}

/** Whether an action makes sense for a session of this kind. */
export const isFor = ({ needsOrchestrator }: Action): boolean => !needsOrchestrator || info.value?.chart === undefined;

export function runAction(id: string): void {
  const action = actions.find((each) => each.id === id);
  if (!action) return;
  if (!isFor(action)) {
    notify(`This is a run of the chart ${info.value?.chart}: it has no plan and takes no messages, only events.`);
    return;
  }
  if (action.needsControl && !session.value.control.value.canControl) {
    notify('This session is over: nothing in it can be changed. Fork it to continue from here.');
    return;
  }
  action.run();
}
