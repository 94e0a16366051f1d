import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { nameOf } from '../state/format.ts';
import { symbolOf } from './entry-text.ts';

/** Who did something, and to whom; nothing where nobody else is concerned. */
export interface EntryEnds {
  readonly from: string;
  readonly to?: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? nameOf(value) : undefined);

/** From where an entry comes and where it goes: a call to its effect and back, a question to a person, a step to its actor. */
export function endsOf(entry: TimelineEntry): EntryEnds {
  const { type, data, actor, kind } = entry;
  const own = nameOf(actor);
  if (type.startsWith('effect.') || type === 'timer.fired') return endsOfEffect(entry);
  const worker = text(data.actor);
  if (type === 'step.started' && worker) return { from: own, to: worker };
  if ((type === 'step.completed' || type === 'step.failed') && worker) return { from: worker, to: own };
  if (type === 'event.received') return { from: text(data.from) ?? 'outside', to: text(data.to) ?? own };
  if (symbolOf(entry) !== 'person') return { from: own };
  return kind === 'fact' ? { from: 'you', to: own } : { from: own, to: 'you' };
}

function endsOfEffect({ type, data, actor }: TimelineEntry): EntryEnds {
  const effect = text(data.source) ?? text(data.kind) ?? 'effect';
  // The effects of a chart have a path of their own, below whoever asked for them.
  const owner = nameOf(data.kind === 'source' ? actor.slice(0, Math.max(0, actor.lastIndexOf('/'))) || actor : actor);
  return type === 'effect.started' || type === 'effect.stopped'
    ? { from: owner, to: effect }
    : { from: effect, to: owner };
}
