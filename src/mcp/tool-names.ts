import { moves, readResult } from '../domain/read-move.ts';
import { TroupeError } from '../errors.ts';

/** The most that a name may have. */
const most = 64;

const reserved: ReadonlySet<string> = new Set([...moves, readResult]);

/**
 * From the server's name of each tool to ours: with the prefix, of the characters that models may write, not that of a move, and each only
 * once. The same names lead to the same ones, in whatever order the server lists them.
 */
export function toolNames(given: readonly string[], { prefix = '', server }: { prefix?: string; server: string }) {
  const twice = given.find((name, place) => given.indexOf(name) !== place);
  if (twice !== undefined) {
    throw new TroupeError('tool', `The MCP server "${server}" lists two tools with the name "${twice}".`);
  }
  const names = new Map<string, string>();
  const taken = new Set<string>();
  // Those that stay as they are come first: no other tool takes their name.
  const inOrder = given.toSorted((one, other) => Number(isFit(other)) - Number(isFit(one)) || (one < other ? -1 : 1));
  for (const name of inOrder) {
    const fit = freeName(`${prefix}${fitName(name)}`, server, taken);
    taken.add(fit);
    names.set(name, fit);
  }
  return names;
}

/** The characters of a name that models may write; "_" stands for the others. */
export const fitName = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, most) || '_';

const isFit = (name: string) => name === fitName(name) && !reserved.has(name);

function freeName(name: string, server: string, taken: ReadonlySet<string>): string {
  const own = reserved.has(name) ? `${fitName(server)}_${name}` : name;
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `_${number}`;
    const free = own.slice(0, most - end.length) + end;
    if (!taken.has(free) && !reserved.has(free)) return free;
  }
}
