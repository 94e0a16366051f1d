import { describe, expect, it } from 'vitest';
import { barFacts } from '../../inspector/src/gantt/bar-words.ts';
import { drawnRow } from '../../inspector/src/gantt/drawn-row.ts';
import { estimatesOf } from '../../inspector/src/gantt/estimates.ts';
import { GanttHistory } from '../../inspector/src/gantt/gantt-history.ts';
import { criticalPath, slackOf, toneOf, workedMs } from '../../inspector/src/gantt/read-gantt.ts';
import { fitTo, ticksOf, timeText, xOf, zoomed } from '../../inspector/src/gantt/time-axis.ts';
import type { TimelineEntry } from '../../src/inspect/protocol.ts';
import { planStep } from '../../src/plan/plan-markdown.ts';

const facts =
  /^(request|plan\.reviewed|effect\.(completed|failed)|timer|approval\.given|chart|event\.received|run\.cancelled)/;
const started = Date.parse('2026-01-01T00:00:00.000Z');

/** A log from lines of a second, an actor, a type and data. */
function ganttOf(lines: readonly (readonly [number, string, string, object?])[]): GanttHistory {
  const gantt = new GanttHistory();
  for (const [place, [second, actor, type, data = {}]] of lines.entries()) {
    const kind = facts.test(type) ? 'fact' : 'move';
    const at = new Date(started + second * 1000).toISOString();
    gantt.push({ seq: place + 1, at, kind, type, actor, data: { ...data } } satisfies TimelineEntry);
  }
  return gantt;
}

const call = (key: string, kind = 'ask') => ({ key, kind });
const step = (id: string, dependencies: string[] = []) => ({
  id,
  description: `do ${id}`,
  dependencies,
  status: 'pending',
});
const plan = { version: 1, title: '', steps: [step('1'), step('2'), step('3'), step('4', ['1', '2'])] };

/** Think, plan and review; steps 1, 2 and 3 side by side, of which 2 asks a person and tries again; then 4; then the answer. */
const run = ganttOf([
  [0, 'host', 'request.received'],
  [0, 'host', 'effect.started', call('t1/think#1', 'think')],
  [
    3,
    'host',
    'effect.completed',
    { ...call('t1/think#1', 'think'), firstMs: 1000, usage: { inputTokens: 1200, outputTokens: 30, costUsd: 0.02 } },
  ],
  [3, 'host', 'plan.created', { plan }],
  [3, 'host', 'approval.requested', { id: 'review', kind: 'plan-review', version: 1 }],
  [8, 'host', 'plan.reviewed', { id: 'review', verdict: 'approved' }],
  ...(['1', '2', '3'] as const).flatMap((id) => [
    [8, 'host', 'step.started', { id, actor: `host/step-${id}#1` }] as const,
    [8, `host/step-${id}#1`, 'effect.started', call(`s${id}#1/ask#1.1`)] as const,
  ]),
  [10, 'host/step-1#1', 'effect.completed', call('s1#1/ask#1.1')],
  [10, 'host', 'step.completed', { id: '1', results: [] }],
  [11, 'host/step-2#1', 'effect.failed', { ...call('s2#1/ask#1.1'), error: { message: 'busy' } }],
  [11, 'host/step-2#1', 'effect.started', call('s2#1/wait#1', 'wait')],
  [12, 'host/step-2#1', 'timer.fired', call('s2#1/wait#1', 'wait')],
  [12, 'host/step-2#1', 'effect.started', call('s2#1/ask#2.1')],
  [14, 'host/step-3#1', 'effect.completed', call('s3#1/ask#1.1')],
  [14, 'host', 'step.completed', { id: '3', results: [] }],
  [15, 'host/step-2#1', 'effect.completed', call('s2#1/ask#2.1')],
  [
    15,
    'host/step-2#1',
    'approval.requested',
    { id: 's2#1/tool#2.1.1', kind: 'approval', question: 'May it?', step: '2' },
  ],
  [15, 'host/step-2#1', 'effect.started', call('s2#1/tool#2.1.1/deadline', 'wait')],
  [20, 'host/step-2#1', 'approval.given', { id: 's2#1/tool#2.1.1' }],
  [20, 'host/step-2#1', 'effect.started', call('s2#1/tool#2.1.1/2', 'useTool')],
  [21, 'host/step-2#1', 'effect.completed', { ...call('s2#1/tool#2.1.1/2', 'useTool'), output: { tool: 'mail' } }],
  [21, 'host', 'step.completed', { id: '2', results: [] }],
  [21, 'host', 'step.started', { id: '4', actor: 'host/step-4#1' }],
  [21, 'host/step-4#1', 'effect.started', call('s4#1/ask#1.1')],
  [26, 'host/step-4#1', 'effect.completed', call('s4#1/ask#1.1')],
  [26, 'host', 'step.completed', { id: '4', results: [] }],
  [26, 'host/reflector', 'effect.started', call('r1/reflect#1', 'reflect')],
  [30, 'host/reflector', 'effect.completed', call('r1/reflect#1', 'reflect')],
  [30, 'host', 'status.changed', { status: 'completed', state: 'completed' }],
]);
const rowOf = (id: string) => run.rows.find((row) => row.id === id) ?? expect.fail(`There is no row ${id}.`);
const end = { seq: 100, at: run.end };
const since = (at: number | undefined) => (at === undefined ? undefined : (at - started) / 1000);

