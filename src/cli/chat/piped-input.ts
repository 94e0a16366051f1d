import { createInterface } from 'node:readline';
import type { World } from '../world.ts';
import { type ChatInput, lineJoiner } from './chat-input.ts';

/** Lines of a pipe or a file. They wait until somebody reads them. */
export function pipedInput({ stdin, signal }: World): ChatInput {
  const reader = createInterface({ input: stdin, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
  const joiner = lineJoiner();
  const messages: string[] = [];
  let hasEnded = false;
  let wake = () => {};
  reader.on('line', (line) => {
    const text = joiner.add(line);
    if (text !== undefined) messages.push(text);
    wake();
  });
  reader.once('close', () => {
    if (joiner.isOpen) messages.push(joiner.take());
    hasEnded = true;
    wake();
  });
  const close = () => reader.close();
  signal.addEventListener('abort', close, { once: true });
  return {
    async read(_prompt, givenUp) {
      while (messages.length === 0 && !hasEnded && !givenUp?.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          givenUp?.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      if (givenUp?.aborted) return { type: 'given up' };
      const text = signal.aborted ? undefined : messages.shift();
      return text === undefined ? { type: 'ended' } : { type: 'message', text };
    },
    typed: '',
    get hasEnded() {
      return hasEnded && messages.length === 0;
    },
    close,
  };
}
