import type { Entry } from '../log/entry.ts';
import { briefLimits, cutValue } from './cut-value.ts';
import type { TimelineEntry } from './protocol.ts';

/** An entry of a log as the page lists it: without secrets, and not longer than a list needs. */
export function toTimeline({ seq, at, kind, type, actor, status, data }: Entry): TimelineEntry {
  let isCut = false;
  const short = cutValue(data, briefLimits, () => {
    isCut = true;
  }) as TimelineEntry['data']; // an object stays one
  return { seq, at, kind, type, actor, ...(status ? { status } : {}), data: short, ...(isCut ? { isCut } : {}) };
}