describe('the rows of a run', () => {
  it('are the host, with all that no step does, and one for each step', () => {
    expect(run.rows.map(({ label }) => label)).toEqual(['Host', '1 do 1', '2 do 2', '3 do 3', '4 do 4']);
    const names = (id: string) => rowOf(id).bars.map(({ name, kind }) => `${kind}: ${name}`);
    expect(names('host')).toEqual(['model: think', 'person: plan v1', 'model: reflect']);
    expect(names('step 2')).toEqual([
      'model: ask',
      'retry: waits to try again',
      'model: ask',
      'person: May it?',
      'tool: mail',
    ]);
  });

  it('say how long they have worked, at every entry', () => {
    expect(workedMs(rowOf('host'), end)).toBe(12_000);
    expect(workedMs(rowOf('step 2'), end)).toBe(13_000);
    expect(workedMs(rowOf('step 2'), { seq: 16, at: started + 11_000 })).toBe(3000);
    expect(workedMs(rowOf('step 4'), { seq: 16, at: started + 11_000 })).toBe(0);
  });

  it('have what failed in red from the entry on that says so, and what is under way in blue', () => {
    const [first, , second] = rowOf('step 2').bars;
    const tone = (seq: number) => first && toneOf(first, { seq, at: 0 });
    expect([tone(10), tone(14), tone(15)]).toEqual(['run', 'run', 'fail']);
    expect(second && toneOf(second, { seq: 20, at: 0 })).toBe('run');
    expect(second && toneOf(second, end)).toBe('done');
  });

  it('have the critical path along what was waited for: through the person of step 2, not through steps 1 and 3', () => {
    const path = criticalPath(run, run.end).map(({ row, from, to }) => `${row.label} ${since(from)}-${since(to)}`);
    expect(path).toEqual(['Host 0-8', '2 do 2 8-21', '4 do 4 21-26', 'Host 26-30']);
  });

  it('have slack where nobody waited for a step yet', () => {
    const slack = (id: string) => rowOf(id).spans.map(slackOf);
    expect([slack('step 1'), slack('step 2'), slack('step 3')]).toEqual([[11_000], [undefined], [12_000]]);
  });

  it('tell tokens, cost and when the first word came', () => {
    const [think] = rowOf('host').bars;
    expect(think && barFacts(think, run.end)).toEqual({
      title: 'think',
      facts: [
        ['took', '3.00 s'],
        ['first word after', '1.00 s'],
        ['tokens', '1,200 in, 30 out'],
        ['cost', '$0.020'],
        ['entries', '#2 to #3'],
      ],
    });
  });

  it('are a few paths however many bars they have, split where the cursor stands', () => {
    const scale = { from: 0, to: 30_000, width: 300 };
    const look = { height: 24, barTop: 5, barHeight: 14 };
    const cursor = { seq: 23, at: started + 18_000 };
    const { before, later, words } = drawnRow(rowOf('step 2'), 0, {
      scale,
      look,
      cursor,
      start: started,
      now: run.end,
    });
    expect([...before.keys()]).toEqual(['solid fail', 'retry', 'solid run', 'person']);
    expect(before.get('person')).toBe('M150 5H180v14H150z');
    expect(later.get('person')).toBe('M180 5H200v14H180z');
    expect(words).toEqual([]);
    const many = ganttOf([
      [0, 'host', 'request.received'],
      ...Array.from({ length: 2000 }, (_, place) => [
        [place, 'host', 'effect.started', call(`t${place}/think#1`, 'think')] as const,
        [place + 0.5, 'host', 'effect.completed', call(`t${place}/think#1`, 'think')] as const,
      ]).flat(),
    ]);
    const row = many.rows[0] ?? expect.fail('There is no host.');
    const whole = { ...fitTo(2_000_000, 800), width: 800 };
    const drawn = drawnRow(row, 0, {
      scale: whole,
      look,
      cursor: { seq: 9999, at: many.end },
      start: started,
      now: many.end,
    });
    expect([...drawn.before.keys()]).toEqual(['solid done']);
    expect(drawn.before.get('solid done')?.split('M').length).toBeLessThan(1100);
  });
});

