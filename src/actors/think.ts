import { z } from 'zod';
import { responseBranch, thinkingResultSchema } from '../domain/thinking.ts';
import { contextOf } from '../log/views.ts';
import { jsonFieldReader } from '../models/json-field-reader.ts';
import { thinkWire, toThinkingResult } from '../prompts/wire.ts';
import { callModel, cardsOf, type Performer, resourcesOf, structuredOf } from './performer.ts';

/** What has to be known of a thought before its answer can be streamed. */
const decisionSchema = thinkingResultSchema.pick({ complexity: true, responseStrategy: true }).extend({
  question: z
    .string()
    .nullish()
    .transform((question) => question ?? undefined),
});

interface Input {
  readonly remark: string | undefined;
  readonly mayAsk: boolean;
}

const schema = { name: 'thinking', schema: thinkWire };

/** Thinks about the request: one call, which may already carry the answer. An answer that will be given is streamed while it is written. */
export const think: Performer<Input> = async ({ remark, mayAsk }, performance) => {
  const { cast, log, speech } = performance;
  const began = cast.clock.now();
  const topic = {
    purpose: 'think',
    context: contextOf(log),
    specialists: cardsOf(cast.specialists),
    resources: await resourcesOf(cast.specialists, performance.signal),
    mayAsk,
    ...(remark === undefined ? {} : { remark }),
  } as const;
  const { complexityThreshold } = cast.options;
  const isDirect = (before: Readonly<Record<string, unknown>>) => {
    const decided = decisionSchema.safeParse(before);
    if (!decided.success) return false;
    // Whether the run will ask is not known before the question is.
    if (mayAsk && decided.data.responseStrategy === 'clarification' && !('question' in before)) return false;
    const isContinuation = before.isContinuation === true;
    const thought = { ...decided.data, answer: 'being written' };
    return responseBranch(thought, { complexityThreshold, isContinuation, mayAsk }) === 'direct';
  };
  const onText = jsonFieldReader('answer', speech.add, isDirect);
  const response = await callModel(performance, topic, { schema, onText });
  const now = cast.clock.now();
  const times = { timestamp: new Date(now).toISOString(), durationMs: now - began };
  return { output: toThinkingResult(structuredOf(response, schema), times), usage: response.usage };
};
