import { hostMachine } from 'troupe/machines';
import { explore } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { fitted, readable, revealing, starting, zoomed } from '../../inspector/src/chart/camera.ts';
import { coverageOf } from '../../inspector/src/chart/coverage/coverage-of.ts';
import { mapFacts } from '../../inspector/src/chart/map/map-facts.ts';
import { decisionsOf } from '../../inspector/src/chart/ways-out.ts';
import { type ActorStats, actorStats, StatsHistory } from '../../inspector/src/state/actor-stats.ts';
import { seconds } from '../../inspector/src/state/format.ts';
import { activeNodes } from '../../src/inspect/chart/active-nodes.ts';
import { roomMap } from '../../src/inspect/chart/map/room-map.ts';
import type { Frame, TimelineEntry } from '../../src/inspect/protocol.ts';
import { toChart } from '../../src/inspect/sessions/to-chart.ts';

const host = toChart(hostMachine);
const work = 'host.running.work';

describe('the camera', () => {
  const view = { width: 800, height: 600 };

  it('shows a chart whole where its letters can be read then', () => {
    expect(starting({ width: 700, height: 500 }, undefined, view)).toEqual(fitted({ width: 700, height: 500 }, view));
  });

  it('never goes below letters of 11 px by itself, and has the active part in view', () => {
    const drawing = { width: 5000, height: 4000 };
    const part = { x: 4000, y: 3000, width: 100, height: 40 };
    const { x, y, scale } = starting(drawing, part, view);
    expect(13 * scale).toBeGreaterThanOrEqual(11);
    expect(scale).toBe(readable(drawing));
    expect(part.x * scale + x).toBeGreaterThan(0);
    expect((part.x + part.width) * scale + x).toBeLessThan(view.width);
    expect(part.y * scale + y).toBeGreaterThan(0);
    expect(13 * readable({ ...drawing, isMap: true })).toBeGreaterThanOrEqual(11);
  });

  it('stays where it is while what it follows is in view', () => {
    const camera = { x: 0, y: 0, scale: 1 };
    expect(revealing(camera, { x: 100, y: 100, width: 50, height: 50 }, { width: 2000, height: 2000 }, view)).toBe(
      camera,
    );
  });

  it('keeps the point under the pointer when it zooms', () => {
    const { x, scale } = zoomed({ x: 10, y: 0, scale: 1 }, 2, { x: 110, y: 0 });
    expect((100 - 0) * scale + x).toBe(110);
  });
});

/** A run of so many rounds between two states, one frame for each entry. */
function rounds(count: number) {
  const chart = toChart(
    createMachine({ id: 'm', initial: 'a', states: { a: { on: { go: 'b' } }, b: { on: { back: 'a' } } } }),
  );
  const frames = Array.from({ length: count }, (_, index): Frame => {
    const edges = index === 0 ? [] : [index % 2 === 1 ? 'm.a|go|0' : 'm.b|back|0'];
    const value = index % 2 === 0 ? 'a' : 'b';
    return { seq: index + 1, changes: [{ type: 'microstep', actor: 'x', edges, value }] };
  });
  const entries = frames.map(
    ({ seq }): TimelineEntry => ({
      seq,
      at: new Date(seq * 1000).toISOString(),
      kind: 'fact',
      type: 't',
      actor: 'host',
      data: { usage: { inputTokens: 1, outputTokens: 0, costUsd: 0 } },
    }),
  );
  return { of: { chart, actor: { id: 'x', path: 'host' }, activeNodes }, lists: { frames, entries } };
}

describe('the numbers of an actor that are counted on', () => {
  it('are those that are counted from the beginning, forwards, backwards and in leaps', () => {
    const { of, lists } = rounds(5000);
    const history = new StatsHistory(of);
    for (const seq of [1, 2, 3, 5000, 4999, 2048, 2049, 17, 4100, 2047, 5000]) {
      const { states, edges } = history.at(lists, seq);
      const expected = actorStats({ ...of, ...lists, seq });
      expect([...states], `at ${seq}`).toEqual([...expected.states]);
      expect([...edges], `at ${seq}`).toEqual([...expected.edges]);
    }
  });
});

const stats = (visited: Record<string, number>, taken: Record<string, number> = {}): ActorStats => ({
  states: new Map(
    Object.entries(visited).map(([id, ms], order) => [
      `${work}.${id}`,
      { visits: 1, ms, tokens: 0, costUsd: 0, order: order + 1 },
    ]),
  ),
  edges: new Map(Object.entries(taken).map(([id, lastSeq]) => [id, { taken: 1, lastSeq }])),
});

