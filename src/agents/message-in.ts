import type { Message } from '../domain/message.ts';
import { TroupeError } from '../errors.ts';
import type { AgentEnd } from './agent.ts';

/** The end of an agent that has said one thing. */
export const endWith = (name: string, message: Message): AgentEnd => ({
  status: 'completed',
  message,
  history: [{ agent: name, message }],
  moves: [],
});

/** The message that somebody's own code came to. @throws TroupeError `usage` where there is nothing. */
export function messageIn(output: unknown, name: string): Message {
  if (output === undefined || output === null) {
    throw new TroupeError(
      'usage',
      `The agent "${name}" came to nothing. Give a text, a message, or { message, output }.`,
    );
  }
  if (typeof output === 'string') return { role: 'assistant', content: output };
  const found = (typeof output === 'object' && output !== null ? output : {}) as {
    content?: unknown;
    message?: unknown;
  }; // whatever it has
  if (typeof found.content === 'string') return { role: 'assistant', content: found.content };
  if (found.message !== undefined && found.message !== output) return messageIn(found.message, name);
  return { role: 'assistant', content: JSON.stringify(output) };
}