describe('attempts', () => {
  const cut = (end: readonly (readonly [number, string, string, object?])[]) =>
    ganttOf([
      [0, 'host', 'request.received'],
      [0, 'host', 'plan.created', { plan }],
      ...(['1', '2'] as const).flatMap((id) => [
        [1, 'host', 'step.started', { id, actor: `host/step-${id}#1`, dependencies: [] }] as const,
        [1, `host/step-${id}#1`, 'effect.started', call(`s${id}#1/ask#1.1`)] as const,
      ]),
      [2, 'host/step-2#1', 'effect.completed', call('s2#1/ask#1.1')],
      [2, 'host/step-2#1', 'approval.requested', { id: 's2#1/tool#1', step: '2' }],
      [3, 'host/step-1#1', 'effect.completed', call('s1#1/ask#1.1')],
      [3, 'host', 'step.completed', { id: '1', results: [] }],
      ...end,
    ]);

  it('have waited for the person when a limit of time or somebody ends the run, and the call before is not refused', () => {
    const atLimit = cut([
      [9, 'host', 'timer.fired', { key: 'deadline', kind: 'wait' }],
      [9, 'host', 'step.failed', { id: '2', results: [], reason: 'no time is left' }],
      [9, 'host', 'limit.reached', { name: 'wallMs', max: 9000 }],
      [9, 'host/step-2#1', 'question.withdrawn', { id: 's2#1/tool#1' }],
      [9, 'host', 'effect.started', call('finalize#1', 'finalize')],
      [10, 'host', 'effect.completed', call('finalize#1', 'finalize')],
      [10, 'host', 'status.changed', { status: 'completed', state: 'completed' }],
    ]);
    expect(criticalPath(atLimit, atLimit.end).map(({ row }) => row.id)).toEqual(['step 2', 'host']);
    expect(atLimit.rows[2]?.bars.map(({ kind, badSeq }) => [kind, badSeq])).toEqual([
      ['model', undefined],
      ['person', undefined],
    ]);
    const cancelled = cut([
      [9, 'host', 'run.cancelled'],
      [9, 'host', 'status.changed', { status: 'cancelled', state: 'cancelled' }],
    ]);
    expect(criticalPath(cancelled, cancelled.end).map(({ row }) => row.id)).toEqual(['step 2']);
  });

  it('were given up when their run was cancelled, and have not done their work', () => {
    const cancelled = cut([
      [3, 'host/step-2#1', 'effect.started', call('s2#1/ask#2.1')],
      [9, 'host', 'run.cancelled'],
      [9, 'host', 'status.changed', { status: 'cancelled', state: 'cancelled' }],
    ]);
    const bar = cancelled.rows[2]?.bars.find(({ key }) => key.endsWith('ask#2.1')) ?? expect.fail('There is no bar.');
    const end = bar.endSeq ?? expect.fail('It goes on.');
    expect([end - 1, end].map((seq) => toneOf(bar, { seq, at: cancelled.end }))).toEqual(['run', 'stopped']);
  });

  it('end where a run was left, and begin again where it is restored; a person is waited for all the time', () => {
    const restored = cut([
      [3, 'host', 'step.started', { id: '3', actor: 'host/step-3#1', dependencies: [] }],
      [3, 'host/step-3#1', 'effect.started', call('s3#1/ask#1.1')],
      [4, 'host', 'message.added', {}],
      [60, 'host', 'run.restored', {}],
      [60, 'host/step-3#1', 'effect.started', call('s3#1/ask#1.1')],
      [62, 'host/step-3#1', 'effect.completed', call('s3#1/ask#1.1')],
      [62, 'host', 'step.completed', { id: '3', results: [] }],
      [70, 'host', 'run.cancelled'],
      [70, 'host', 'status.changed', { status: 'cancelled', state: 'cancelled' }],
    ]);
    const row = restored.rows[3];
    expect(row?.bars.map(({ start, end }) => [since(start), since(end)])).toEqual([
      [3, 4],
      [60, 62],
    ]);
    expect(row?.spans.map(({ end }) => since(end))).toEqual([62]);
    expect(restored.rows[2]?.bars.map(({ kind, start, end }) => [kind, since(start), since(end)])).toEqual([
      ['model', 1, 2],
      ['person', 2, 70],
    ]);
    const again = ganttOf([
      [0, 'shop', 'chart.started'],
      [0, 'shop/charge', 'effect.started', { key: 'charge', kind: 'source', source: 'charge' }],
      [5, 'shop/charge', 'effect.started', { key: 'charge', kind: 'source', source: 'charge' }],
      [6, 'shop/charge', 'effect.completed', { key: 'charge', kind: 'source' }],
    ]);
    expect(again.open).toEqual([]);
    expect(again.rows[0]?.spans.at(-1)?.end).toBeDefined();
  });

  it('that are followed by another were refused', () => {
    const { rows } = ganttOf([
      [0, 'host', 'request.received'],
      [0, 'host/planner', 'effect.started', call('plan-1/draft#1', 'draft')],
      [1, 'host/planner', 'effect.completed', call('plan-1/draft#1', 'draft')],
      [1, 'host/planner', 'effect.started', call('plan-1/draft#2', 'draft')],
    ]);
    expect(rows[0]?.bars.map(({ badSeq }) => badSeq)).toEqual([4, undefined]);
  });
});

