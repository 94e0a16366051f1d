import { TroupeError } from '../../errors.ts';
import { isPlainName } from '../../text/is-plain-name.ts';
import { type GraphShape, leadsTo, type NodeShape } from './graph-shape.ts';

/** Looks at a graph when it is built. @throws TroupeError `bad-config` that says what is wrong, where, and what to do. */
export function checkGraph(graph: GraphShape): void {
  const problem = problemOf(graph);
  if (problem) throw new TroupeError('bad-config', `The graph "${graph.name}": ${problem}`);
}

function problemOf(graph: GraphShape): string | undefined {
  const { nodes, visits } = graph;
  if (nodes.length === 0) return 'it has no nodes. Add one with node() or agent().';
  if (!isCount(visits)) return `visits is ${visits}: a whole number from 1 on is wanted.`;
  for (const node of nodes) {
    const problem = nodeProblem(node, nodes);
    if (problem) return problem;
  }
  return nameProblem(graph) ?? branchProblem(graph) ?? wayProblem(graph);
}

const isCount = (value: number) => Number.isInteger(value) && value >= 1;
const isDuration = (value: number) => Number.isFinite(value) && value > 0;

function nodeProblem(node: NodeShape, nodes: readonly NodeShape[]): string | undefined {
  const { name, attempts, retryMs, timeoutMs, visits = 1, run, agent } = node;
  if (name === 'start' || name === 'end') return `a node is named "${name}", which is taken. Give it another name.`;
  if (!isPlainName(name)) {
    return `the node name "${name}" is not allowed. Use 1 to 64 letters, digits, "_" or "-".`;
  }
  if (nodes.filter((each) => each.name === name).length > 1) {
    return `two nodes are named "${name}". Give each a name of its own.`;
  }
  if (typeof run !== 'function' && typeof agent?.machine !== 'object') {
    return `the node "${name}" has nothing to do. Give node() a function, agent() an agent and graph() a graph.`;
  }
  if (!isCount(attempts)) return `attempts of "${name}" is ${attempts}: a whole number from 1 on is wanted.`;
  if (!isCount(visits)) return `visits of "${name}" is ${visits}: a whole number from 1 on is wanted.`;
  if (!isDuration(timeoutMs)) return `timeoutMs of "${name}" is ${timeoutMs}: milliseconds above 0 are wanted.`;
  if (!isDuration(retryMs)) return `retryMs of "${name}" is ${retryMs}: milliseconds above 0 are wanted.`;
  return undefined;
}

/** Says which name leads nowhere. */
function nameProblem({ nodes, ways }: GraphShape): string | undefined {
  const known = new Set(nodes.map(({ name }) => name));
  const names = `Its nodes are: ${[...known].join(', ')}.`;
  for (const { from, to } of ways) {
    if (to === 'start') return 'a way leads to "start". Name the node that is to run again.';
    if (to !== 'end' && !known.has(to)) return `a way leads to "${to}", which is no node. ${names}`;
    if (from.length === 0) return `a join of nothing leads to "${to}". Name the nodes that are waited for.`;
    const unknown = from.find((name) => name !== 'start' && !known.has(name));
    if (unknown === 'end') return `a way leads on from "end" to "${to}". What is done after it has to come before it.`;
    if (unknown !== undefined) return `a way leads from "${unknown}" to "${to}", but "${unknown}" is no node. ${names}`;
  }
  return undefined;
}

function branchProblem({ branches }: GraphShape): string | undefined {
  for (const { from, to } of branches) {
    if (to.length === 0) return `the branch after "${from}" has no targets. Name the nodes that it may choose.`;
    if (branches.filter((branch) => branch.from === from).length > 1) {
      return `"${from}" has two branches. Make one of them: a branch may choose several targets.`;
    }
  }
  return undefined;
}

function wayProblem(graph: GraphShape): string | undefined {
  if (!graph.ways.some(({ from }) => from.includes('start'))) {
    return "nothing begins. Add an edge from the start: edge('start', …).";
  }
  for (const { name } of graph.nodes) {
    if (!leadsTo(graph, 'start', name))
      return `the node "${name}" is never reached. Add an edge to it, or leave it out.`;
    if (!leadsTo(graph, name, 'end')) return `no way leads from "${name}" to the end. Add an edge to "end".`;
  }
  return undefined;
}
