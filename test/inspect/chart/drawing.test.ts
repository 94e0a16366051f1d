import { describe, expect, it } from 'vitest';
import type { ChartOptions, Drawing, DrawnNode } from '../../../src/inspect/chart/drawing.ts';
import { textWidth } from '../../../src/inspect/chart/text-width.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import { allStates, charts, draw } from './charts.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const contains = (outer: Box, inner: Box) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

/** Whether a point lies on the border of a box, give or take a pixel. */
const touches = ({ x, y, width, height }: Box, point: { x: number; y: number }) => {
  const isBetween = (value: number, from: number, size: number) => value >= from - 1 && value <= from + size + 1;
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 1;
  const onSide = isBetween(point.y, y, height) && (isNear(point.x, x) || isNear(point.x, x + width));
  return onSide || (isBetween(point.x, x, width) && (isNear(point.y, y) || isNear(point.y, y + height)));
};

function parentsOf(chart: Chart): Map<string, string> {
  const nodes = allStates(chart.root);
  return new Map(
    nodes.flatMap(({ id, states }) => [
      [`${id}|initial`, id] as const,
      ...states.map((state) => [state.id, id] as const),
    ]),
  );
}

const byId = ({ nodes }: Drawing) => new Map(nodes.map((node) => [node.id, node]));
const boxOf = (nodes: ReadonlyMap<string, DrawnNode>, id: string): DrawnNode => {
  const node = nodes.get(id);
  if (!node) throw new Error(`${id} is not drawn`);
  return node;
};

function pairs<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((item, place) => items.slice(place + 1).map((other): [Item, Item] => [item, other]));
}

const ways: readonly (readonly [string, Partial<ChartOptions>])[] = [
  ['compact', {}],
  ['roomy, with errors', { density: 'roomy', showErrors: true }],
];
const cases = charts.flatMap(([name, chart]) =>
  ways.map(([way, options]) => [`${name}, ${way}`, chart, options] as const),
);

describe.each(cases)('the drawing of %s', async (_, chart, options) => {
  const drawing = await draw(chart, options);
  const nodes = byId(drawing);
  const parents = parentsOf(chart);

  it('shows every state once', () => {
    const shown = drawing.nodes.filter(({ kind }) => kind !== 'initial').map(({ id }) => id);
    expect(shown).toEqual(allStates(chart.root).map(({ id }) => id));
  });

  it('tells every transition once, as an edge or as a row', () => {
    const rows = drawing.nodes.flatMap((node) => node.rows.flatMap(({ edges }) => edges));
    // A transition with several targets has one edge with its label and further ones without.
    const lines = drawing.edges.filter(({ label }) => label).flatMap(({ ids }) => ids);
    const all = allStates(chart.root).flatMap(({ edges }) => edges.map(({ id }) => id));
    expect([...rows, ...lines].sort()).toEqual(all.sort());
  });

  it('writes every guard that is an edge on its label', () => {
    const transitions = new Map(allStates(chart.root).flatMap(({ edges }) => edges.map((edge) => [edge.id, edge])));
    const missing = drawing.edges.flatMap(({ ids, label }) =>
      ids.flatMap((id) => {
        const guard = transitions.get(id)?.guard;
        return !label || guard === undefined || label.text.includes(`[${guard}]`) ? [] : [id];
      }),
    );
    expect(missing).toEqual([]);
  });

  it('keeps every child inside its parent, below what is written there', () => {
    const outside = drawing.nodes.flatMap((node) => {
      const parent = nodes.get(parents.get(node.id) ?? '');
      const inner = parent && { ...parent, y: parent.y + parent.header, height: parent.height - parent.header };
      return inner && !contains(inner, node) ? [`${node.id} in ${parent.id}`] : [];
    });
    expect(outside).toEqual([]);
  });

  it('lets no two states of one parent overlap', () => {
    const overlapping = pairs(drawing.nodes).filter(
      ([a, b]) => parents.get(a.id) === parents.get(b.id) && overlap(a, b),
    );
    expect(overlapping.map(([a, b]) => `${a.id} and ${b.id}`)).toEqual([]);
  });

  it('lets no label overlap another one or a state without states', () => {
    const labels = drawing.edges.flatMap(({ id, label }) => (label ? [{ id, ...label }] : []));
    const leaves = drawing.nodes.filter(
      (node) => ![...parents].some(([id, parent]) => parent === node.id && nodes.has(id)),
    );
    const overlapping = [
      ...pairs(labels).filter(([a, b]) => overlap(a, b)),
      ...labels.flatMap((label) => leaves.filter((leaf) => overlap(label, leaf)).map((leaf) => [label, leaf] as const)),
    ];
    expect(overlapping.map(([a, b]) => `${a.id} and ${b.id}`)).toEqual([]);
  });

  it('begins and ends every edge on the borders of its states', () => {
    const loose = drawing.edges.filter(({ source, target, path, arrow }) => {
      const [x = 0, y = 0] = path.split(' ').slice(1, 3).map(Number);
      return !touches(boxOf(nodes, source), { x, y }) || !touches(boxOf(nodes, target), arrow);
    });
    expect(loose.map(({ id }) => id)).toEqual([]);
  });

  it('draws one edge from every initial dot', () => {
    const dots = drawing.nodes.filter(({ kind }) => kind === 'initial').map(({ id }) => id);
    const sources = drawing.edges.filter(({ kind }) => kind === 'initial').map(({ source }) => source);
    expect(sources).toEqual(dots);
  });

  it('has room for the names and rows of every state', () => {
    const tight = drawing.nodes.filter(({ title, rows, width, kind }) => {
      if (kind === 'initial' || kind === 'history') return false;
      const texts = [textWidth(title, 13, 'semibold'), ...rows.map(({ text }) => textWidth(text, 11) + 14)];
      return Math.max(...texts) + 16 > width;
    });
    expect(tight.map(({ id }) => id)).toEqual([]);
  });

  it('has room for the lines of every label', () => {
    const tight = drawing.edges.filter(({ label }) => {
      if (!label) return false;
      const widths = label.lines.map(({ text, part }) =>
        textWidth(text, 11, part === 'event' ? 'semibold' : 'regular'),
      );
      return Math.max(...widths) + 8 > label.width || label.lines.length * 14 > label.height;
    });
    expect(tight.map(({ id }) => id)).toEqual([]);
  });

  it('lies within its own size', () => {
    const all = [...drawing.nodes, ...drawing.edges.flatMap(({ label }) => (label ? [label] : []))];
    const canvas = { x: 0, y: 0, width: drawing.width, height: drawing.height };
    expect(all.filter((box) => !contains(canvas, box))).toEqual([]);
  });
});

it('is the same each time', async () => {
  for (const [, chart] of charts) expect(await draw(chart)).toEqual(await draw(chart));
});
