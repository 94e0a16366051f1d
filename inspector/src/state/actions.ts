import { allFolds, collapsedOf, setCollapsed } from '../chart/chart-layout.ts';
import { showCoverage } from '../chart/coverage/show-coverage.ts';
import { focusFind } from '../chart/find-state.tsx';
import { isMapShown, mapOf, showGuards, showSteering, toggleWhole } from '../chart/map/map-look.ts';
import { fitChart, startAfresh, zoomChart } from '../chart/shown-drawing.ts';
import { chooseNext } from '../parts/actor-tree.tsx';
import { startEditing } from '../review/review-state.ts';
import { go } from '../routing/router.ts';
import { isShared } from '../share/inlined.ts';
import { askAgain, editAndTry, forkHere } from '../trying/tried-call.ts';
import { goLive, goUntil, holdOrGo, moveBy, stepMicro, stepOne } from './control.ts';
import { copyTest, exportLog, exportMermaid, exportSvg } from './exports.ts';
import {
  density,
  detailTabs,
  historyTabs,
  isFollowing,
  isPlaying,
  notify,
  openDialog,
  showDecision,
  showDetail,
  showErrors,
  showHistory,
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
  /** Whether it takes a server: a run in a file is only looked at. */
  readonly needsServer?: true;
  readonly run: () => void;
}

function toggleAllFolds(): void {
  const chart = session.value.chart.value;
  if (!chart) return;
  if (isMapShown(chart)) toggleWhole(chart);
  startAfresh();
  setCollapsed(chart, new Set(collapsedOf(chart).size > 0 ? [] : allFolds(chart)));
}

/** A chart with rooms: as a map, or whole. */
function toggleMap(): void {
  const chart = session.value.chart.value;
  if (!chart || !mapOf(chart)) return;
  startAfresh();
  toggleWhole(chart);
}

function mark(name: 'a' | 'b'): void {
  const { marks, at } = session.value;
  marks.value = { ...marks.value, [name]: at.value };
  showDetail('diff');
  notify(`Entry #${at.value} is mark ${name.toUpperCase()}.`);
}

function showOpenAsks(): void {
  if (session.value.control.value.waiting.length === 0) notify('Nothing waits for a person.');
  else showDecision();
}

/** At the end it begins again. */
function togglePlaying(): void {
  const { index, entries } = session.value;
  if (!isPlaying.value && index.value >= entries.length - 1) session.value.moveTo(0);
  isPlaying.value = !isPlaying.value;
}

function focusFilter(): void {
  showHistory('timeline');
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
  { id: 'fork', title: 'Fork here…', needsServer: true, run: forkHere },
  {
    id: 'edit',
    title: 'Edit and try: what is looked at, with another prompt, result or context…',
    keys: ['x'],
    shown: 'x',
    needsServer: true,
    run: () => editAndTry(),
  },
  {
    id: 'reask',
    title: 'Ask a call of a model again…',
    keys: ['a'],
    shown: 'a',
    needsServer: true,
    run: () => askAgain(),
  },
  { id: 'compare', title: 'Compare with another run…', needsServer: true, run: () => openDialog('compare') },
  { id: 'share', title: 'Share this run as a file…', needsServer: true, run: () => openDialog('share') },
  { id: 'runs', title: 'All runs', keys: ['r'], shown: 'r', needsServer: true, run: () => go({ page: 'runs' }) },
  { id: 'plan', title: 'Edit the plan…', needsControl: true, needsOrchestrator: true, run: startEditing },
  {
    id: 'steer',
    title: 'Send a message to the run…',
    needsControl: true,
    needsOrchestrator: true,
    run: () => openDialog('steer'),
  },
  { id: 'pause', title: 'Pause the run', needsControl: true, run: () => void askSession({ type: 'pause' }) },
  { id: 'resume', title: 'Resume the run', needsControl: true, run: () => void askSession({ type: 'resume' }) },
  {
    id: 'cancel',
    title: 'Cancel the run…',
    keys: ['c'],
    shown: 'c',
    needsControl: true,
    run: () => openDialog('cancel'),
  },
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
  { id: 'whole', title: 'Show the chart as a map or whole', run: toggleMap },
  { id: 'errors', title: 'Show errors as lines, on a map limits too', run: () => toggle(showErrors) },
  { id: 'guards', title: 'Show guards on the map', run: () => toggle(showGuards) },
  { id: 'steering', title: 'Show on the map what people may do at any time', run: () => toggle(showSteering) },
  { id: 'coverage', title: 'Show what the report of coverage never took', run: () => toggle(showCoverage) },
  {
    id: 'density',
    title: 'Compact or roomy chart',
    run: () => (density.value = density.value === 'compact' ? 'roomy' : 'compact'),
  },
  { id: 'mark-a', title: 'Mark this point as A', run: () => mark('a') },
  { id: 'mark-b', title: 'Mark this point as B', run: () => mark('b') },
  {
    id: 'find',
    title: 'Find a state of the chart',
    keys: ['/'],
    shown: '/',
    run: () => void (focusFind() || focusFilter()),
  },
  { id: 'filter', title: 'Filter the timeline', keys: ['e'], shown: 'e', run: focusFilter },
  ...historyTabs.map((tab) => ({
    id: `show-${tab}`,
    title: `Show ${tab}`,
    run: () => showHistory(tab),
  })),
  { id: 'show-decision', title: 'Show what the run waits for', keys: ['d'], shown: 'd', run: showOpenAsks },
  ...detailTabs.map((tab) => ({
    id: `show-${tab}`,
    title: `Show ${tab}`,
    run: () => showDetail(tab),
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
export const isFor = ({ needsOrchestrator, needsServer, needsControl }: Action): boolean =>
  (!needsOrchestrator || info.value?.chart === undefined) && !(isShared && (needsServer || needsControl));

/** Whether an action is offered here at all. */
export const isOffered = (id: string): boolean => actions.some((action) => action.id === id && isFor(action));

/** Whether there is such an action. */
export const hasAction = (id: string): boolean => actions.some((each) => each.id === id);

export function runAction(id: string): void {
  const action = actions.find((each) => each.id === id);
  if (!action) return;
  if (isShared && !isFor(action)) {
    notify('This is a copy of a run in a file: it can be looked at, and nothing in it can be changed.');
    return;
  }
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
