/** What the browser remembers for the page under a name; a browser that refuses to (private, framed) remembers nothing. */
export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(`troupe.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`troupe.${name}`, value);
  } catch {
    // The choice holds until the page is closed.
  }
}
