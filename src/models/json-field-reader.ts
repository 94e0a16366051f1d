import { thinkingNames } from './thinking-tags.ts';

type Scalar = string | number | boolean | null;

const openingTag = new RegExp(`^<(?:${thinkingNames})>$`, 'i');
const closingTag = new RegExp(`^</(?:${thinkingNames})>$`, 'i');
const longestTag = '</reasoning>'.length;

/**
 * Reads one text field of a JSON object while the object arrives, and tells its characters as they come. What stands before the object
 * (a code fence, thinking in tags) is passed over. `isWanted` is asked when the field begins, with the plain values of the fields before it.
 *
 * Contract: it never throws, and its work grows with the length of the text only, whatever stands in it. Of a text that is no such object
 * nothing more is told; whoever has the whole text judges it.
 */
export function jsonFieldReader(
  field: string,
  tell: (text: string) => void,
  isWanted: (before: Readonly<Record<string, Scalar>>) => boolean,
): (piece: string) => void {
  const before: Record<string, Scalar> = {};
  let preamble = '';
  let state: 'preamble' | 'thinking' | 'key' | 'value' | 'nested' | 'field' | 'over' = 'preamble';
  let key = '';
  let token = '';
  let isInString = false;
  let pending = '';
  let depth = 0;

  const seek = (char: string) => {
    if (preamble === '' && char.trim() === '') return;
    preamble += char;
    if (char === '>' && preamble.length <= longestTag && openingTag.test(preamble))
      [state, preamble] = ['thinking', ''];
    if (char !== '{') return;
    // Prose before the object may hold braces of its own: then the whole text is waited for.
    state = /^(?:<[\s\S]*>\s*)?(?:```\w*\s*)?\{$/.test(preamble) ? 'key' : 'over';
  };
  /** Passes over what is thought. Of that only the end is kept which may be a tag. */
  const passThinking = (char: string) => {
    if (char === '<') preamble = char;
    else if (preamble.length < longestTag) preamble += char;
    if (char === '>' && closingTag.test(preamble)) [state, preamble] = ['preamble', '<>'];
  };
  /** The text of a string token that has just ended. */
  const unquote = (): string | undefined => {
    try {
      return JSON.parse(token) as string; // a string token
    } catch {
      state = 'over';
      return undefined;
    }
  };
  const readKey = (char: string) => {
    if (isInString) {
      token += char;
      if (pending) pending = '';
      else if (char === '\\') pending = char;
      else if (char === '"') {
        isInString = false;
        key = unquote() ?? '';
      }
    } else if (char === '"') [isInString, token] = [true, char];
    else if (char === ':') [state, token] = ['value', ''];
    else if (char === '}') state = 'over';
  };
  const keep = () => {
    const text = token.trim();
    try {
      if (text !== '') before[key] = JSON.parse(text) as Scalar; // nested values are passed over
    } catch {
      state = 'over';
    }
  };
  const readValue = (char: string) => {
    if (isInString) {
      token += char;
      if (pending) pending = '';
      else if (char === '\\') pending = char;
      else if (char === '"') isInString = false;
    } else if (token === '' && char.trim() === '') {
      return;
    } else if (char === '"' && token === '' && key === field) {
      state = isWanted(before) ? 'field' : 'over';
    } else if (char === '"') {
      isInString = true;
      token += char;
    } else if ((char === '{' || char === '[') && token === '') {
      [state, depth] = ['nested', 1];
    } else if (char === ',' || char === '}') {
      keep();
      if (state === 'value') state = char === ',' ? 'key' : 'over';
    } else token += char;
  };
  const passNested = (char: string) => {
    if (isInString) {
      if (pending) pending = '';
      else if (char === '\\') pending = char;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) [state, token] = ['value', ''];
  };
  /** A character of the field, or nothing while an escape is not complete. */
  const readField = (char: string): string => {
    if (pending === '') {
      if (char === '\\') pending = char;
      else if (char === '"') state = 'over';
      else return char;
      return '';
    }
    pending += char;
    if (pending[1] === 'u' && pending.length < 6) return '';
    const text = pending;
    pending = '';
    try {
      return JSON.parse(`"${text}"`) as string; // a string token
    } catch {
      state = 'over';
      return '';
    }
  };

  return (piece) => {
    if (state === 'over') return;
    let told = '';
    for (const char of piece) {
      if (state === 'preamble') seek(char);
      else if (state === 'thinking') passThinking(char);
      else if (state === 'key') readKey(char);
      else if (state === 'value') readValue(char);
      else if (state === 'nested') passNested(char);
      else if (state === 'field') told += readField(char);
      else break;
    }
    if (told !== '') tell(told);
  };
}
