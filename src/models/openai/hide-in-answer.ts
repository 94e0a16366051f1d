import type { ModelRequest, ModelResponse } from '../model.ts';
import { type HideKey, hideInPieces } from './hide-key.ts';

/** A request whose listeners never receive a key; call `end` when the answer is whole. */
export function hideFromListeners(request: ModelRequest, hide: HideKey): { request: ModelRequest; end(): void } {
  const { onDelta, onCallDelta } = request;
  const text = hideInPieces(hide, (piece) => onDelta?.(piece));
  const calls = new Map<number, ReturnType<typeof hideInPieces>>();
  const callAt = (index: number, name: string) => {
    const call = calls.get(index) ?? hideInPieces(hide, (piece) => onCallDelta?.({ index, name, text: piece }));
    calls.set(index, call);
    return call;
  };
  return {
    request: {
      ...request,
      onDelta: text.add,
      onCallDelta: (piece) => callAt(piece.index, hide(piece.name)).add(piece.text),
    },
    end() {
      text.end();
      for (const call of calls.values()) call.end();
    },
  };
}

/** An endpoint knows the key, so it may be anywhere in what it says. */
export function hideInResponse(response: ModelResponse, hide: HideKey): ModelResponse {
  const { text, reasoning, toolCalls, provider, ...rest } = response;
  return {
    ...rest,
    text: hide(text),
    ...(reasoning === undefined ? {} : { reasoning: hide(reasoning) }),
    toolCalls: toolCalls.map((call) => ({
      id: hide(call.id),
      name: hide(call.name),
      arguments: hide(call.arguments),
      ...(call.provider === undefined ? {} : { provider: hideInValue(call.provider, hide) }),
    })),
    ...(provider === undefined ? {} : { provider: hideInValue(provider, hide) }),
  };
}

/** What stands for a key fits into a string of JSON. */
const hideInValue = <T>(value: T, hide: HideKey): T => JSON.parse(hide(JSON.stringify(value))) as T; // of the same shape
