import { TroupeError } from '../errors.ts';
import { toFileNames } from './file-kind.ts';
import { toPlainText } from './plain-text.ts';
import { readLimited } from './read-limited.ts';

/** One paragraph of a document, under its heading. */
export interface Passage {
  readonly file: string;
  readonly heading: string;
  readonly text: string;
}

/** A closed set of texts. */
export interface Documents {
  readonly names: readonly string[];
  /** All passages, or those of one document, in their order. Throws when a file cannot be read. */
  passages(name?: string): readonly Passage[];
}

/** Which documents there are, and how much of them may be read. */
export interface DocumentsOptions {
  /** The files: `.md`, `.txt`, or `.json` that is not a table. No other file can be read. */
  readonly files: readonly string[];
  /** @default 8388608 */
  readonly maxBytes?: number;
}

/** Opens a closed set of documents by name; each call reads them anew. */
export function createDocuments({ files, maxBytes = 8 * 1024 * 1024 }: DocumentsOptions): Documents {
  const paths = toFileNames(files);
  return {
    names: [...paths.keys()],
    passages: (name) => {
      if (name === undefined)
        return [...paths].flatMap(([file, path]) => toPassages(file, decode(file, path, maxBytes)));
      const known = [...paths].find(([file]) => file.toLowerCase() === name.trim().toLowerCase());
      if (known) return toPassages(known[0], decode(known[0], known[1], maxBytes));
      throw new TroupeError(
        'tool',
        `There is no document "${name}". The documents are ${[...paths.keys()].join(', ') || 'none'}.`,
      );
    },
  };
}

function decode(name: string, path: string, maxBytes: number): string {
  try {
    return toPlainText(new TextDecoder('utf-8', { fatal: true }).decode(readLimited(name, path, maxBytes)));
  } catch (cause) {
    if (cause instanceof TroupeError) throw cause;
    throw new TroupeError('tool', `${name} is not UTF-8 text. Save it in UTF-8.`, { cause });
  }
}

export function toPassages(file: string, text: string): Passage[] {
  const passages: Passage[] = [];
  let heading = '';
  for (const block of text.split(/\n\s*\n|\n(?=#{1,6}\s)|(?<=^#{1,6}\s[^\n]*)\n/m)) {
    const title = /^#{1,6}\s(.*)$/.exec(block.trim());
    if (title) heading = title[1]?.trim() ?? '';
    else if (block.trim() !== '') passages.push({ file, heading, text: block.trim() });
  }
  return passages;
}
