import {
  conversationMachine,
  deciderMachine,
  hostMachine,
  plannerMachine,
  reflectorMachine,
  specialistMachine,
  toolCallsMachine,
} from 'troupe/machines';
import { createMachine } from 'xstate';
import { loadElk } from '../../../src/cli/charts/load-elk.ts';
import type { ChartOptions, Drawing } from '../../../src/inspect/chart/drawing.ts';
import { layoutChart } from '../../../src/inspect/chart/layout.ts';
import type { Chart, ChartNode } from '../../../src/inspect/protocol.ts';
import { toChart } from '../../../src/inspect/sessions/to-chart.ts';

/** Nested, parallel and history states, all kinds of transitions, one with two targets, and names in two scripts. */
const lightMachine = createMachine({
  id: 'light',
  initial: 'working',
  on: { 'power.lost': '.broken', 'lamp.tested': { actions: 'blink' } },
  states: {
    working: {
      initial: 'red',
      on: { 'fault.found': 'broken', 'all.reset': ['.red'] },
      states: {
        red: { after: { 3000: 'green' }, on: { 'button.pressed': { target: 'red', reenter: true } } },
        green: {
          type: 'parallel',
          states: {
            lamp: {
              initial: 'on',
              states: { on: { after: { 500: 'off' } }, off: { always: { guard: 'isNight', target: 'on' } } },
            },
            行人: {
              initial: 'walking',
              states: {
                walking: { on: { 'time.passed': [{ guard: 'isLate', target: 'waiting' }, { target: 'gone' }] } },
                waiting: { on: { 'time.passed': 'gone' } },
                gone: { type: 'final' },
              },
            },
          },
          onDone: 'yellow',
        },
        yellow: {
          invoke: { id: 'sensor', src: 'sensor', onDone: 'red', onError: { target: '#light.broken' } },
        },
        back: { type: 'history' },
      },
    },
    broken: {
      on: {
        'repair.done': 'working.back',
        'night.begun': { target: ['working.green.lamp.off', 'working.green.行人.waiting'] },
        'light.removed': 'removed',
      },
    },
    removed: { type: 'final' },
  },
});

export const lightChart = toChart(lightMachine);

/** Every chart that is drawn here, by name. */
export const charts: readonly (readonly [name: string, chart: Chart])[] = [
  ...[
    hostMachine,
    plannerMachine,
    deciderMachine,
    specialistMachine,
    reflectorMachine,
    toolCallsMachine,
    conversationMachine,
  ].map((machine) => [machine.id, toChart(machine)] as const),
  ['light', lightChart],
];

export const compact: ChartOptions = { collapsed: new Set(), showErrors: false, density: 'compact' };

const elk = loadElk();

export function draw(chart: Chart, options: Partial<ChartOptions> = {}): Promise<Drawing> {
  return layoutChart(chart, { ...compact, ...options }, elk);
}

export const allStates = (node: ChartNode): ChartNode[] => [node, ...node.states.flatMap(allStates)];