describe('a call of a model that is under way', () => {
  it('is waited for until a piece of its answer comes', () => {
    const gantt = ganttOf([
      [0, 'host', 'request.received'],
      [0, 'host', 'effect.started', call('t1/think#1', 'think')],
    ]);
    const scale = { from: 0, to: 10_000, width: 100 };
    const look = { height: 24, barTop: 5, barHeight: 14 };
    const drawing = { scale, look, cursor: { seq: 2, at: started + 5000 }, start: started, now: started + 5000 };
    const [row] = gantt.rows;
    const looks = () => row && [...drawnRow(row, 0, drawing).before.keys()];
    expect(looks()).toEqual(['soft run']);
    gantt.heard('host', started + 2000);
    expect(looks()).toEqual(['soft run', 'solid run']);
  });
});

describe('a run of agents', () => {
  it('has a row for each actor with effects, with its tools and questions', () => {
    const source = (key: string, name: string) => ({ key, kind: 'source', source: name });
    const { rows } = ganttOf([
      [0, 'team', 'chart.started'],
      [0, 'team/clerk/callModel', 'effect.started', source('team/clerk/callModel', 'callModel')],
      [
        2,
        'team/clerk/callModel',
        'effect.completed',
        { ...source('team/clerk/callModel', 'callModel'), output: { usage: { inputTokens: 7 } } },
      ],
      [
        2,
        'team/clerk/tool-1-1',
        'event.emitted',
        { event: { type: 'ask.opened', ask: { number: 1, question: 'May it pay?' } } },
      ],
      [4, 'team/clerk/tool-1-1', 'event.emitted', { event: { type: 'ask.closed', number: 1 } }],
      [4, 'team/clerk/tool-1-1/useTool', 'effect.started', source('team/clerk/tool-1-1/useTool', 'useTool')],
      [5, 'team/clerk/tool-1-1/useTool', 'effect.completed', source('team/clerk/tool-1-1/useTool', 'useTool')],
    ]);
    expect(rows.map(({ label, bars }) => [label, bars.map(({ kind, end: to }) => `${kind} ${since(to)}`)])).toEqual([
      ['clerk', ['model 2', 'person 4', 'tool 5']],
    ]);
    expect(rows[0]?.bars[0]?.spent?.inputTokens).toBe(7);
  });
});

