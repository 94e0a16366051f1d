import type { Message } from '../domain/message.ts';
import type { RunOptions } from '../domain/options.ts';
import type { ExecutionStatus } from '../domain/status.ts';
import { TroupeError } from '../errors.ts';
import type { RunMetadata } from '../log/entries/request-labels.ts';
import type { Entry } from '../log/entry.ts';
import { type EntryData, entryTypes, type Note } from '../log/entry-types.ts';

/** Entries of a run with numbers from `first` to `last`, for tests of stores. */
export function sampleEntries(run: string, first: number, last: number): Entry[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const seq = first + index;
    return {
      seq,
      id: `${run}:${seq}`,
      run,
      at: new Date(Date.UTC(2026, 0, 1) + seq).toISOString(),
      kind: 'fact',
      type: 'effect.completed',
      actor: 'host/step-1#1',
      ...(seq > 1 ? { parent: `${run}:1` } : {}),
      status: 'success',
      data: {
        key: `k${seq}`,
        kind: 'useTool',
        output: {
          tool: 'sample',
          text: 'naïve 文字 🎭\n\u2028"\\',
          data: { list: [1, -0.5, null, true, {}], empty: '' },
          isError: false,
        },
      },
    };
  });
}

/** One entry that differs from the sample of its number. */
export function sampleEntry(run: string, seq: number, difference: { at?: string } & Partial<Note>): Entry {
  const sample = sampleEntries(run, seq, seq)[0] as Entry; // there is one from seq to seq
  const { kind } = entryTypes[difference.type ?? sample.type];
  return { ...sample, ...difference, kind } as Entry; // a type comes with its data
}

/** A moment, by its second. */
export const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 0, 0, second)).toISOString();
export const user = (content: string) => ({ role: 'user', content });

/** A request with messages. */
export const asked = (run: string, seq: number, ...messages: unknown[]): Entry => {
  // Stores keep what cannot be worked on, too, and read no options.
  const data = { run, messages: messages as Message[], options: {} as RunOptions, machine: 'sample@1' };
  return sampleEntry(run, seq, { type: 'request.received', at: at(seq), data });
};
/** A request of a conversation, with metadata. */
export const askedIn = (session: string, run: string, seq: number, metadata?: RunMetadata): Entry => {
  const { type, at: moment, data } = asked(run, seq, user('Why?'));
  // `asked` gives a request.
  const labelled = {
    ...data,
    session,
    ...(metadata === undefined ? {} : { metadata }),
  } as EntryData['request.received'];
  return sampleEntry(run, seq, { type: type as 'request.received', at: moment, data: labelled });
};
/** A request to an agent. */
export const askedAgent = (run: string, seq: number, input: object): Entry => {
  const data = { run, chart: 'team', version: '1', kind: 'agent', states: '', seed: 0, input } as const;
  return sampleEntry(run, seq, { type: 'chart.started', at: at(seq), data });
};
/** A run that comes to a status. */
export const moved = (run: string, seq: number, status: ExecutionStatus): Entry =>
  sampleEntry(run, seq, { type: 'status.changed', at: at(seq), data: { status, state: status } });

/** The code of the error that something ends with, whether it throws or rejects. */
export async function refusal(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof TroupeError ? error.code : error;
  }
}
