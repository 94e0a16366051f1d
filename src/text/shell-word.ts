/** A text as one word of a command that can be copied into a shell as it is. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,-][\w./:@%+=,#-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
