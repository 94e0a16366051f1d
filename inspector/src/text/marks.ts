/** Around a part of a text that is to be marked; signs that no text has. */
export const [markStart, markEnd] = ['\u{E000}', '\u{E001}'];
