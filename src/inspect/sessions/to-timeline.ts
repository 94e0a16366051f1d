import type { Entry } from '../../log/entry.ts';
import { briefLimits, cutFields, fullLimits } from '../cut-value.ts';
import type { TimelineEntry } from '../protocol.ts';
import { withoutSecrets } from '../secrets.ts';

/** An entry of a log as the page lists it: without secrets, and not longer than a list needs. */
export function toTimeline({ seq, at, kind, type, actor, status, data }: Entry): TimelineEntry {
  let isCut = false;
  const fields = cutFields(data, isPlanData(type) ? fullLimits : briefLimits, () => {
    isCut = true;
  });
  // Steps and effects are found by these, so they are whole.
  const names = {
    ...('id' in data ? { id: withoutSecrets(data.id ?? '') } : {}),
    ...('key' in data ? { key: withoutSecrets(data.key) } : {}),
  };
  return {
    seq,
    at,
    kind,
    type,
    actor,
    ...(status ? { status } : {}),
    data: { ...fields, ...names },
    ...(isCut ? { isCut } : {}),
  };
}

/** The page reads plans and what becomes of their steps as data, not as something to show: none of it is ever cut. */
const isPlanData = (type: string) => type.startsWith('plan.') || type.startsWith('step.');
