import { isRecord } from '../domain/is-record.ts';
import type { Message } from '../domain/message.ts';
import { TroupeError } from '../errors.ts';
import type { RunMetadata } from './entries/request-labels.ts';
import type { Entry, EntryOf } from './entry.ts';

/** The first entry of a run of the host. @throws TroupeError `bad-log` for what is not the log of one. */
export function requestOf(entries: readonly Entry[]): EntryOf<'request.received'> {
  const [first] = entries;
  if (first?.type === 'request.received') return first;
  throw new TroupeError('bad-log', 'This log does not begin with a request, so it is not the log of a run.');
}

/** What a run of an agent was asked. */
export interface AskedOfAgent {
  readonly messages: readonly Message[];
  readonly session?: string;
  readonly metadata?: RunMetadata;
}

/** What the first entry of a run of an agent says that it was asked; nothing for the entry of another run. */
export function agentRequestIn(first: Entry | undefined): AskedOfAgent | undefined {
  if (first?.type !== 'chart.started' || first.data.kind !== 'agent' || !isRecord(first.data.input)) return undefined;
  const { messages, sessionId, metadata } = first.data.input;
  return {
    messages: Array.isArray(messages) ? messages : [], // as the runner of agents has checked them
    ...(typeof sessionId === 'string' ? { session: sessionId } : {}),
    ...(isRecord(metadata) ? { metadata: metadata as RunMetadata } : {}), // the same
  };
}

/** Whether a log is that of a run of an agent. */
export const isAgentLog = (entries: readonly Entry[]): boolean => agentRequestIn(entries[0]) !== undefined;
