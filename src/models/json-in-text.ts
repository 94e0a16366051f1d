/** What of JSON is in a text. */
export interface FoundJson {
  /** Every closed value, in the order of the text. */
  readonly values: readonly unknown[];
  /** Whether a value begins and never ends. */
  readonly isCut: boolean;
}

/** Finds the closed JSON objects and arrays in a text, whatever prose or code fence is around them. */
export function findJson(text: string): FoundJson {
  const whole = parse(text);
  if (whole.isJson) return { values: [whole.value], isCut: false };
  const values: unknown[] = [];
  for (let start = nextOpening(text, 0); start !== -1; ) {
    const end = closingOf(text, start);
    // Parts of a value that was cut must not pass for the value.
    if (end === -1) return { values, isCut: true };
    const span = text.slice(start, end + 1);
    const exact = parse(span);
    const found = exact.isJson ? exact : parse(repair(span));
    if (found.isJson) values.push(found.value);
    start = nextOpening(text, end + 1);
  }
  return { values, isCut: false };
}

/** A bracket that opens JSON, not one of prose such as `[link](…)` or `f { … }`. */
const opening = /\{(?=\s*(?:["'}]|[\p{L}_][\p{L}\p{N}_]*\s*:|$))|\[(?=\s*(?:["'{[\]\d-]|true\b|false\b|null\b|$))/u;

function nextOpening(text: string, from: number): number {
  const offset = text.slice(from).search(opening);
  return offset === -1 ? -1 : from + offset;
}

function closingOf(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (isInString && char === '\\') at++;
    else if (char === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at;
  }
  return -1;
}

/** Drops trailing commas and escapes line breaks and tabs inside strings. Closes nothing. */
function repair(span: string): string {
  return span.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (part) =>
    part === ',' ? '' : part.replace(/[\n\r\t]/g, (char) => JSON.stringify(char).slice(1, -1)),
  );
}

function parse(text: string): { isJson: true; value: unknown } | { isJson: false } {
  try {
    return { isJson: true, value: JSON.parse(text) };
  } catch {
    return { isJson: false };
  }
}
