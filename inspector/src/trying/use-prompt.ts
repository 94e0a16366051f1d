import { useEffect, useState } from 'preact/hooks';
import { askOrThrow, session } from '../state/store.ts';
import { errorWords } from './use-means.ts';

/** A message as it was sent to a model. */
export interface PromptMessage {
  readonly role?: string;
  /** The tool whose result it is. */
  readonly name?: string;
  readonly content?: unknown;
  readonly toolCalls?: readonly { readonly name?: string; readonly arguments?: string }[];
}

export interface Tool {
  readonly name?: string;
  readonly description?: string;
  readonly parameters?: unknown;
}

export interface Prompt {
  readonly messages?: readonly PromptMessage[];
  readonly tools?: readonly Tool[];
  readonly toolChoice?: { readonly name: string } | 'none';
}

/** What was found: a prompt with messages, nothing for an effect that asks no model, or why it cannot be had. */
export interface FoundPrompt {
  readonly prompt?: Prompt;
  readonly problem?: string;
}

/** What a model was asked by the effect of a key; undefined until the server has said it. */
export function usePrompt(key: string | undefined): FoundPrompt | undefined {
  const [found, setFound] = useState<(FoundPrompt & { readonly key: string }) | undefined>(undefined);
  const { id } = session.value;
  useEffect(() => {
    if (key === undefined) return;
    let isWanted = true;
    askOrThrow({ type: 'prompt', session: id, key }).then(
      (data) => isWanted && setFound({ key, ...(data ? { prompt: data as Prompt } : {}) }), // as the protocol says
      (error) => isWanted && setFound({ key, problem: errorWords(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, id]);
  return found?.key === key ? found : undefined;
}
