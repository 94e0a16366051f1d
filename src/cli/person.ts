import { createInterface } from 'node:readline';
import type { World } from './world.ts';

/** What came from a person, or from the pipe in their place; or nothing did before the reading was given up. */
export type Spoken =
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'interrupted' | 'ended' | 'given up' };

/** Who answers the questions of a run and reviews its plans. */
export interface Person {
  /** The next line. Reading is given up when the signal aborts. */
  read(prompt: string, signal: AbortSignal): Promise<Spoken>;
  /** Receives a line that came after the run had continued on its own. */
  tooLate?(text: string): Promise<void>;
}

/** Whether a person sits there: they can be asked, and can reply. */
export const isAtTerminal = ({ stdin, stderr }: Pick<World, 'stdin' | 'stderr'>): boolean =>
  stdin.isTTY === true && stderr.isTTY === true;

/** The person at the terminal. The terminal edits the line itself. */
export function personAt({ stdin, stderr, signal }: World): Person {
  return {
    read(prompt, givenUp) {
      const isOver = AbortSignal.any([signal, givenUp]);
      if (isOver.aborted) return Promise.resolve({ type: 'given up' });
      const reader = createInterface({ input: stdin, output: stderr, terminal: false });
      return new Promise((resolve) => {
        const stop = () => reader.close();
        isOver.addEventListener('abort', stop, { once: true });
        reader.once('close', () => {
          isOver.removeEventListener('abort', stop);
          resolve({ type: isOver.aborted ? 'given up' : 'ended' });
        });
        reader.question(prompt, (text) => {
          resolve({ type: 'message', text });
          reader.close();
        });
      });
    },
  };
}
