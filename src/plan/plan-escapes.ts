const reference = /&(amp;)*#(\d+);/g;

/** Characters that stand for nothing but themselves. */
export const toReferences = (text: string) => [...text].map((character) => `&#${character.codePointAt(0)};`).join('');

/** Texts are trimmed when they are read: what that would take, and carriage returns, become character references. */
export function encode(text: string): string {
  if (!/[&\r]|^\s|\s$/.test(text)) return text;
  const escaped = text.replace(reference, (found) => found.replace('&', '&amp;'));
  const body = escaped.trim();
  const start = escaped.length - escaped.trimStart().length;
  const [before, after] = [escaped.slice(0, start), escaped.slice(start + body.length)];
  return `${toReferences(before)}${body.replaceAll('\r', toReferences)}${toReferences(after)}`;
}

export const encodeLine = (text: string) => encode(text).replaceAll('\n', toReferences);

export function decode(text: string): string {
  return text
    .trim()
    .replace(reference, (found, amp, code) =>
      amp === undefined ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : found.replace('amp;', ''),
    );
}
