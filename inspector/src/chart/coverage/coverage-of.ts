import { edgesIn, statesIn } from '../../../../src/inspect/chart/chart-parts.ts';
import type { Chart, ChartNode } from '../../../../src/inspect/protocol.ts';

/** What was never reached by whatever a report of coverage was made from. */
export interface Covered {
  readonly states: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

/** The states and transitions of a chart that its report does not have; nothing without a report. */
export function coverageOf({ root, coverage }: Chart): Covered | undefined {
  if (!coverage) return undefined;
  const all = edgesIn(root);
  const isTaken = (id: string) => (coverage[id] ?? 0) > 0;
  const entered = new Set<string>();
  const enter = (node: ChartNode, way: readonly ChartNode[]): void => {
    for (const each of [...way, node]) entered.add(each.id);
    const inside = node.type === 'parallel' ? node.states : node.states.filter(({ id }) => node.initial.includes(id));
    for (const child of inside) enter(child, [...way, node]);
  };
  const waysTo = (id: string) => statesIn(root).filter((node) => id.startsWith(`${node.id}.`));
  enter(root, []);
  const byId = new Map(statesIn(root).map((node) => [node.id, node]));
  for (const target of new Set(all.filter(({ id }) => isTaken(id)).flatMap(({ targets }) => targets))) {
    const node = byId.get(target);
    if (node) enter(node, waysTo(target));
  }
  return {
    states: new Set([...byId.keys()].filter((id) => !entered.has(id))),
    edges: new Set(all.map(({ id }) => id).filter((id) => !isTaken(id))),
  };
}
