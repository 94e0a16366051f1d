import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { fieldOf } from '../state/field-of.ts';

/** A question to a person that an entry opens or closes. */
export interface AskEntry {
  readonly key: string;
  readonly opens: boolean;
  /** Of a question that opens: what is asked, and the step that it is about. */
  readonly words: string;
  readonly step?: string;
  /** Of an answer that does not say which question it is for: the actor whose it is. */
  readonly of?: string;
}

const opening = new Set(['clarification.requested', 'approval.requested', 'question.asked']);
const closing = new Set([
  'clarification.answered',
  'plan.reviewed',
  'approval.given',
  'approval.refused',
  'question.answered',
  'question.withdrawn',
]);

/** What an entry says of questions to people; nothing for all others. */
export function askOf({ type, data, actor }: TimelineEntry): AskEntry | undefined {
  if (opening.has(type)) {
    const { step } = data;
    const words = data.kind === 'plan-review' ? `plan v${data.version}` : String(data.question ?? data.kind ?? '');
    return { key: `question ${data.id}`, opens: true, words, ...(typeof step === 'string' ? { step } : {}) };
  }
  if (closing.has(type))
    return { key: `question ${data.id}`, opens: false, words: '', ...(data.id ? {} : { of: actor }) };
  if (type === 'message.added' && data.answers) return { key: `question ${data.answers}`, opens: false, words: '' };
  if (type === 'event.emitted') return askOfAgent(data.event, actor);
  // Nobody waits for an answer to somebody who was stopped.
  if (type === 'actor.moved' && data.status !== 'active') return { key: '', opens: false, words: '', of: actor };
  return undefined;
}

function askOfAgent(event: unknown, actor: string): AskEntry | undefined {
  const [kind, ask] = [fieldOf(event, 'type'), fieldOf(event, 'ask')];
  if (kind === 'ask.opened') {
    return {
      key: `question ${actor} ${fieldOf(ask, 'number')}`,
      opens: true,
      words: String(fieldOf(ask, 'question') ?? ''),
    };
  }
  if (kind !== 'ask.closed') return undefined;
  return { key: `question ${actor} ${fieldOf(event, 'number')}`, opens: false, words: '' };
}
