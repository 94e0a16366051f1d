/** Where a state of a machine is in its chart, such as `host.running.work`: unique, and the same whether or not the state was given an id of its own. */
export const placeOf = (node: {
  readonly machine: { readonly id: string };
  readonly path: readonly string[];
}): string => [node.machine.id, ...node.path].join('.');
