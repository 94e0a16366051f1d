/** Runs that a tokenizer treats alike: Han, other letters, digits, line breaks and wide gaps, punctuation. */
const runs =
  /(?<han>\p{Script=Han}+)|(?<word>[^\p{Script=Han}\P{L}]+)|(?<digits>\p{N}+)|(?<gap>\n\s*|[^\S\n]{2,})|[^\p{L}\p{N}\s]+/gu;

/** Guesses how many tokens a text has; within 13 % of o200k on English, Chinese, CSV and code. */
export function estimateTokens(text: string): number {
  return Math.ceil(tokensInAscii(text) ?? tokensIn(text));
}

function tokensIn(text: string): number {
  let tokens = 0;
  for (const { 0: run, groups } of text.matchAll(runs)) {
    if (groups?.han) tokens += run.length * 0.7;
    // Latin words are mostly one token each; words of other scripts are cut into pieces.
    else if (groups?.word) tokens += run < '\u0250' ? Math.max(1, run.length / 6.5) : run.length / 2.5;
    else if (groups?.digits) tokens += Math.ceil(run.length / 3);
    else if (groups?.gap) tokens += 0.6;
    else tokens += Math.max(0.8, run.length / 2.2);
  }
  return tokens;
}

const [word, digits, newline, blank, other] = [1, 2, 3, 4, 5];
/** What each character of ASCII belongs to. */
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return word;
  if (/\d/.test(character)) return digits;
  if (character === '\n') return newline;
  return /\s/.test(character) ? blank : other;
});

/** What a character belongs to; 0 for one that is not ASCII. */
function classAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 128 ? (classes[code] ?? 0) : 0;
}

/** The same by counting characters, many times faster, for a text in which all are ASCII; nothing for another one. */
function tokensInAscii(text: string): number | undefined {
  let tokens = 0;
  const { length } = text;
  for (let start = 0; start < length; ) {
    const first = classAt(text, start);
    if (first === 0) return undefined;
    let end = start + 1;
    if (first === newline) while (end < length && isSpace(classAt(text, end))) end++;
    else while (end < length && classAt(text, end) === first) end++;
    const size = end - start;
    if (first === word) tokens += Math.max(1, size / 6.5);
    else if (first === digits) tokens += Math.ceil(size / 3);
    else if (first === other) tokens += Math.max(0.8, size / 2.2);
    else if (first === newline || size > 1) tokens += 0.6;
    start = end;
  }
  return tokens;
}

const isSpace = (kind: number) => kind === newline || kind === blank;
