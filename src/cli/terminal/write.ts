import type { Writable } from 'node:stream';

/** Writes and waits until the text has left the process, or cannot: errors are reported to the stream's owner. */
export function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.write(text, () => resolve());
  });
}
