import type { Message } from '../domain/message.ts';
import { type ExecutionStatus, isEnded } from '../domain/status.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { RunMetadata } from '../log/entries/request-labels.ts';
import type { Entry } from '../log/entry.ts';
import type { EntryData } from '../log/entry-types.ts';
import { metadataIn } from '../log/own/metadata-of.ts';
import { agentRequestIn } from '../log/request-of.ts';
import type { Lease, RunSummary } from './store.ts';

/** The line of a run in a list, from its row; a database without a type for truth values keeps them as 0 and 1. */
export const toSummary = (row: Readonly<Record<string, unknown>>): RunSummary => ({
  run: String(row.run),
  status: String(row.status) as ExecutionStatus, // written by `append` from an entry
  isPaused: Boolean(row.is_paused),
  question: String(row.question),
  startedAt: String(row.started_at),
  updatedAt: String(row.updated_at),
  entries: Number(row.entries),
  bytes: Number(row.bytes),
  isArchived: Boolean(row.is_archived),
  ...(typeof row.session === 'string' ? { session: row.session } : {}),
  // Written by `append` from an entry, as JSON.
  ...(typeof row.metadata === 'string' ? { metadata: JSON.parse(row.metadata) as RunMetadata } : {}),
});

/** What entries say about their run for its line in a list: only what they change. */
export function summaryChange(entries: readonly Entry[]): {
  status?: ExecutionStatus;
  question?: string;
  isPaused?: boolean;
  session?: string;
  metadata?: RunMetadata;
} {
  const status = entries.findLast((entry) => entry.type === 'status.changed')?.data.status;
  const chart = entries.find((entry) => entry.type === 'chart.started');
  const request = entries.find((entry) => entry.type === 'request.received')?.data ?? agentRequestIn(chart);
  // What cannot be worked on is in a log too.
  const messages: unknown = request?.messages;
  const asked = (Array.isArray(messages) ? messages : []).findLast(
    (message: Message | null) => message?.role === 'user',
  );
  const metadata = metadataIn(entries) ?? request?.metadata;
  const question = typeof asked?.content === 'string' ? asked.content.slice(0, 200) : chart && chartLine(chart.data);
  const gate = entries.findLast((entry) => entry.type === 'run.paused' || entry.type === 'run.resumed');
  const isPaused = status && isEnded(status) ? false : gate && gate.type === 'run.paused';
  return {
    ...(status ? { status } : {}),
    ...(question === undefined ? {} : { question }),
    ...(isPaused === undefined ? {} : { isPaused }),
    ...(request?.session === undefined ? {} : { session: request.session }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** What a run of a chart is called in a list: the chart, and the beginning of what it was given. */
const chartLine = ({ chart, version, input }: EntryData['chart.started']) =>
  `${chart}@${version}${input === undefined ? '' : ` ${JSON.stringify(input)}`}`.slice(0, 200);

/** Somebody else has written to the run. */
export function conflict(run: string, expected: number, found: number): TroupeError {
  return new TroupeError(
    'store',
    `Run ${run} has ${found} entries in the store, but this process knows of ${expected}. ` +
      'Another process has written to it, or the id was used before: start a new run, or read this one again.',
  );
}

/** Somebody else has taken over the run. */
export function lost({ run, owner }: Lease): TroupeError {
  return new TroupeError(
    'lease',
    `Run ${run} is driven by another process now; ${owner} may not write to it any more.`,
  );
}

export function archived(run: string): TroupeError {
  return new TroupeError('store', `Run ${run} is archived. It can be read, but nothing can be added to it.`);
}

/** The archive of a run cannot be unpacked. */
export function brokenArchive(run: string, cause: unknown): TroupeError {
  return new TroupeError('bad-log', `The archive of run ${run} is damaged: ${messageOf(cause)}.`, { cause });
}

/** A message of a conversation is missing. */
export function brokenConversation(run: string, seq: number): TroupeError {
  const what = `The conversation of the log entry at run ${run}, number ${seq} is damaged`;
  return new TroupeError('bad-log', `${what}: a message of it is missing.`);
}
