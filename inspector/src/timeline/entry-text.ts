import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { isCut } from '../../../src/inspect/set-path.ts';
import { duration } from '../state/format.ts';

/** What stands before an entry in the timeline. */
export type EntrySymbol = 'in' | 'start' | 'done' | 'failed' | 'state' | 'person' | 'plan' | 'move';

export function symbolOf({ type, status }: TimelineEntry): EntrySymbol {
  if (status === 'failed' || type.endsWith('.failed')) return 'failed';
  if (
    /^(clarification|approval|message|request|run\.(paused|resumed|cancelled)|context\.edited|plan\.(edited|reviewed))/.test(
      type,
    )
  ) {
    return 'person';
  }
  if (type.startsWith('plan.')) return 'plan';
  if (type === 'status.changed') return 'state';
  if (type.endsWith('.started')) return 'start';
  if (status === 'success' || /\.(completed|fired|given)$/.test(type)) return 'done';
  return type.includes('.') && status === undefined ? 'move' : 'in';
}

const named = [
  'id',
  'state',
  'key',
  'question',
  'text',
  'reason',
  'branch',
  'message',
  'description',
  'event',
  'effect',
];

/** Of what was cut for the wire, how it begins; else the value itself. */
const beginningOf = (value: unknown) => (isCut(value) ? value.head : value);

/** A few words on an entry, from what its data says first. */
export function textOf({ data }: TimelineEntry): string {
  const plan = data.plan as { title?: unknown; version?: unknown; steps?: unknown } | undefined;
  if (plan && typeof plan === 'object') {
    const steps = Array.isArray(plan.steps) ? `${plan.steps.length} steps` : '';
    return [`v${plan.version}`, String(plan.title ?? ''), steps].filter(Boolean).join(' · ');
  }
  const error = data.error as { message?: unknown } | null | undefined;
  const messages = Array.isArray(data.messages)
    ? (data.messages.at(-1) as { content?: unknown } | undefined)
    : undefined;
  const parts = named.flatMap((name) => {
    const value = beginningOf(data[name]);
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  if (Array.isArray(data.results)) {
    for (const result of data.results as { specialistName?: string; durationMs?: number }[]) {
      if (result.specialistName !== undefined)
        parts.push(`${result.specialistName}, ${duration(result.durationMs ?? 0)}`);
    }
  }
  const said = beginningOf(error?.message ?? messages?.content);
  if (typeof said === 'string') parts.push(said);
  return parts.slice(0, 3).join(' · ').replace(/\s+/g, ' ').slice(0, 160);
}

/** The entries that contain every word of a filter, in their type, actor or text. */
export function matches(entry: TimelineEntry, words: readonly string[]): boolean {
  const hay = `#${entry.seq} ${entry.type} ${entry.actor} ${textOf(entry)}`.toLowerCase();
  return words.every((word) => hay.includes(word));
}
