import type { RetryPolicy } from '../../domain/effect.ts';
import type { ToolOffer } from './offered-tools.ts';

/** How long a call that may be tried again waits, unless somebody says otherwise. */
export const defaultRetry: RetryPolicy = { baseMs: 500, maxMs: 8_000, maxAskedMs: 60_000 };

/** What is settled about an agent when it is made. */
export interface ModelAgentSettings {
  readonly name: string;
  /** How often its model is asked at most, with the results of its tools in between. */
  readonly turns: number;
  readonly attempts: number;
  readonly retry: RetryPolicy;
  /** The names of its models, in the order in which they are asked. */
  readonly models: readonly string[];
  /** From the name of a tool to whom it calls. */
  readonly delegates: Readonly<Record<string, Delegation>>;
  readonly offer: ToolOffer;
  /** What a call of its model may have, in tokens. */
  readonly windowTokens: number | undefined;
  /** How long a person has to approve a call. */
  readonly approvalMs: number | undefined;
  /** Whether its answer has to have a shape. */
  readonly isShaped: boolean;
}

/** The agent that a tool calls: always the same, or the one that an argument of the call names. */
export type Delegation =
  | { readonly agent: string }
  | { readonly by: string; readonly agents: Readonly<Record<string, string>> };
