import { fromPromise } from 'xstate';
import type { Message } from '../../domain/message.ts';
import { english } from '../../prompts/english.ts';
import type { SessionAccess } from '../../tools/tool.ts';
import type { SessionRef } from '../agent.ts';
import { servicesOf } from '../agent-services.ts';
import {
  aboutOthers,
  fencedHistory,
  type HistoryEntry,
  type HistoryRewriter,
  isFence,
  rewriteHistory,
  withoutTransfers,
} from '../history.ts';
import { SessionValues } from '../session.ts';

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
  readonly rewrite: HistoryRewriter;
  readonly skipTransferMessages: boolean;
  readonly hasTools: boolean;
}

/**
 * Makes the input of an agent. It is an effect: what makes it may know of the request what is not in the log, and the log has what came of it, so that
 * whatever a model was asked can be computed again.
 */
export const prepare = ({ instructions, genInput, rewrite, skipTransferMessages, hasTools }: PrepareOptions) =>
  fromPromise<readonly Message[], PrepareInput>(async ({ input, system }) => {
    const { context, clock } = servicesOf(system);
    const { messages, runPath, session } = input;
    const history = skipTransferMessages ? withoutTransfers(input.history) : input.history;
    const values = new SessionValues(session?.getSnapshot().context.values ?? {});
    const parts = { messages, history, session: values, context, runPath };
    if (genInput) return genInput(parts);
    const own = typeof instructions === 'string' ? instructions : await instructions(parts);
    const date = new Date(clock.now()).toISOString().slice(0, 10);
    const reader = runPath.at(-1) ?? '';
    const told = rewrite === rewriteHistory ? fencedHistory(history, reader) : rewrite(history, reader);
    const isFenced = rewrite === rewriteHistory && told.some(isFence);
    const content = [
      own.trim(),
      english.today(date),
      isFenced ? aboutOthers(reader) : '',
      isFenced || hasTools ? english.isData([]) : '',
    ]
      .filter((part) => part !== '')
      .join('\n\n');
    return [{ role: 'system', content }, ...messages, ...told];
  });
