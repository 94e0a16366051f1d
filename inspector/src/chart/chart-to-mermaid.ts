import type { Chart, ChartNode } from '../../../src/inspect/protocol.ts';

/** A chart as a Mermaid state diagram. */
export function chartToMermaid(chart: Chart): string {
  const name = (id: string) => id.replace(/[^A-Za-z0-9_]/g, '_');
  const lines = ['stateDiagram-v2'];
  const edges: string[] = [];
  const write = (node: ChartNode, depth: number): void => {
    const pad = '  '.repeat(depth);
    const begins = node.initial.map((id) => `${pad}  [*] --> ${name(id)}`);
    if (node.states.length === 0) lines.push(`${pad}state "${node.key}" as ${name(node.id)}`);
    else {
      lines.push(`${pad}state "${node.key}" as ${name(node.id)} {`, ...begins);
      for (const [index, each] of node.states.entries()) {
        if (node.type === 'parallel' && index > 0) lines.push(`${pad}  --`);
        write(each, depth + 1);
      }
      lines.push(`${pad}}`);
    }
    if (node.type === 'final') edges.push(`  ${name(node.id)} --> [*]`);
    for (const edge of node.edges) {
      const label = `${edge.label}${edge.guard ? ` [${edge.guard}]` : ''}`.replaceAll(':', '#colon;');
      for (const target of edge.targets) edges.push(`  ${name(edge.source)} --> ${name(target)} : ${label}`);
    }
  };
  write(chart.root, 1);
  return [...lines, ...edges, ''].join('\n');
}
