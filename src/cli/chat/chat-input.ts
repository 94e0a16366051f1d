import type { Spoken } from '../person.ts';

/** Where the messages of a chat come from. A line that ends with a backslash continues in the next one. */
export interface ChatInput {
  /** The next message. Reading is given up when the signal aborts: what was typed until then stands at the next prompt. */
  read(prompt: string, signal?: AbortSignal): Promise<Spoken>;
  /** What stands on the line so far, and has not been entered. */
  readonly typed: string;
  /** No more will come. */
  readonly hasEnded: boolean;
  close(): void;
}

/** Joins lines that belong together; undefined while the last of them continues. */
export function lineJoiner() {
  let parts: string[] = [];
  const take = () => {
    const text = parts.join('\n');
    parts = [];
    return text;
  };
  return {
    add(line: string, continues = line.endsWith('\\')): string | undefined {
      parts.push(continues ? line.replace(/\\$/, '') : line);
      return continues ? undefined : take();
    },
    take,
    get isOpen() {
      return parts.length > 0;
    },
  };
}
