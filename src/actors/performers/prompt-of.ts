import { inWords, type Message } from '../../domain/message.ts';
import type { Entry } from '../../log/entry.ts';
import type { Model, ModelRequest, ToolSpec } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import { type AskedEffect, performApart } from './calls/perform-apart.ts';
import type { Cast } from './performer.ts';

/** What a model is asked, with images and files in words. */
export interface Prompt extends Pick<ModelRequest, 'toolChoice'> {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** The name of the shape that the answer has to have. */
  readonly schema?: string;
}

/** Computes again what an effect asks a model, from the log up to it. No model is called and no function of a specialist. */
export async function promptOf(
  cast: Cast,
  entries: readonly Entry[],
  effect: AskedEffect,
): Promise<Prompt | undefined> {
  let asked: ModelRequest | undefined;
  const silence = (): Model => ({
    name: 'nobody',
    isFree: true,
    call(request) {
      asked = request;
      return Promise.reject(new ModelError('aborted', 'Nobody is asked.'));
    },
  });
  const apart = { key: 'inspection', signal: new AbortController().signal, standsFor: silence };
  await performApart(cast, entries, effect, apart).catch(() => {});
  return (
    asked && {
      messages: asked.messages.map(inWords),
      tools: asked.tools ?? [],
      ...(asked.toolChoice ? { toolChoice: asked.toolChoice } : {}),
      ...(asked.schema ? { schema: asked.schema.name } : {}),
    }
  );
}
