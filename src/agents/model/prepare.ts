import { withinTime } from '../../actors/performers/within-time.ts';
import type { Message } from '../../domain/message.ts';
import type { RequestContext } from '../../domain/options.ts';
import { english } from '../../prompts/english.ts';
import type { SessionAccess } from '../../tools/tool.ts';
import type { SessionRef } from '../agent.ts';
import { agentEffect } from '../agent-effect.ts';
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
import type { ModelAgentSettings } from './model-agent-settings.ts';
import { memoryTokens } from './with-memory.ts';

/** What an agent's input is made of. */
export interface InputParts {
  /** What the user said. */
  readonly messages: readonly Message[];
  /** What the agents of the run have said and done so far. */
  readonly history: readonly HistoryEntry[];
  /** What is shared in this run; what is set here is not kept. */
  readonly session: SessionAccess;
  /** What the caller knows about this request. */
  readonly context: RequestContext;
  readonly runPath: readonly string[];
  /** Aborts when nobody wants the input any more, or its time is up. */
  readonly signal: AbortSignal;
  /** What this run tells the agent, after its own instructions. */
  readonly instructions: string | undefined;
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

/** The input of an agent, and what this run settles about it. */
export interface Prepared {
  readonly messages: readonly Message[];
  readonly settings: Partial<Pick<ModelAgentSettings, 'turns' | 'attempts' | 'approvalMs' | 'models'>>;
  /** The tokens that what is remembered takes beside it; nothing where nothing is. */
  readonly memoryTokens?: number;
}

export interface PrepareOptions {
  /** Of the agent. */
  readonly name: string;
  readonly instructions: Instructions;
  readonly genInput: GenInput | undefined;
  readonly rewrite: HistoryRewriter;
  readonly skipTransferMessages: boolean;
  readonly timeoutMs: number;
  readonly hasTools: boolean;
  readonly isReminded: boolean;
}

/**
 * Makes the input of an agent. It is an effect: what makes it may know of the request what is not in the log, and the log has what came of it, so that
 * whatever a model was asked can be computed again.
 */
export const prepare = (options: PrepareOptions) =>
  agentEffect<Prepared, PrepareInput>(async ({ input, signal, system }) => {
    const services = servicesOf(system);
    const { context, clock, optionsOf } = services;
    const { name, skipTransferMessages } = options;
    const { instructions, toolMs = options.timeoutMs, turns, attempts, approvalMs, models } = optionsOf(name);
    const { messages, runPath, session } = input;
    const history = skipTransferMessages ? withoutTransfers(input.history) : input.history;
    const values = new SessionValues(session?.getSnapshot().context.values ?? {});
    const date = new Date(clock.now()).toISOString().slice(0, 10);
    const late = `Its input took longer than ${toolMs} ms to make.`;
    const made = await withinTime(clock, toolMs, signal, late, (until) =>
      madeOf(options, { messages, history, session: values, context, runPath, instructions, signal: until }, date),
    );
    const settings = {
      ...(turns === undefined ? {} : { turns }),
      ...(attempts === undefined ? {} : { attempts }),
      ...(approvalMs === undefined ? {} : { approvalMs }),
      ...(models === undefined ? {} : { models: models.map((model) => model.name) }),
    };
    const tokens = await memoryTokens(services, options.isReminded, made);
    return { messages: made, settings, ...(tokens > 0 ? { memoryTokens: tokens } : {}) };
  });

async function madeOf(
  { instructions, genInput, rewrite, hasTools }: PrepareOptions,
  parts: InputParts,
  date: string,
): Promise<readonly Message[]> {
  if (genInput) return genInput(parts);
  const { messages, history, runPath } = parts;
  const own = typeof instructions === 'string' ? instructions : await instructions(parts);
  const reader = runPath.at(-1) ?? '';
  const told = rewrite === rewriteHistory ? fencedHistory(history, reader) : rewrite(history, reader);
  const isFenced = rewrite === rewriteHistory && told.some(isFence);
  const content = [
    own.trim(),
    parts.instructions?.trim() ?? '',
    english.today(date),
    isFenced ? aboutOthers(reader) : '',
    isFenced || hasTools ? english.isData([]) : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  return [{ role: 'system', content }, ...messages, ...told];
}
