import { TroupeError } from '../../errors.ts';
import type { WaitingFor } from '../../log/run-result.ts';
import type { Person, Spoken } from '../person.ts';
import { type Reply, readReply, sendReply } from '../reply.ts';
import type { FollowedRun } from './followed-run.ts';

/** Has a signal that aborts when a run that waits for a person continues. */
export function watchWait(run: FollowedRun): { readonly signal: AbortSignal; end(): void } {
  let waiting = new AbortController();
  const end = run.subscribe((event) => {
    if (event.type !== 'status.changed') return;
    if (event.data.status === 'waiting') waiting = new AbortController();
    else waiting.abort();
  });
  return {
    get signal() {
      return waiting.signal;
    },
    end,
  };
}

/** Passes on what the person replies, unless the run continues before; true when the person has left. */
export async function askPerson(
  run: FollowedRun,
  waiting: WaitingFor,
  continues: AbortSignal,
  person: Person,
  tell: (text: string) => Promise<void>,
): Promise<boolean> {
  let last = { type: 'ended' } as Spoken; // the reader below knows more
  const reply = await readReply(waiting, async (prompt) => {
    last = await person.read(prompt, continues);
    return last.type === 'message' ? last.text : undefined;
  });
  const status = run.log.findLast((entry) => entry.type === 'status.changed')?.data.status;
  if (status !== 'waiting') {
    // It has waited long enough and continued on its own.
    if (last.type === 'message') await person.tooLate?.(last.text);
    return false;
  }
  if (reply) await sendSafely(run, reply, tell);
  else if (last.type === 'interrupted') run.cancel('cancelled by the person');
  return last.type === 'ended';
}

/** A reply that does not fit is asked for again, and does not end the run. */
async function sendSafely(run: FollowedRun, reply: Reply, tell: (text: string) => Promise<void>): Promise<void> {
  try {
    await sendReply(run, reply);
  } catch (error) {
    if (!(error instanceof TroupeError) || error.code !== 'usage') throw error;
    await tell(error.message);
  }
}
