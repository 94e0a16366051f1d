/** The names of the tags in which models think aloud, as a part of a pattern. */
export const thinkingNames = 'think|thinking|reasoning';

export const openingTags: readonly string[] = thinkingNames.split('|').map((name) => `<${name}>`);

const opening = new RegExp(`\\s*<(${thinkingNames})>`, 'iy');
const anyOpening = new RegExp(`<(?:${thinkingNames})>`, 'i');
const closingLine = new RegExp(`^[ \\t]*</(?:${thinkingNames})>[ \\t]*$`, 'im');

/** The tag that ends what was thought under a name. */
export const closingTag = (name: string): RegExp => new RegExp(`</${name}>`, 'ig');

/**
 * Separates an answer from what was thought aloud before it. Only what stands in tags at the very beginning counts, so that a text may speak of
 * the tags. Some templates keep the first tag to themselves: then the last one stands on a line of its own. What never ends has no answer yet.
 */
export function splitLeadingThinking(text: string): { answer: string; thinking: string } {
  let thinking = '';
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const [begin = '', name] = opening.exec(text) ?? [];
    if (name === undefined) break;
    const closing = closingTag(name);
    closing.lastIndex = at + begin.length;
    const end = closing.exec(text);
    thinking += text.slice(at + begin.length, end?.index);
    if (!end) return { answer: '', thinking };
    at = closing.lastIndex;
  }
  if (at > 0) return { answer: text.slice(at).trimStart(), thinking };
  const end = closingLine.exec(text);
  const before = text.slice(0, end?.index);
  // In a code block it is spoken of.
  const isShown = (before.match(/^[ \t]*```/gm)?.length ?? 0) % 2 === 1;
  if (!end || isShown || anyOpening.test(before)) return { answer: text, thinking };
  return { answer: text.slice(end.index + end[0].length).trimStart(), thinking: text.slice(0, end.index) };
}
