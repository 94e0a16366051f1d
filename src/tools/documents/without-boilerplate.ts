import type { Block, Document } from './parse-document.ts';
import { withOmissions } from './pick-passages.ts';
import { sentenceSlices } from './sentence-slices.ts';
import type { SharedSentences } from './shared-sentences.ts';

/** A document without the sentences that many have alike in header and footer, its first and last block. What is all there is under a heading stays. */
export function withoutBoilerplate({ lines, blocks }: Document, common: SharedSentences): string {
  const text = lines.join('\n');
  const isEdge = ({ section }: Block) => !section || blocks.filter((block) => block.section === section).length > 1;
  const [first, last] = [blocks[0], blocks.at(-1)];
  const start = first && isEdge(first) ? text.replace(first.text, () => withoutCommon(first.text, common)) : text;
  if (!last || last === first || !isEdge(last)) return start;
  const at = start.lastIndexOf(last.text);
  return `${start.slice(0, at)}${withoutCommon(last.text, common)}${start.slice(at + last.text.length)}`;
}

const withoutCommon = (text: string, common: SharedSentences) =>
  withOmissions(sentenceSlices(text).map((slice) => (common(slice) === undefined ? slice : undefined)));
