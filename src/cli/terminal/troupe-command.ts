/** Where a run is kept and what it works on: what has to be given again to continue it. */
export interface Whereabouts {
  readonly store?: string | undefined;
  readonly files?: readonly string[];
  readonly charts?: string | undefined;
}

/** A command of ours that can be copied into a shell as it is. */
export function troupeCommand(words: readonly string[], { store, files = [], charts }: Whereabouts = {}): string {
  const place = store === undefined ? [] : ['--store', store];
  const module = charts === undefined ? [] : ['--charts', charts];
  const parts = ['troupe', ...words, ...place, ...module, ...files.flatMap((file) => ['--file', file])];
  return parts.map(shellWord).join(' ');
}

const shellWord = (text: string) => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
