import { messageOf, TroupeError } from '../errors.ts';

/** What is submitted to a run, as its log will have it: a copy that nobody else can change. @throws TroupeError `usage` for what is not JSON. */
export function asData<T extends object>(submitted: T, what: string): T {
  try {
    return JSON.parse(JSON.stringify(submitted)) as T; // what went in
  } catch (cause) {
    throw new TroupeError('usage', `${what} is not JSON: ${messageOf(cause)}.`, { cause });
  }
}
