import type { Message } from 'troupe';
import { purposeOf } from '../http/purpose.ts';
import { type Endpoint, reply, say, startEndpoint } from '../models/endpoint.ts';
import type { ReferenceRun } from './reference-runs.ts';

interface ReferenceEndpoint extends Endpoint {
  /** The keys of the calls that were answered in full. */
  readonly answered: readonly string[];
}

/** An endpoint for a run, with its own list of the calls it has answered in full. */
export async function startReferenceEndpoint(run: ReferenceRun): Promise<ReferenceEndpoint> {
  const answered: string[] = [];
  const endpoint = await startEndpoint((response, { body, headers }) => {
    const key = decodeURIComponent(String(headers['idempotency-key']));
    const { purpose, step, text } = purposeOf(body.messages as Message[]); // a chat completion request has them
    const answer = run.answer({ purpose, step, text, key });
    response.once('finish', () => answered.push(key));
    if (typeof answer === 'string' || !('status' in answer)) say(response, answer);
    else reply(response, answer.status, { error: { message: 'slow down' } }, { 'retry-after-ms': '1' });
  });
  return { ...endpoint, answered };
}
