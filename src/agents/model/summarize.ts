import type { Message } from '../../domain/message.ts';
import type { Usage } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import { languageOf } from '../../text/language-of.ts';
import { agentEffect } from '../agent-effect.ts';
import { servicesOf } from '../agent-services.ts';
import { askModel, type ModelOptions } from './ask-model.ts';
import { withMemory } from './with-memory.ts';

export interface SummarizeInput {
  readonly agent: string;
  readonly runPath: readonly string[];
  /** Which of its models. */
  readonly model: number;
  readonly messages: readonly Message[];
  readonly maxOutputTokens?: number;
}

/** What a call came to that makes a summary. */
export interface Summary {
  readonly text: string;
  readonly usage: Usage;
  /** Who wrote it. */
  readonly model: string;
}

/** Has the model of an agent summarise what has to make room. */
export const summarize = (options: ModelOptions) =>
  agentEffect<Summary, SummarizeInput>(async ({ input, signal, self, system }) => {
    const { agent, runPath } = input;
    const { messages } = await withMemory(servicesOf(system), input.messages, { isReminded: false, signal });
    const { response, model } = await askModel(options, input, { signal, self, system }, ({ date, ...about }) => ({
      ...about,
      brief: {
        purpose: 'agent',
        agent,
        runPath,
        messages,
        isSummary: true,
        language: languageOf(messages.at(-1)?.content ?? ''),
        date,
      },
      messages,
    }));
    const { text, usage } = response;
    if (text.trim() === '') throw new ModelError('bad-output', `${model} gave an empty summary.`, { usage });
    return { text, usage, model };
  });
