import { withoutParts } from '../../domain/message.ts';
import { withNotes } from '../../domain/part.ts';
import type { Entry } from '../../log/entry.ts';
import type { ObservedBy } from '../../orchestrator/run/run-observer.ts';
import type { TracedEffect } from './trace.ts';

/** What a model was asked by an effect, with images and files in words, computed from the entries that were there when it began; nothing for an effect that has not begun. */
export async function promptAt(
  entries: readonly Entry[],
  key: string,
  effect: TracedEffect | undefined,
  promptOf: ObservedBy['promptOf'] | undefined,
): ReturnType<ObservedBy['promptOf']> {
  const started = entries.find((entry) => entry.type === 'effect.started' && entry.data.key === key);
  if (!effect || !started) return undefined;
  const next = entries.find((entry) => entry.seq > started.seq && entry.kind === 'fact');
  const prompt = await promptOf?.(entries.slice(0, (next?.seq ?? entries.length + 1) - 1), effect);
  const inWords = prompt?.messages.map((message) => ({
    ...withoutParts(message),
    content: withNotes(message.content, message.parts),
  }));
  return prompt && inWords && { ...prompt, messages: inWords };
}
