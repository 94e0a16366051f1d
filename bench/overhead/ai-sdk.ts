import { generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { type CallKind, type ChatMessage, reply } from './job.ts';
import { plainJob } from './plain.ts';

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

const modelFor = (kind: CallKind) =>
  new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: 'text', text: await reply(kind) }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage,
      warnings: [],
    }),
  });

const models = new Map<CallKind, MockLanguageModelV4>();

/** The plain code, with the AI SDK's `generateText` for each call. */
export const aiSdkJob = (messages: readonly ChatMessage[]): Promise<string> =>
  plainJob(messages, async (kind, asked) => {
    const model = models.get(kind) ?? modelFor(kind);
    models.set(kind, model);
    const { text } = await generateText({ model, messages: [...asked] });
    // The mock keeps what it was asked: over many runs that would be measured, too.
    model.doGenerateCalls.length = 0;
    return text;
  });
