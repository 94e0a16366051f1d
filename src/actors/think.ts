import { contextOf, messagesOf } from '../log/views.ts';
import { thinkWire, toThinkingResult } from '../prompts/wire.ts';
import { callModel, cardsOf, type Performer, resourcesOf, structuredOf } from './performer.ts';

const schema = { name: 'thinking', schema: thinkWire };

/** Thinks about the request: one call, which may already carry the answer. */
export const think: Performer<{ remark: string | undefined }> = async ({ remark }, performance) => {
  const { cast, log } = performance;
  const began = cast.clock.now();
  const brief = {
    purpose: 'think',
    messages: messagesOf(log),
    context: contextOf(log),
    specialists: cardsOf(cast.specialists),
    resources: await resourcesOf(cast.specialists, performance.signal),
    ...(remark === undefined ? {} : { remark }),
  } as const;
  const response = await callModel(performance, cast.model, brief, { schema });
  const now = cast.clock.now();
  const times = { timestamp: new Date(now).toISOString(), durationMs: now - began };
  return { output: toThinkingResult(structuredOf(response, schema), times), usage: response.usage };
};
