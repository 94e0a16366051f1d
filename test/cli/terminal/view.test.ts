import type { Entry } from 'troupe';
import { expect, it } from 'vitest';
import { advance, noProgress } from '../../../src/cli/terminal/progress.ts';
import { textWidth } from '../../../src/cli/terminal/text-width.ts';
import { type Screen, view } from '../../../src/cli/terminal/view.ts';
import { completed, entries, failed, request, started, threeSteps } from '../entries.ts';

const start = 1_000_000;
const screen: Screen = { columns: 80, rows: 24, now: start + 4400, isColorful: false };
const show = (log: readonly Entry[], parts: Partial<Screen> = {}) =>
  view(log.reduce(advance, noProgress), { ...screen, ...parts });

const underWay = entries(
  request,
  ['status.changed', { status: 'executing' }],
  threeSteps,
  started('1'),
  started('2'),
  completed('1', 120),
  [
    'effect.completed',
    {
      key: 'r1/s2/ask#1.1',
      kind: 'ask',
      usage: { inputTokens: 3000, outputTokens: 120 },
      output: { toolCalls: [{ name: 'query_table' }] },
    },
    { actor: 'host/step-2#1' },
  ],
  ['effect.started', { key: 'r1/s2/tool#1.1.1', kind: 'useTool' }, { actor: 'host/step-2#1' }],
);

it('shows status, time, tokens, round and one line a step', () => {
  expect(show(underWay)).toEqual([
    '⠼ working  4.4s · 3,120 tokens · round 1 of 3',
    '',
    'Plan v1',
    ' ✓ 1 Load sales.csv     data    0.1s',
    ' ⠼ 2 Revenue by region  data    query_table',
    ' ○ 3 Write the report   writer  after 1, 2',
  ]);
});

it('is one line until there is a plan', () => {
  expect(show(entries(request, ['effect.started', { key: 't1/think#1', kind: 'think' }]))).toEqual([
    '⠼ thinking  4.4s',
  ]);
});

it('says below the status what the host looks up', () => {
  const toolCalls = [
    { id: '1', name: 'query_table', arguments: '{"file":"sales.csv"}' },
    { id: '2', name: 'list_files', arguments: '{}' },
  ];
  const log = entries(
    request,
    ['effect.started', { key: 't1/think#1', kind: 'think' }],
    ['effect.completed', { key: 't1/think#1', kind: 'think', output: { toolCalls } }],
    ['status.changed', { status: 'analyzing', state: 'lookingUp' }],
  );
  expect(show(log)).toEqual(['⠼ thinking  4.4s', '  Looking up: query_table {"file":"sales.csv"}, list_files']);
  expect(show(log, { columns: 30 })[1]).toHaveLength(29);
  expect(show([...log, ...entries(['status.changed', { status: 'analyzing', state: 'thinking' }])])).toHaveLength(1);
});

it('says why a call failed below the status', () => {
  const log = entries(
    request,
    ['status.changed', { status: 'analyzing' }],
    ['effect.failed', { key: 't1/think#1', kind: 'think', error: { message: 'The endpoint cannot be reached.' } }],
  );
  expect(show(log)[1]).toBe('  A call failed, trying again: The endpoint cannot be reached.');
});

it('says failed and blocked in words, with the reason', () => {
  const log = entries(request, threeSteps, started('1'), failed('1', 'no such column'), [
    'step.blocked',
    { id: '3', reason: 'It needs step 1, which has no result.' },
  ]);
  const lines = show(log, { columns: 100 });
  expect(lines).toContain(' ✗ 1 Load sales.csv     data    failed: no such column');
  expect(lines).toContain(' – 3 Write the report   writer  blocked: It needs step 1, which has no result.');
});

it('has nothing going on in it when the run was cancelled', () => {
  const lines = show([...underWay, ...entries(['status.changed', { status: 'cancelled' }, { at: 5000 }])]);
  expect(lines).toEqual([
    '✗ cancelled  5.0s · 3,120 tokens · round 1 of 3',
    '',
    'Plan v1',
    ' ✓ 1 Load sales.csv     data    0.1s',
    ' – 2 Revenue by region  data    stopped',
    ' – 3 Write the report   writer  not started',
  ]);
});

function longPlan(count: number, description: string): Entry[] {
  const steps = Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    description,
    assignedTo: 'data',
    dependencies: [],
    status: index < 10 ? 'completed' : 'pending',
  }));
  return entries(request, ['plan.created', { plan: { version: 1, steps } }], started('11'));
}

