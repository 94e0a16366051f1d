import type { Message } from '../../domain/message.ts';
import type { SessionAccess } from '../../tools/tool.ts';
import type { SessionRef } from '../agent.ts';
import { agentEffect } from '../agent-effect.ts';
import { servicesOf } from '../agent-services.ts';
import { type HistoryEntry, type HistoryRewriter, withoutTransfers } from '../history.ts';
import { SessionValues } from '../session.ts';
import { withinTime } from '../within-time.ts';

/** What an agent's input is made of. */
export interface InputParts {
  /** What the user said. */
  readonly messages: readonly Message[];
  /** What the agents of the run have said and done so far. */
  readonly history: readonly HistoryEntry[];
  /** What is shared in this run; what is set here is not kept. */
  readonly session: SessionAccess;
  /** What the caller knows about this request. */
  readonly context: unknown;
  readonly runPath: readonly string[];
  /** Aborts when nobody wants the input any more, or its time is up. */
  readonly signal: AbortSignal;
}

/** The input of an agent: what its model reads before it says anything. */
export type GenInput = (parts: InputParts) => readonly Message[] | Promise<readonly Message[]>;

/** What an agent is told to be, as a text or made for each request. */
export type Instructions = string | ((parts: InputParts) => string | Promise<string>);

export interface PrepareInput {
  readonly messages: readonly Message[];
  readonly history: readonly HistoryEntry[];
  readonly runPath: readonly string[];
  readonly session: SessionRef | undefined;
}

export interface PrepareOptions {
  readonly instructions: Instructions;
  readonly genInput: GenInput | undefined;
  readonly rewriteHistory: HistoryRewriter;
  readonly skipTransferMessages: boolean;
  readonly timeoutMs: number;
}

/**
 * Makes the input of an agent. It is an effect: what makes it may know of the request what is not in the log, and the log has what came of it, so that
 * whatever a model was asked can be computed again.
 */
export const prepare = (options: PrepareOptions) =>
  agentEffect<readonly Message[], PrepareInput>(async ({ input, signal, system }) => {
    const { context, clock } = servicesOf(system);
    const { timeoutMs, skipTransferMessages } = options;
    const { messages, runPath, session } = input;
    const history = skipTransferMessages ? withoutTransfers(input.history) : input.history;
    const values = new SessionValues(session?.getSnapshot().context.values ?? {});
    const date = new Date(clock.now()).toISOString().slice(0, 10);
    const late = `Its input took longer than ${timeoutMs} ms to make.`;
    return withinTime(clock, timeoutMs, signal, late, (until) =>
      madeOf(options, { messages, history, session: values, context, runPath, signal: until }, date),
    );
  });

async function madeOf(
  { instructions, genInput, rewriteHistory }: PrepareOptions,
  parts: InputParts,
  date: string,
): Promise<readonly Message[]> {
  if (genInput) return genInput(parts);
  const told = typeof instructions === 'string' ? instructions : await instructions(parts);
  const content = [told.trim(), `Today is ${date}.`].filter((part) => part !== '').join('\n\n');
  return [{ role: 'system', content }, ...parts.messages, ...rewriteHistory(parts.history, parts.runPath.at(-1) ?? '')];
}
