import type { AnyStateNode } from 'xstate';

/** Where a state is in its chart, such as `host.running.work`: unique, and the same whether or not the state was given an id of its own. */
export const placeOf = (node: AnyStateNode): string => [node.machine.id, ...node.path].join('.');
