import { type ComponentChild, h } from 'preact';
import { markEnd, markStart } from './marks.ts';

/** A text with its marked parts as elements. */
export function withMarks(text: string): ComponentChild {
  if (!text.includes(markStart)) return text;
  return text.split(markStart).flatMap((piece, place) => {
    const [marked = '', rest = ''] = piece.split(markEnd);
    return place === 0 ? [piece] : [h('mark', { key: place }, marked), rest];
  });
}
