import { messagesOf } from '../../log/views.ts';
import { addUsage } from './conversation/counted-calls.ts';
import { hostMemoryUse } from './conversation/host-memory.ts';
import { OwnParts } from './conversation/own-parts.ts';
import type { Performer } from './performer.ts';

/** Computes what is known of the conversation, and of what outlives it; the analyst remembers it for the next turn. */
export const analyze: Performer<'analyze'> = async (_, performance) => {
  const { cast, log } = performance;
  const { analyst, clock, options } = cast;
  const { relevanceThreshold } = options.session;
  const used = await hostMemoryUse(performance);
  const messages = used?.messages ?? messagesOf(log);
  const own = new OwnParts(messages, performance);
  const relevant = await own.relevant();
  const analyzedAt = new Date(clock.now()).toISOString();
  const context = await own.analysis(analyst.analyze(messages, analyzedAt, { relevanceThreshold, relevant }));
  const shown = await own.shown(relevant, context);
  const usage = addUsage(own.used.usage, used?.usage);
  return {
    output: { ...context, ...(shown ? { shown } : {}), ...(used ? { memory: used.use } : {}) },
    ...(usage ? { usage } : {}),
  };
};
