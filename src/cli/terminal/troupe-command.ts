import { shellWord } from '../../text/shell-word.ts';

/** Where a run is kept and what it works on: what has to be given again to continue it. */
export interface Whereabouts {
  readonly store?: string | undefined;
  readonly files?: readonly string[];
  readonly charts?: string | undefined;
  readonly agents?: string | undefined;
  readonly mcp?: readonly string[];
  readonly allow?: readonly string[];
  readonly user?: string | undefined;
}

/** A command of ours that can be copied into a shell as it is. */
export function troupeCommand(words: readonly string[], whereabouts: Whereabouts = {}): string {
  const { store, files = [], charts, agents, mcp = [], allow = [], user } = whereabouts;
  const place = store === undefined ? [] : ['--store', store];
  const person = user === undefined ? [] : ['--user', user];
  const module = [
    ...(charts === undefined ? [] : ['--charts', charts]),
    ...(agents === undefined ? [] : ['--agents', agents]),
  ];
  const servers = [...mcp.flatMap((server) => ['--mcp', server]), ...allow.flatMap((right) => ['--allow', right])];
  const named = files.flatMap((file) => ['--file', file]);
  const parts = ['troupe', ...words, ...place, ...module, ...named, ...servers, ...person];
  return parts.map(shellWord).join(' ');
}
