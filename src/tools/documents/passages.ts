import { fillPieces } from './fill-pieces.ts';
import type { Block, Document } from './parse-document.ts';
import { sentenceSlices } from './sentence-slices.ts';

/** One paragraph of a document, or a piece of a long one. */
export interface Passage {
  readonly file: string;
  /** The section that it stands in; empty above the first heading. */
  readonly heading: string;
  /** What stands above it: the name of the file, the title, the sections around its own. */
  readonly place: string;
  readonly text: string;
}

const longest = 1000;

/** The passages of a document in their order. */
export function passagesOf({ file, title, blocks }: Document): Passage[] {
  return blocks.flatMap((block) => {
    const { name: heading = '', around = [] } = block.section ?? {};
    const place = [...new Set([file, title, ...around])].join(' ');
    return piecesOf(block).map((text) => ({ file, heading, place, text: text.trim() }));
  });
}

/** A block in pieces that are not too long, the rows of a table with its head above them. */
function piecesOf({ text }: Block): string[] {
  if (text.length <= longest) return [text];
  const head = /^\|.{1,300}\n\|[-:| \t]{1,300}\n/.exec(text)?.[0] ?? '';
  return fillPieces(sentenceSlices(text), longest, head);
}
