import type { ElkEdgeSection, ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs/lib/elk-api.js';
import type { Chart } from '../protocol.ts';
import type { ChartOptions, Drawing, DrawnEdge, DrawnLabel, DrawnNode } from './drawing.ts';
import { drawnLine } from './drawn-line.ts';
import { headerSize } from './metrics.ts';
import { straighten } from './straighten.ts';
import { type VisibleEdge, type VisibleNode, visibleChart } from './visible-chart.ts';

/** Reads the places that ELK found for a chart. The options are those of the graph it was given. */
export function toDrawing(laidOut: ElkNode, chart: Chart, options: ChartOptions): Drawing {
  const visible = visibleChart(chart, options);
  const shapes = shapesOf(laidOut);
  const routes = new Map((laidOut.edges ?? []).map((edge) => [edge.id, edge]));
  return {
    width: round(laidOut.width ?? 0),
    height: round(laidOut.height ?? 0),
    nodes: allNodes(visible.root).map((node) => toDrawnNode(node, shapes.get(node.id), options)),
    edges: visible.edges.flatMap((edge) => toDrawnEdge(edge, routes.get(edge.id))),
  };
}

const allNodes = (node: VisibleNode): VisibleNode[] => [node, ...node.children.flatMap(allNodes)];

function shapesOf(node: ElkNode, shapes = new Map<string, ElkNode>()): Map<string, ElkNode> {
  shapes.set(node.id, node);
  for (const child of node.children ?? []) shapesOf(child, shapes);
  return shapes;
}

function toDrawnNode(
  { id, kind, title, rows, depth }: VisibleNode,
  shape: ElkNode | undefined,
  { measure }: ChartOptions,
): DrawnNode {
  const { x = 0, y = 0, width = 0, height = 0 } = shape ?? {};
  const header = kind === 'initial' || kind === 'history' ? 0 : headerSize(title, rows, measure).height;
  const place = { x: round(x), y: round(y), width: round(width), height: round(height) };
  return { id, ...place, kind, title, rows, depth, header };
}

function toDrawnEdge(edge: VisibleEdge, route: ElkExtendedEdge | undefined): DrawnEdge[] {
  const points = straighten((route?.sections ?? []).flatMap(pointsOf));
  const line = drawnLine(points);
  if (!line) return [];
  const label = toDrawnLabel(edge, route);
  const { id, ids, source, target, kind } = edge;
  return [{ id, ids, source, target, kind, ...line, ...(label ? { label } : {}) }];
}

function toDrawnLabel({ lines }: VisibleEdge, route: ElkExtendedEdge | undefined): DrawnLabel | undefined {
  const [label] = route?.labels ?? [];
  if (!label || lines.length === 0) return undefined;
  const { text = '', x = 0, y = 0, width = 0, height = 0 } = label;
  return { text, lines, x: round(x), y: round(y), width, height };
}

const pointsOf = ({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection): ElkPoint[] =>
  [startPoint, ...bendPoints, endPoint].map(({ x, y }) => ({ x: round(x), y: round(y) }));

const round = (value: number) => Math.round(value * 10) / 10;
