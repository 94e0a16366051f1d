import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { Chart } from '../protocol.ts';
import type { ChartOptions } from './drawing.ts';
import { headerSize, labelSize, metrics } from './metrics.ts';
import { siblingRanks } from './sibling-ranks.ts';
import { type VisibleChart, type VisibleEdge, type VisibleNode, visibleChart } from './visible-chart.ts';

/** The id of the node around the chart; the outermost one of ELK has no border of its own. */
const canvas = '|canvas';

/** Charts with more lines than this are laid out less carefully: carefully would take minutes. */
const many = 200;
const quickly: LayoutOptions = {
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.thoroughness': '2',
};

/** How far apart ranks are: only their order counts. */
const rankDistance = 200;

/**
 * A chart as ELK takes it. With `INCLUDE_CHILDREN`, elkjs 0.12.1 crashes when it is to keep the model's order: the order is given by
 * coordinates instead, which only `INTERACTIVE` cycle breaking reads.
 */
export function toElkGraph(chart: Chart, options: ChartOptions): ElkNode {
  const visible = visibleChart(chart, options);
  const layout = { ...layoutOptions(options), ...(visible.edges.length > many ? quickly : {}) };
  return {
    id: canvas,
    layoutOptions: {
      ...layout,
      'elk.padding': '[top=16,left=16,bottom=16,right=16]',
      'elk.json.shapeCoords': 'ROOT',
      'elk.json.edgeCoords': 'ROOT',
    },
    children: [toElkNode(visible.root, 0, visible, layout, options.measure)],
    edges: visible.edges.map((edge) => toElkEdge(edge, options.measure)),
  };
}

/** The options of a level: ELK wants them again on every compound node. */
function layoutOptions({ density }: ChartOptions): LayoutOptions {
  const scale = density === 'compact' ? 1 : 1.35;
  const space = (pixels: number) => String(Math.round(pixels * scale));
  return {
    'elk.algorithm': 'layered',
    'elk.direction': 'DOWN',
    'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
    'elk.edgeRouting': 'ORTHOGONAL',
    'elk.layered.cycleBreaking.strategy': 'INTERACTIVE',
    'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
    'elk.layered.nodePlacement.favorStraightEdges': 'true',
    'elk.layered.thoroughness': '20',
    'elk.layered.crossingMinimization.hierarchicalSweepiness': '1',
    'elk.randomSeed': '11',
    'elk.spacing.nodeNode': space(26),
    'elk.spacing.edgeNode': space(14),
    'elk.spacing.edgeEdge': space(10),
    'elk.spacing.edgeLabel': '4',
    'elk.layered.spacing.nodeNodeBetweenLayers': space(14),
    'elk.layered.spacing.edgeNodeBetweenLayers': space(13),
    'elk.layered.spacing.edgeEdgeBetweenLayers': space(8),
  };
}

function toElkNode(
  node: VisibleNode,
  rank: number,
  visible: VisibleChart,
  layout: LayoutOptions,
  measure: ChartOptions['measure'],
): ElkNode {
  const place = { x: rank * rankDistance, y: rank * rankDistance };
  const header = headerSize(node.title, node.rows, measure);
  if (node.children.length === 0) {
    const isLoose = !visible.edges.some(({ source, target }) => source === node.id || target === node.id);
    return {
      id: node.id,
      ...place,
      ...leafSize(node, header),
      layoutOptions: {
        'elk.alignment': node.kind === 'initial' ? 'BOTTOM' : 'TOP',
        ...(isLoose ? { 'elk.layered.layering.layerConstraint': 'LAST' } : {}),
      },
    };
  }
  const ranks = siblingRanks(node.children, visible.edges);
  return {
    id: node.id,
    ...place,
    layoutOptions: {
      ...layout,
      'elk.alignment': 'TOP',
      'elk.contentAlignment': 'H_LEFT V_CENTER',
      'elk.padding': `[top=${header.height + 12},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      // For a compound node elkjs 0.12.1 reads it the other way round when the direction is DOWN.
      'elk.nodeSize.minimum': `(${header.height},${header.width})`,
    },
    children: node.children.map((child) => toElkNode(child, ranks.get(child.id) ?? 0, visible, layout, measure)),
  };
}

function leafSize({ kind }: VisibleNode, header: { width: number; height: number }) {
  if (kind === 'initial') return { width: metrics.dot, height: metrics.dot };
  return kind === 'history' ? { width: metrics.history, height: metrics.history } : header;
}

function toElkEdge(
  { id, source, target, kind, lines }: VisibleEdge,
  measure: ChartOptions['measure'],
): ElkExtendedEdge {
  const text = lines.map((line) => line.text).join('\n');
  return {
    id,
    sources: [source],
    targets: [target],
    layoutOptions: kind === 'initial' ? { 'elk.layered.priority.straightness': '20' } : {},
    labels:
      lines.length === 0
        ? []
        : [
            {
              id: `${id}|label`,
              text,
              ...labelSize(lines, measure),
              layoutOptions: { 'elk.edgeLabels.inline': 'true' },
            },
          ],
  };
}
