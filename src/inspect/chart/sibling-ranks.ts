import type { VisibleEdge, VisibleNode } from './visible-chart.ts';

/** One step from a sibling to another, by their ids. */
type Link = readonly [source: string, target: string];

/**
 * The place of each child in the order in which its parent is drawn, from the top: the order in which the states are written, or that
 * of a walk from the initial state, whichever has fewer transitions going back.
 */
export function siblingRanks(children: readonly VisibleNode[], edges: readonly VisibleEdge[]): Map<string, number> {
  const links = linksOf(children, edges);
  const written = children.map(({ id }) => id);
  const walked = walk(written, links);
  return toRanks(backLinks(walked, links) < backLinks(written, links) ? walked : written);
}

/** The edges between two different children, wherever inside them they begin and end. */
function linksOf(children: readonly VisibleNode[], edges: readonly VisibleEdge[]): Link[] {
  const owner = new Map<string, string>();
  const claim = (node: VisibleNode, child: string): void => {
    owner.set(node.id, child);
    for (const inner of node.children) claim(inner, child);
  };
  for (const child of children) claim(child, child.id);
  return edges.flatMap(({ source, target }): Link[] => {
    const [from, to] = [owner.get(source), owner.get(target)];
    return from !== undefined && to !== undefined && from !== to ? [[from, to]] : [];
  });
}

/** Breadth first from the first child, which is the initial dot where there is one; what is not reached comes last. */
function walk(ids: readonly string[], links: readonly Link[]): string[] {
  const seen = new Set(ids.slice(0, 1));
  for (const id of seen) for (const [source, target] of links) if (source === id) seen.add(target);
  return [...seen, ...ids.filter((id) => !seen.has(id))];
}

function backLinks(order: readonly string[], links: readonly Link[]): number {
  const ranks = toRanks(order);
  return links.filter(([source, target]) => (ranks.get(source) ?? 0) > (ranks.get(target) ?? 0)).length;
}

const toRanks = (order: readonly string[]) => new Map(order.map((id, rank) => [id, rank]));
