import { hostMachine } from 'troupe/machines';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import type { Drawing, DrawnNode } from '../../../../src/inspect/chart/drawing.ts';
import { layoutMap } from '../../../../src/inspect/chart/map/layout-map.ts';
import type { MapOptions } from '../../../../src/inspect/chart/map/map-options.ts';
import { roomMap } from '../../../../src/inspect/chart/map/room-map.ts';
import { textWidth } from '../../../../src/inspect/chart/text-width.ts';
import { toChart } from '../../../../src/inspect/sessions/to-chart.ts';
import { charts } from '../charts.ts';

const map = roomMap(toChart(hostMachine));
const work = 'host.running.work';
const rooms = ['understanding', 'planning', 'executing', 'answering'].map((name) => `${work}.${name}`);

function draw(open: readonly string[], more: Partial<MapOptions> = {}): Drawing {
  if (!map) throw new Error('The host has no rooms.');
  return layoutMap(map, {
    open: new Set(open.map((name) => `${work}.${name}`)),
    shown: new Set(),
    hasGuards: false,
    taken: new Set(),
    last: undefined,
    hasClock: false,
    stepRows: 0,
    view: { width: 840, height: 480 },
    measure: textWidth,
    ...more,
  });
}

const boxOf = ({ nodes }: Drawing, id: string): DrawnNode => {
  const found = nodes.find((node) => node.id === id);
  if (!found) throw new Error(`${id} is not drawn.`);
  return found;
};
const overlap = (a: DrawnNode, b: DrawnNode) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const lines = ({ edges }: Drawing) => edges.map(({ source, target }) => `${source} ${target}`);
const short = (text: string) => text.replaceAll(`${work}.`, '').replaceAll('host.', '');

describe('the map of the host', () => {
  it('has four rooms in the order of the main path, three ends, and the gate beside them', () => {
    expect(map?.rooms.map(({ id }) => id)).toEqual(rooms);
    expect(map?.finals.map(({ key }) => key)).toEqual(['completed', 'failed', 'cancelled']);
    expect(map?.sides.map(({ key }) => key)).toEqual(['gate']);
  });

  it('draws the main path and the named ways while all rooms are closed, and no way to failed or cancelled', () => {
    const drawing = draw([]);
    expect(lines(drawing).slice(1).map(short).sort()).toEqual([
      'answering completed',
      'executing answering',
      'executing planning',
      'planning executing',
      'understanding answering',
      'understanding planning',
    ]);
    expect(drawing.edges.flatMap(({ label }) => (label ? [label.text] : [])).sort()).toEqual([
      'next round',
      'simple question',
    ]);
  });

  it('draws a way to failed when it was taken, from where the run was', () => {
    const taken = new Set(['host.running|xstate.error.actor.*|0']);
    const drawing = draw(['planning'], { taken, last: `${work}.planning` });
    expect(lines(drawing).map(short)).toContain('planning failed');
    expect(lines(draw(['planning'], { last: `${work}.planning` })).map(short)).not.toContain('planning failed');
  });

  it('draws steering and rare ways when they are asked for', () => {
    const plain = draw(['executing']).edges.length;
    const steered = lines(draw(['executing'], { shown: new Set(['steering']) })).map(short);
    expect(steered).toContain('executing.runningSteps planning');
    expect(steered.length).toBeGreaterThan(plain);
    expect(lines(draw(['planning'], { shown: new Set(['rare']) })).map(short)).toContain('planning.makingPlan failed');
  });

  it('writes the ways out of states when guards are asked for, and is wide enough for them', () => {
    const drawing = draw(['executing'], { hasGuards: true });
    const state = boxOf(drawing, `${work}.executing.reflecting`);
    expect(state.rows.map(({ text }) => text)).toContain('always 4. [hasRoundsLeft] → updatingPlan');
    for (const { text } of state.rows) expect(textWidth(text, 12)).toBeLessThan(state.width);
  });

  it.each([
    [840, 480],
    [696, 340],
    [390, 600],
  ])('has no box over another at %i by %i, whichever room is open', (width, height) => {
    for (const room of [undefined, ...rooms.map((id) => id.slice(work.length + 1))]) {
      const drawing = draw(room ? [room] : [], { view: { width, height }, stepRows: 2, hasClock: true });
      const boxes = drawing.nodes.filter(({ kind }) => kind !== 'open-room');
      const bad = boxes.flatMap((a, place) =>
        boxes
          .slice(place + 1)
          .filter((b) => overlap(a, b))
          .map((b) => [a.id, b.id]),
      );
      expect(bad).toEqual([]);
      for (const { x, y, width: w, height: h } of drawing.nodes) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x + w).toBeLessThanOrEqual(drawing.width);
        expect(y + h).toBeLessThanOrEqual(drawing.height);
      }
    }
  });

  it('is as wide as the pictures of the page, in both widths, with a room open', () => {
    expect(draw(['executing']).width).toBeLessThanOrEqual(840);
    expect(draw(['executing'], { view: { width: 696, height: 340 } }).width).toBeLessThanOrEqual(700);
  });

  it('stands on one line: closed rooms and the first state of the open one', () => {
    const drawing = draw(['executing']);
    const middles = [rooms[0], rooms[1], `${work}.executing.runningSteps`, rooms[3]].map((id = '') => {
      const { y, height } = boxOf(drawing, id);
      return y + height / 2;
    });
    expect(new Set(middles).size).toBe(1);
  });

  it('goes from top to bottom where there is no room beside each other', () => {
    const drawing = draw(['executing'], { view: { width: 390, height: 600 } });
    const tops = rooms.map((id) => boxOf(drawing, id).y);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(drawing.width).toBeLessThanOrEqual(410);
  });
});

describe('other charts', () => {
  it('have no map when nobody has marked rooms', () => {
    for (const [name, chart] of charts) if (name !== 'host') expect(roomMap(chart), name).toBeUndefined();
  });

  it('become maps by their own words', () => {
    const machine = createMachine({
      id: 'shop',
      initial: 'choosing',
      states: {
        choosing: {
          meta: { room: 'fills the basket' },
          initial: 'empty',
          states: { empty: { on: { add: 'full' } }, full: { on: { pay: '#paying' } } },
        },
        charging: {
          meta: { room: 'takes the money' },
          initial: 'asking',
          states: {
            asking: {
              id: 'paying',
              on: { refused: { target: '#shop.choosing', description: 'try again' }, ok: '#done' },
            },
          },
        },
        done: { id: 'done', type: 'final' },
      },
    });
    const own = roomMap(toChart(machine));
    expect(own?.rooms.map(({ room }) => room)).toEqual(['fills the basket', 'takes the money']);
    expect(own?.ways.map(({ source, target, sort, label }) => [source, target, sort, label])).toEqual([
      ['shop.choosing.empty', 'shop.choosing.full', 'main', undefined],
      ['shop.choosing.full', 'shop.charging.asking', 'main', undefined],
      ['shop.charging.asking', 'shop.choosing.empty', 'main', 'try again'],
      ['shop.charging.asking', 'shop.done', 'main', undefined],
    ]);
  });
});
