import { messagesOf } from '../../log/views.ts';
import type { Performer } from './performer.ts';
import { useMemory } from './remembering.ts';

/** Computes what is known of the conversation, and of what outlives it; the analyst remembers it for the next turn. */
export const analyze: Performer<'analyze'> = async (_, performance) => {
  const { cast, log } = performance;
  const { analyst, clock, options, memory } = cast;
  const { relevanceThreshold } = options.session;
  const used = memory && (await useMemory(memory, performance));
  const analyzedAt = new Date(clock.now()).toISOString();
  const context = analyst.analyze(used?.messages ?? messagesOf(log), analyzedAt, { relevanceThreshold });
  return { output: used ? { ...context, memory: used.use } : context };
};
