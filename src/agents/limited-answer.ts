import { limitText, type ReachedLimit } from '../domain/limit.ts';
import type { Message } from '../domain/message.ts';

/** The answer of an agent whose work a limit has ended: what was said, and that there would have been more. */
export function limitedAnswer(said: string | undefined, limit: ReachedLimit): Message {
  const note = `[The limit of ${limitText(limit)} ended the work here.]`;
  return { role: 'assistant', content: said ? `${said}\n\n${note}` : note };
}
