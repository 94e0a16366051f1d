import type { ToolCall } from '../domain/message.ts';
import type { NotDone } from '../domain/thinking.ts';

/** What the rules answer: words, calls of tools, or both. */
export interface Reply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
}

export const say = (text: string): Reply => ({ text, toolCalls: [] });

export const move = (name: string, input: unknown, number = 1): ToolCall => ({
  id: `${name}-${number}`,
  name,
  arguments: JSON.stringify(input),
});

/** What nobody here can do, as calls beside an answer; with `whole` it is all that was asked for. */
export const refusals = (notDone: readonly NotDone[], whole = false): ToolCall[] =>
  notDone.map(({ what, why }, index) => move('cannot', { what, reason: why, ...(whole ? { whole } : {}) }, index + 1));