describe('an actor of somebody’s own', () => {
  it('has no rows, whatever its events are called', () => {
    expect(ganttOf([[0, 'mine', 'effect.started', call('a')]]).rows).toEqual([]);
  });
});

describe('the estimate of a plan', () => {
  const estimated = (id: string, estimatedMs: number | undefined, dependencies: string[] = []) =>
    planStep({ id, description: id, dependencies, ...(estimatedMs === undefined ? {} : { estimatedMs }) });
  it('puts each step after what it needs', () => {
    expect(estimatesOf([estimated('1', 5000), estimated('2', 7000), estimated('3', 2000, ['1', '2'])])).toEqual([
      { id: '1', fromMs: 0, toMs: 5000 },
      { id: '2', fromMs: 0, toMs: 7000 },
      { id: '3', fromMs: 7000, toMs: 9000 },
    ]);
  });
  it('is not made up where the plan has none', () => {
    expect(estimatesOf([estimated('1', undefined)])).toEqual([]);
  });
});

describe('the axis of time', () => {
  it('names round moments, as many as there is room for', () => {
    const scale = { ...fitTo(113_000, 810), width: 810 };
    expect(ticksOf(scale).map((ms) => timeText(ms))).toEqual([
      '0:00',
      '0:10',
      '0:20',
      '0:30',
      '0:40',
      '0:50',
      '1:00',
      '1:10',
      '1:20',
      '1:30',
      '1:40',
      '1:50',
    ]);
    expect(ticksOf({ from: 0, to: 300, width: 400 }).map((ms) => timeText(ms, 50))).toEqual([
      '0:00.00',
      '0:00.05',
      '0:00.10',
      '0:00.15',
      '0:00.20',
      '0:00.25',
      '0:00.30',
    ]);
    expect(timeText(3_725_400, 100)).toBe('1:02:05.4');
  });

  it('keeps the moment below the pointer where it is when it is zoomed, and never leaves the run', () => {
    const scale = { ...fitTo(100_000, 500), width: 500 };
    const closer = { ...(zoomed(scale, 4, 200, 100_000) ?? expect.fail('It is the whole run.')), width: 500 };
    const under = scale.from + (200 / 500) * (scale.to - scale.from);
    expect(xOf(closer, under)).toBeCloseTo(200);
    expect(zoomed(closer, 1 / 8, 100, 100_000)).toBeUndefined();
    expect(zoomed(scale, 4, 0, 100_000)?.from).toBeCloseTo(scale.from);
  });
});
