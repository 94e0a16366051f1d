import { statSync } from 'node:fs';
import { messageOf, TroupeError } from '../../errors.ts';
import { toFileNames } from '../file-kind.ts';
import { toPlainText } from '../plain-text.ts';
import { readLimited } from '../read-limited.ts';
import { matchTitle } from './match-title.ts';
import { type Document, parseDocument } from './parse-document.ts';

/** What could be read of a set of documents. */
export interface Library {
  /** The same list as before while no file has changed. */
  readonly documents: readonly Document[];
  /** Why the others cannot be read, one sentence each. */
  readonly problems: readonly string[];
}

/** A closed set of texts. */
export interface Documents {
  readonly names: readonly string[];
  /** One document, by its name or one that is near to it. Throws when there is none, or it cannot be read. */
  open(name: string): Document;
  all(): Library;
}

/** Which documents there are, and how much of them may be read. */
export interface DocumentsOptions {
  /** The files: `.md`, `.txt`, or `.json` that is not a table. No other file can be read. */
  readonly files: readonly string[];
  /** @default 8388608 */
  readonly maxBytes?: number;
}

/** So much of a document is read where nothing else is said. */
export const maxDocumentBytes = 8 * 1024 * 1024;

/** Opens a closed set of documents by name; what has changed is read again. */
export function createDocuments({ files, maxBytes = maxDocumentBytes }: DocumentsOptions): Documents {
  const paths = toFileNames(files);
  const names = [...paths.keys()];
  const known = new Map<string, { version: string; document: Document }>();
  const read = (name: string): Document => {
    const path = paths.get(name) ?? name;
    const stat = statSync(path, { throwIfNoEntry: false });
    const version = `${stat?.mtimeMs} ${stat?.size}`;
    const before = known.get(name);
    if (stat && before?.version === version) return before.document;
    const document = parseDocument(name, textOf(name, path, maxBytes));
    known.set(name, { version, document });
    return document;
  };
  let last: readonly Document[] = [];
  return {
    names,
    open: (name) => {
      const match = matchTitle(name, names);
      if (match !== undefined) return read(match);
      throw new TroupeError('tool', `There is no document "${name}". The documents are ${names.join(', ') || 'none'}.`);
    },
    all: () => {
      const problems: string[] = [];
      const documents = names.flatMap((name) => {
        try {
          return [read(name)];
        } catch (error) {
          problems.push(messageOf(error));
          return [];
        }
      });
      const isSame = documents.length === last.length && documents.every((each, at) => each === last[at]);
      if (!isSame) last = documents;
      return { documents: last, problems };
    },
  };
}

/** The text of a file in which there is something to read. */
function textOf(name: string, path: string, maxBytes: number): string {
  const text = decode(name, path, maxBytes);
  if (text.trim() === '') throw new TroupeError('tool', `${name} is empty. Give a file with text.`);
  if (!/\.json$/i.test(name)) return text;
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new TroupeError('tool', `${name} is not JSON: ${messageOf(cause)}.`, { cause });
  }
  return text;
}

function decode(name: string, path: string, maxBytes: number): string {
  try {
    return toPlainText(new TextDecoder('utf-8', { fatal: true }).decode(readLimited(name, path, maxBytes)));
  } catch (cause) {
    if (cause instanceof TroupeError) throw cause;
    throw new TroupeError('tool', `${name} is not UTF-8 text. Save it in UTF-8.`, { cause });
  }
}