describe('what the map says', () => {
  const map = roomMap(host);
  const facts = (value: Parameters<typeof activeNodes>[1], own: ActorStats, more = {}) => {
    if (!map) throw new Error('The host has no rooms.');
    const actor = {
      status: 'active' as const,
      context: { round: 2, options: { limits: { rounds: 3, wallMs: 300_000 } } },
    };
    const steps = ['completed', 'executing'].map((status, place) => ({ id: String(place), status, description: '' }));
    const plan = { version: 1, title: '', steps } as never; // what a map reads of it
    return mapFacts({
      map,
      stats: own,
      active: activeNodes(host, value),
      actor,
      plan,
      asking: new Set(),
      elapsed: 86_000,
      sinceLast: 0,
      ...more,
    });
  };
  const running = (inner: Parameters<typeof activeNodes>[1]) => ({ running: { gate: 'open', work: inner } });

  it('has of each room how long it took, and of the active one the round', () => {
    const shown = facts(running({ executing: 'runningSteps' }), stats({ understanding: 3100, executing: 900 }));
    expect(shown.get(`${work}.understanding`)).toMatchObject({ time: '3.1 s', isVisited: true });
    expect(shown.get(`${work}.executing`)).toMatchObject({ note: 'round 2 of 3', tone: 'run' });
    expect(shown.get(`${work}.answering`)).toMatchObject({ time: 'not yet', isVisited: false });
  });

  it('counts on in what is active while nothing is written', () => {
    const shown = facts(running({ planning: 'reviewingPlan' }), stats({ understanding: 3100, planning: 200 }), {
      sinceLast: 99_000,
    });
    expect(shown.get(`${work}.planning`)?.time).toBe('1:39');
    expect(shown.get(`${work}.understanding`)?.time).toBe('3.1 s');
  });

  it('has the steps at work in the state that has them, the gate and the clock', () => {
    const shown = facts(running({ executing: 'runningSteps' }), stats({ executing: 900 }));
    expect(shown.get(`${work}.executing.runningSteps`)?.note).toBe('1 of 2 steps at work');
    expect(shown.get('host.running.gate')?.note).toBe('open');
    expect(shown.get('|clock')?.note).toBe('1:26 of 5:00');
  });

  it('is amber where a person is waited for, and red where the run failed', () => {
    const waiting = facts(running({ planning: 'reviewingPlan' }), stats({ planning: 5 }));
    expect(waiting.get(`${work}.planning`)?.tone).toBe('wait');
    const visited = stats({ understanding: 1, planning: 2, 'planning.makingPlan': 2 });
    const failed = facts('failed', visited, { actor: { status: 'done', context: {} } });
    expect(failed.get(`${work}.planning.makingPlan`)).toMatchObject({ tone: 'fail' });
    expect(failed.get('host.failed')?.tone).toBe('fail');
    expect(failed.get(`${work}.executing`)?.tone).toBeUndefined();
  });

  it('writes times as short as they can be read', () => {
    expect([0, 4200, 86_000, 899_800, 7_286_000].map(seconds)).toEqual(['0.0 s', '4.2 s', '1:26', '15:00', '2:01:26']);
  });
});

describe('the ways out of a state', () => {
  const source = `${work}.executing.reflecting.deciding`;

  it('were refused before the one that was taken, and not asked after it', () => {
    const [decision] = decisionsOf(host, [`${source}||3`], stats({}, { [`${source}||3`]: 65, [`${source}||4`]: 20 }));
    expect(decision?.lastSeq).toBe(65);
    expect(decision?.ways.map(({ guard, target, result }) => [guard, target, result])).toEqual([
      ['isJudgedDone', 'finalizing', 'no'],
      ['isStalled', 'finalizing', 'no'],
      ['continues', 'runningSteps', 'no'],
      ['hasRoundsLeft', 'updatingPlan', 'yes'],
      ['otherwise', 'finalizing', 'not asked'],
    ]);
  });

  it('were not asked before anything was decided', () => {
    const [decision] = decisionsOf(host, [`${source}||3`], undefined);
    expect(new Set(decision?.ways.map(({ result }) => result))).toEqual(new Set(['not asked']));
  });
});

describe('coverage', () => {
  const machine = createMachine({
    id: 'light',
    initial: 'red',
    states: { red: { on: { timer: 'green', fault: 'broken' } }, green: { on: { timer: 'red' } }, broken: {} },
  });

  it('is counted by an exploration, by the ids of transitions', () => {
    const { coverage } = explore(machine, { events: () => [{ type: 'timer' }] });
    expect(coverage).toEqual({ 'light.red|timer|0': 1, 'light.red|fault|0': 0, 'light.green|timer|0': 1 });
    const covered = coverageOf({ ...toChart(machine), coverage });
    expect([...(covered?.states ?? [])]).toEqual(['light.broken']);
    expect([...(covered?.edges ?? [])]).toEqual(['light.red|fault|0']);
  });

  it('is nothing without a report', () => {
    expect(coverageOf(toChart(machine))).toBeUndefined();
  });
});
