import type { Entry } from '../../log/entry.ts';
import type { PromptOf } from './inspected-run.ts';
import type { TracedEffect } from './trace.ts';

/** What a model was asked by an effect, computed from the entries that were there when it began; nothing for an effect that has not begun. */
export function promptAt(
  entries: readonly Entry[],
  key: string,
  effect: TracedEffect | undefined,
  promptOf: PromptOf | undefined,
): ReturnType<PromptOf> | undefined {
  const started = entries.find((entry) => entry.type === 'effect.started' && entry.data.key === key);
  if (!effect || !started) return undefined;
  const next = entries.find((entry) => entry.seq > started.seq && entry.kind === 'fact');
  return promptOf?.(entries.slice(0, (next?.seq ?? entries.length + 1) - 1), effect);
}
