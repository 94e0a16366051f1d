import type { RunMetadata } from '../entries/request-labels.ts';
import type { Entry } from '../entry.ts';
import type { RunLog } from '../run-log.ts';
import { kinds } from './kinds.ts';

/** What somebody has written on a run last, as far as these entries say; nothing where they do not. */
export function metadataIn(entries: readonly Entry[]): RunMetadata | undefined {
  for (let place = entries.length - 1; place >= 0; place--) {
    const metadata = kinds.metadataSet.read(entries[place] as Entry); // within the list
    if (metadata) return metadata;
  }
  return undefined;
}

/** What is written on a run: what it was started with, or what has changed since. */
export const metadataOf = (log: RunLog): RunMetadata | undefined =>
  metadataIn(log.all('entry.recorded')) ?? log.latest('request.received')?.data.metadata;
