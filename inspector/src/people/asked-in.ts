import type { OpenAsk, TimelineEntry } from '../../../src/inspect/protocol.ts';
import { headOf } from '../../../src/inspect/set-path.ts';
import { fieldOf } from '../state/field-of.ts';
import type { Session } from '../state/session.ts';

const opening = new Set(['approval.requested', 'question.asked', 'clarification.requested']);

/** The entry with which something is asked; nothing while that is not here. */
export function askedIn(current: Session, { id, actor }: OpenAsk): TimelineEntry | undefined {
  current.entryCount.value;
  // The question of an agent is called after its entry.
  const seq = /^ask-(\d+)$/.exec(id)?.[1];
  const own = seq === undefined ? undefined : current.entryAt(Number(seq));
  if (own?.type === 'event.emitted' && own.actor === actor) return own;
  return current.entries.findLast(({ type, data }) => opening.has(type) && data.id === id);
}

/** What a model said beside a call that a person is asked about: why it wants it; the entry has all of it. */
export function saidBeside(
  current: Session,
  ask: OpenAsk,
): { readonly seq: number; readonly text: string } | undefined {
  const { tool, actor } = ask;
  const asked = askedIn(current, ask);
  if (tool === undefined || actor === undefined || !asked) return undefined;
  for (let place = asked.seq; place > Math.max(0, asked.seq - farthest); place--) {
    const entry = current.entryAt(place);
    if (entry?.type !== 'effect.completed' || !isNear(entry.actor, actor)) continue;
    const output = headOf(entry.data.output);
    const calls = headOf(fieldOf(output, 'toolCalls'));
    if (!Array.isArray(calls) || !calls.some((call) => fieldOf(call, 'name') === tool)) continue;
    const text = headOf(fieldOf(current.fullEntries.value.get(place)?.data.output ?? output, 'text'));
    return typeof text === 'string' && text.trim() !== '' ? { seq: place, text } : undefined;
  }
  return undefined;
}

/** So far back its call is looked for. */
const farthest = 500;

/** Whether both belong to one who works: an effect, or a call, stands below it. */
const isNear = (one: string, other: string) =>
  one.startsWith(other) || other.startsWith(one) || parent(one) === parent(other);
const parent = (path: string) => path.slice(0, path.lastIndexOf('/'));
