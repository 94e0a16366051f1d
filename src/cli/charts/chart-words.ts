import type { Entry } from '../../log/entry.ts';
import { ownWords } from '../terminal/own-words.ts';
import { toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { localTime } from '../terminal/quantity.ts';

/** A value on one line: a state by its name, everything else as JSON. */
export const onOneLine = (value: unknown): string =>
  typeof value === 'string' ? toPrintableLine(value) : toPrintableJson(value ?? null);

/** What happened in an entry of a chart's run; nothing for what only a machine wants to know. */
export function chartWords(entry: Entry): string | undefined {
  const { type, actor, data } = entry;
  switch (type) {
    case 'chart.started':
      return `started ${data.chart}@${data.version}${data.input === undefined ? '' : ` ${onOneLine(data.input)}`}`;
    case 'event.received':
      return `${typeOf(data.event)} came for ${data.to}`;
    case 'actor.moved':
      return movedWords(actor, data);
    case 'effect.started':
      return `${data.key} began`;
    case 'effect.completed':
      return `${data.key} is done`;
    case 'effect.failed':
      return `${data.key} failed: ${data.error.message}`;
    case 'effect.stopped':
      return `${data.key} is not wanted any more`;
    case 'timer.set':
      return `${data.key} is set for ${localTime(new Date(data.dueAt))}`;
    case 'timer.fired':
      return `${data.key} is due`;
    case 'timer.cancelled':
      return `${data.key} is cancelled`;
    case 'action.failed':
      return `the action ${data.action} failed`;
    case 'note.taken':
      return `noted ${data.note}${data.params === undefined ? '' : ` ${onOneLine(data.params)}`}`;
    case 'entry.recorded':
      return ownWords(data);
    case 'event.emitted':
      return `emitted ${typeOf(data.event)}`;
    default:
      return runWords(entry);
  }
}

function runWords({ type, data }: Entry): string | undefined {
  switch (type) {
    case 'run.paused':
      return 'paused';
    case 'run.resumed':
      return 'resumed';
    case 'run.restored':
      return 'continued in another process';
    case 'run.cancelled':
      return `cancelled${data.reason === undefined ? '' : `: ${data.reason}`}`;
    case 'run.completed':
      return 'completed';
    case 'run.failed':
      return `failed: ${data.message}`;
    default:
      return undefined;
  }
}

function movedWords(actor: string, { value, status }: { readonly value?: unknown; readonly status: string }): string {
  const state = value === undefined ? '' : ` in ${onOneLine(value)}`;
  const verb = endings.get(status);
  return verb === undefined ? `${actor} is${state || ' at work'}` : `${actor} ${verb}${state}`;
}

const endings: ReadonlyMap<string, string> = new Map([
  ['done', 'ended'],
  ['error', 'failed'],
  ['stopped', 'was stopped'],
]);

const typeOf = (event: unknown) =>
  typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : 'an event';

/** Drops what says the same of an actor again: a state is entered once and its context may change many times. */
export class NewWords {
  readonly #last = new Map<string, string>();

  /** What is new in an entry, in words. */
  take(entry: Entry): string | undefined {
    const words = chartWords(entry);
    if (words === undefined || entry.type !== 'actor.moved') return words && toPrintableLine(words);
    if (this.#last.get(entry.actor) === words) return undefined;
    this.#last.set(entry.actor, words);
    return toPrintableLine(words);
  }
}