it.each([10, 39, 40, 60, 80, 120])('has no line wider than %i columns, in Chinese and English', (columns) => {
  const text = '按地区统计收入 and the revenue of every product, month by month, 然后写一份报告';
  for (const line of show(longPlan(12, text), { columns })) expect(textWidth(line)).toBeLessThanOrEqual(columns);
});

it('keeps the columns in line when descriptions are Chinese', () => {
  const lines = show(
    entries(request, [
      'plan.created',
      {
        plan: {
          version: 1,
          steps: ['按地区统计收入', 'Revenue by region'].map((description, index) => ({
            id: String(index + 1),
            description,
            assignedTo: 'data',
            dependencies: [],
            status: 'pending',
          })),
        },
      },
    ]),
  );
  const columnOf = (line = '') => textWidth(line.slice(0, line.indexOf('data')));
  expect(columnOf(lines[3])).toBe(columnOf(lines[4]));
});

it('shows the steps under way when the plan is longer than the screen', () => {
  const lines = show(longPlan(40, 'one of many'), { rows: 12 });
  expect(lines.length).toBeLessThan(12);
  expect(lines).toContain('   … 9 above');
  expect(lines.some((line) => line.includes('11 one of many  data  working'))).toBe(true);
  expect(lines.at(-1)).toMatch(/… \d+ below$/);
});

it('lets no control character through', () => {
  const steps = [
    {
      id: '1',
      description: 'a\u001b[2Jb\u0007\nc\u009bd\u202e',
      assignedTo: 'da\u0000ta',
      dependencies: [],
      status: 'pending',
    },
  ];
  const text = show(entries(request, ['plan.created', { plan: { version: 1, steps } }])).join('\n');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
});

it('uses colours only where they are welcome', () => {
  expect(show(underWay).join('')).not.toContain('\u001b');
  expect(show(underWay, { isColorful: true }).join('')).toContain('\u001b[32m✓');
});

it('turns the wheel with the time', () => {
  const wheels = [0, 100, 200].map((ms) => show(underWay, { now: start + ms })[0]?.[0]);
  expect(new Set(wheels).size).toBe(3);
});

it('shows conditions, several specialists, what was skipped and why, and a changed plan', () => {
  const steps = [
    { id: '1', description: 'Look', assignedTo: 'data', alongside: ['math'], dependencies: [], status: 'pending' },
    {
      id: '2',
      description: 'Warn',
      assignedTo: 'writer',
      dependencies: ['1'],
      when: 'step 1 contains "drop"',
      status: 'pending',
    },
    {
      id: '3',
      description: 'Praise',
      assignedTo: 'writer',
      dependencies: [],
      when: 'step 1 is good',
      status: 'pending',
    },
  ];
  const log = entries(
    request,
    ['status.changed', { status: 'executing' }],
    ['plan.updated', { plan: { version: 2, steps }, updates: [{ description: 'Step 3 is new.' }] }],
    started('1'),
    ['effect.started', { key: 's1#1@2/ask#1.1', kind: 'ask' }, { actor: 'host/step-1#1@2' }],
    ['step.skipped', { id: '3', reason: 'The condition is not met.' }],
  );
  expect(show(log, { columns: 100 }).slice(1)).toEqual([
    '',
    'Plan v2: Step 3 is new.',
    ' ⠼ 1 Look    data + math  math: working',
    ' ○ 2 Warn    writer       after 1, if step 1 contains "drop"',
    ' – 3 Praise  writer       skipped: The condition is not met.',
  ]);
  const deciding = [...log, ...entries(['effect.started', { key: 'when-2#1-1/decide#1', kind: 'decide' }])];
  expect(show(deciding, { columns: 100 })[4]).toContain('after 1, deciding if step 1 contains "drop"');
});

it('says that a run is paused, how to go on, and that it was resumed', () => {
  const paused = [...underWay, ...entries(['run.paused', {}])];
  expect(show(paused, { hasKeys: true })[0]).toBe('‖ paused, press p to resume  4.4s · 3,120 tokens · round 1 of 3');
  expect(show(paused)[0]).toMatch(/^‖ paused {2}4/);
  expect(show([...paused, ...entries(['run.resumed', {}])])[0]).toMatch(/^⠼ working/);
  expect(show([...underWay, ...entries(['run.restored', {}])])[0]).toMatch(/round 1 of 3 · resumed$/);
});
