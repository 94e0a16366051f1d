import type { ChartEdge, ChartNode } from '../protocol.ts';
import { type ChartIndex, visibleId } from './chart-index.ts';
import type { ChartOptions, Row } from './drawing.ts';
import { drawnTargets } from './drawn-targets.ts';
import { actionText, conditionOf } from './label-lines.ts';

/** What is written inside a state below its name: what has no edge, and in a roomy chart also its actors and actions. */
export function rowsOf(node: ChartNode, index: ChartIndex, options: ChartOptions): Row[] {
  const isCollapsed = node.states.length > 0 && options.collapsed.has(node.id);
  const isFolded = ({ kind, targets }: ChartEdge) => kind === 'error' && !options.showErrors && targets.length > 0;
  const staying = node.edges.filter((edge) => !isFolded(edge) && drawnTargets(edge, index, options).length === 0);
  return [
    ...(options.density === 'roomy' ? detailRows(node) : []),
    ...staying.map((edge) => stayingRow(edge, index, options)),
    ...(options.showErrors ? [] : errorRows(isCollapsed ? allInside(node) : [node], node, index, options)),
    ...(isCollapsed ? [hiddenRow(node)] : []),
  ];
}

function detailRows({ invokes, entry, exit }: ChartNode): Row[] {
  return [
    ...invokes.map((id): Row => ({ text: id, kind: 'invoke', edges: [] })),
    ...(entry.length > 0 ? [actionRow(`entry ${actionText(entry)}`)] : []),
    ...(exit.length > 0 ? [actionRow(`exit ${actionText(exit)}`)] : []),
  ];
}

const actionRow = (text: string): Row => ({ text, kind: 'action', edges: [] });

/** A transition that stays, or that enters its own state again or one inside it. */
function stayingRow(edge: ChartEdge, index: ChartIndex, { density }: ChartOptions): Row {
  const inside = edge.targets.filter((target) => target !== edge.source).map((target) => keyOf(index, target));
  const actions = density === 'roomy' && edge.actions.length > 0 ? actionText(edge.actions) : '';
  const goal = inside.length > 0 ? `→ ${inside.join(', ')}` : '';
  const text = [edge.label, conditionOf(edge), goal, actions].filter((part) => part !== '').join(' ');
  const goes = edge.targets.length === 0 ? 'nowhere' : inside.length > 0 ? 'away' : 'again';
  return { text, kind: edge.kind, edges: [edge.id], goes };
}

/** The errors that leave, one row for those of one event; from a collapsed state only those that leave it. */
function errorRows(sources: readonly ChartNode[], shown: ChartNode, index: ChartIndex, options: ChartOptions): Row[] {
  const leaving = sources
    .flatMap(({ edges }) => edges)
    .filter(({ kind, targets, source }) => {
      const leaves = targets.some((target) => visibleId(index, target, options.collapsed) !== shown.id);
      return kind === 'error' && targets.length > 0 && (leaves || source === shown.id);
    });
  const isOne = sources.length === 1;
  const rowKey = (edge: ChartEdge) => (options.density === 'roomy' ? edge.id : isOne ? edge.event : '');
  return [...Map.groupBy(leaving, rowKey).values()].map((same): Row => {
    const [first] = same;
    const goals = new Set(same.flatMap(({ targets }) => targets.map((target) => keyOf(index, target))));
    const name = isOne ? (first?.label ?? 'error') : 'error';
    const condition = options.density === 'roomy' && first ? conditionOf(first) : '';
    const text = [name, condition, `→ ${[...goals].join(', ')}`].filter((part) => part !== '').join(' ');
    return { text, kind: 'error', edges: same.map(({ id }) => id), goes: 'away' };
  });
}

function hiddenRow(node: ChartNode): Row {
  const count = allInside(node).length - 1;
  return { text: count === 1 ? '1 state' : `${count} states`, kind: 'hidden', edges: [] };
}

const allInside = (node: ChartNode): ChartNode[] => [node, ...node.states.flatMap(allInside)];
const keyOf = (index: ChartIndex, id: string) => index.get(id)?.node.key ?? id;
