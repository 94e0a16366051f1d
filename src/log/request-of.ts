import { TroupeError } from '../errors.ts';
import type { Entry, EntryOf } from './entry.ts';

/** The first entry of a run of the host. @throws TroupeError `bad-log` for what is not the log of one. */
export function requestOf(entries: readonly Entry[]): EntryOf<'request.received'> {
  const [first] = entries;
  if (first?.type === 'request.received') return first;
  throw new TroupeError('bad-log', 'This log does not begin with a request, so it is not the log of a run.');
}
