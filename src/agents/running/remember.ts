import { useMemory } from '../../actors/performers/conversation/remembering.ts';
import type { MemoryUse } from '../../conversation/memory-use.ts';
import type { Message } from '../../domain/message.ts';
import { agentEffect } from '../agent-effect.ts';
import { servicesOf } from '../agent-services.ts';

/** What of a request the memory is asked about. */
export interface RememberInput {
  readonly messages: readonly Message[];
  readonly sessionId?: string;
  readonly learns?: false;
}

/** What the memory had to do with a run. */
export interface RememberOutput {
  readonly memory: MemoryUse;
}

/** Takes from the request what is to be known later, and recalls what is known for it; the log has references alone. */
export const remember = agentEffect<RememberOutput, RememberInput>(async ({ input, signal, system }) => {
  const { memory, clock, context, run } = servicesOf(system);
  // Whoever continues the run may do so without the memory.
  if (!memory) return { memory: { recalled: [], learned: [] } };
  const { messages, sessionId } = input;
  const asked = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
  const source = { run, ...(sessionId === undefined ? {} : { session: sessionId }) };
  const occasion = { said: messages, asked, source, learns: input.learns !== false, signal };
  const { use } = await useMemory({ memory, clock, context }, occasion);
  return { memory: use };
});
