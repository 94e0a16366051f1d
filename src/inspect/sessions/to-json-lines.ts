/** Entries as they are stored in a file: one line of JSON each. */
export const toJsonLines = (entries: readonly object[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
