import type { Chart, ChartEdge, ChartNode } from '../protocol.ts';
import { type ChartIndex, indexChart, visibleId } from './chart-index.ts';
import type { ChartOptions, LabelLine, NodeKind, Row } from './drawing.ts';
import { drawnTargets } from './drawn-targets.ts';
import { labelLines } from './label-lines.ts';
import { rowsOf } from './rows-of.ts';

/** What of a chart is to be seen, before it has places. */
export interface VisibleChart {
  readonly root: VisibleNode;
  readonly edges: readonly VisibleEdge[];
}

export interface VisibleNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly title: string;
  readonly rows: readonly Row[];
  readonly depth: number;
  readonly children: readonly VisibleNode[];
}

export interface VisibleEdge {
  readonly id: string;
  readonly ids: readonly string[];
  readonly source: string;
  readonly target: string;
  readonly kind: ChartEdge['kind'] | 'initial';
  readonly lines: readonly LabelLine[];
}

/** Chooses what is seen of a chart: which states, which transitions as edges and which as rows. */
export function visibleChart(chart: Chart, options: ChartOptions): VisibleChart {
  const index = indexChart(chart);
  const root = toVisible(chart.root, 0, undefined, index, options);
  return { root, edges: [...initialEdges(root, index, options), ...transitionEdges(index, options)] };
}

const dotId = (parent: string) => `${parent}|initial`;

function toVisible(
  node: ChartNode,
  depth: number,
  parent: ChartNode | undefined,
  index: ChartIndex,
  options: ChartOptions,
): VisibleNode {
  const isCollapsed = node.states.length > 0 && options.collapsed.has(node.id);
  const states = isCollapsed ? [] : node.states;
  const children = states.map((child) => toVisible(child, depth + 1, node, index, options));
  const dot: VisibleNode = {
    id: dotId(node.id),
    kind: 'initial',
    title: '',
    rows: [],
    depth: depth + 1,
    children: [],
  };
  return {
    id: node.id,
    kind: isCollapsed ? 'collapsed' : kindOf(node, parent),
    title: node.type === 'history' ? 'H' : node.key,
    rows: rowsOf(node, index, options),
    depth,
    children: states.length > 0 && node.initial.length > 0 ? [dot, ...children] : children,
  };
}

function kindOf(node: ChartNode, parent: ChartNode | undefined): NodeKind {
  if (node.type === 'final' || node.type === 'history') return node.type;
  if (node.states.length === 0) return 'state';
  if (parent?.type === 'parallel') return 'region';
  return node.type === 'parallel' ? 'parallel' : 'compound';
}

function initialEdges(node: VisibleNode, index: ChartIndex, options: ChartOptions): VisibleEdge[] {
  const own = node.children.some(({ kind }) => kind === 'initial') ? (index.get(node.id)?.node.initial ?? []) : [];
  const edges = own.map((target, place): VisibleEdge => {
    const id = `${dotId(node.id)}|${place}`;
    const to = visibleId(index, target, options.collapsed);
    return { id, ids: [], source: dotId(node.id), target: to, kind: 'initial', lines: [] };
  });
  return [...edges, ...node.children.flatMap((child) => initialEdges(child, index, options))];
}

interface Group {
  readonly source: string;
  readonly target: string;
  readonly kind: ChartEdge['kind'];
  readonly transitions: ChartEdge[];
  /** Further targets of one transition are drawn without its label. */
  readonly isFirst: boolean;
}

/** The transitions that are drawn as edges; those of one kind between the same two states are one edge. */
function transitionEdges(index: ChartIndex, options: ChartOptions): VisibleEdge[] {
  const groups = new Map<string, Group>();
  for (const { node } of index.values()) {
    const source = visibleId(index, node.id, options.collapsed);
    for (const edge of node.edges) {
      for (const [place, target] of drawnTargets(edge, index, options).entries()) {
        const isFirst = place === 0;
        const key = [source, target, edge.kind, isFirst].join('|');
        const group = groups.get(key) ?? { source, target, kind: edge.kind, transitions: [], isFirst };
        group.transitions.push(edge);
        groups.set(key, group);
      }
    }
  }
  return [...groups].map(([id, { source, target, kind, transitions, isFirst }]) => {
    const lines = isFirst ? labelLines(transitions, options) : [];
    return { id, ids: transitions.map((each) => each.id), source, target, kind, lines };
  });
}
