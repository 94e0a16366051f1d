import { ownValue } from '../../../src/domain/own-value.ts';
import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { isCut } from '../../../src/inspect/set-path.ts';
import type { EntryType } from '../../../src/log/entry-types.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';
import { duration } from '../state/format.ts';

/** What stands before an entry in the timeline. */
export type EntrySymbol = 'in' | 'start' | 'done' | 'failed' | 'state' | 'person' | 'plan' | 'move';

/** What stands before each type of entry of a log. */
const symbols: Readonly<Record<EntryType, EntrySymbol>> = {
  'request.received': 'person',
  'run.paused': 'person',
  'run.resumed': 'person',
  'run.restored': 'move',
  'run.cancelled': 'person',
  'context.edited': 'person',
  'status.changed': 'state',
  'limit.reached': 'move',
  'run.completed': 'done',
  'run.failed': 'failed',
  'context.analyzed': 'move',
  'thought.formed': 'move',
  'answer.given': 'done',
  'plan.created': 'plan',
  'plan.updated': 'plan',
  'plan.edited': 'person',
  'plan.restored': 'plan',
  'plan.reviewed': 'person',
  'step.drafted': 'move',
  'step.started': 'start',
  'step.completed': 'done',
  'step.failed': 'failed',
  'step.skipped': 'move',
  'step.blocked': 'failed',
  'step.renewed': 'move',
  'correction.triggered': 'failed',
  'correction.attempted': 'move',
  'hop.taken': 'start',
  'hop.completed': 'done',
  'results.collected': 'move',
  'feedback.given': 'done',
  'effect.started': 'start',
  'effect.progressed': 'move',
  'effect.completed': 'done',
  'effect.failed': 'failed',
  'effect.cancelled': 'move',
  'timer.fired': 'done',
  'clarification.requested': 'person',
  'clarification.answered': 'person',
  'approval.given': 'person',
  'approval.refused': 'person',
  'question.asked': 'person',
  'question.answered': 'person',
  'question.withdrawn': 'move',
  'message.added': 'person',
  'approval.requested': 'person',
  'chart.started': 'person',
  'event.received': 'in',
  'event.emitted': 'move',
  'actor.moved': 'state',
  'action.called': 'start',
  'action.failed': 'failed',
  'note.taken': 'move',
  'effect.stopped': 'move',
  'timer.set': 'start',
  'timer.cancelled': 'move',
  'entry.recorded': 'in',
};

const isOfLog = (type: string): type is EntryType => Object.hasOwn(symbols, type);

export function symbolOf({ type, status }: TimelineEntry): EntrySymbol {
  if (isOfLog(type)) return symbols[type];
  // An event of any actor system.
  if (status === 'failed' || type.endsWith('.failed')) return 'failed';
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

/** What entries say, where that is not a field of its own. */
const ownWords: Readonly<Partial<Record<string, (data: TimelineEntry['data']) => unknown>>> = {
  'chart.started': ({ chart, version, input }) =>
    `${chart}@${version}${input === undefined ? '' : ` ${briefly(input)}`}`,
  'event.received': ({ event }) => fieldOf(event, 'type'),
  'event.emitted': ({ event }) => fieldOf(event, 'type'),
  'actor.moved': ({ value, status }) => (value === undefined ? status : briefly(value)),
  'action.called': ({ action }) => action,
  'action.failed': ({ action }) => action,
  'note.taken': ({ note, params }) => (params === undefined ? note : `${note} ${briefly(params)}`),
  'timer.set': ({ key, dueAt }) => `${key} · due ${dueAt}`,
  'hop.taken': ({ id, question, restsOn }) =>
    `${id} rests on ${Array.isArray(restsOn) ? restsOn.join(', ') : ''} · ${beginningOf(question)}`,
  'correction.triggered': ({ step, reason }) => [step, beginningOf(reason)].filter(Boolean).join(' · '),
  'correction.attempted': ({ step, action, specialist }) =>
    [step, wayOf(action, specialist)].filter(Boolean).join(' · '),
  'step.drafted': ({ step }) => `${fieldOf(step, 'id')} · ${beginningOf(fieldOf(step, 'description'))}`,
  'results.collected': ({ results }) => beginningOf(fieldOf(results, 'summary')),
  'entry.recorded': ({ name, value }) => `${name} ${rememberedIn(name, value) ?? briefly(value)}`,
};

/** What was tried when something failed again and again. */
function wayOf(action: unknown, specialist: unknown): unknown {
  const ways: Readonly<Record<string, string>> = {
    specialist: `${specialist} takes it over`,
    tool: `a tool is taken away from ${specialist}`,
    prompt: 'once more, with other words',
    plan: 'another plan',
  };
  return typeof action === 'string' ? (ownValue(ways, action) ?? action) : action;
}

/** How much a memory knew: its entries have ids alone, which say nothing to a reader. */
function rememberedIn(name: unknown, value: unknown): string | undefined {
  const items = name === 'memory.retrieved' ? fieldOf(value, 'items') : undefined;
  return Array.isArray(items) ? `${items.length} ${items.length === 1 ? 'memory' : 'memories'}` : undefined;
}

/** A value on one line. */
function briefly(value: unknown): string {
  const whole = beginningOf(value);
  if (typeof whole === 'string') return whole;
  return JSON.stringify(whole, (_key, each) => beginningOf(each)).replaceAll('"', '');
}

/** A few words on an entry, from what its data says first. */
export function textOf({ type, data }: TimelineEntry): string {
  const words = ownWords[type]?.(data);
  if (typeof words === 'string') return words.slice(0, 160);
  const { plan, messages } = data;
  if (plan && typeof plan === 'object') {
    const written = fieldOf(plan, 'steps');
    const steps = Array.isArray(written) ? `${written.length} steps` : '';
    return [`v${fieldOf(plan, 'version')}`, String(fieldOf(plan, 'title') ?? ''), steps].filter(Boolean).join(' · ');
  }
  const parts = named.flatMap((name) => {
    const value = beginningOf(data[name]);
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  if (Array.isArray(data.results)) {
    for (const result of data.results) {
      const name = fieldOf(result, 'specialistName');
      if (name !== undefined) parts.push(`${name}, ${duration(numberOf(result, 'durationMs') ?? 0)}`);
    }
  }
  const last = Array.isArray(messages) ? messages.at(-1) : undefined;
  const said = beginningOf(fieldOf(data.error, 'message') ?? fieldOf(last, 'content'));
  if (typeof said === 'string') parts.push(said);
  return parts.slice(0, 3).join(' · ').replace(/\s+/g, ' ').slice(0, 160);
}

/** The entries that contain every word of a filter, in their type, actor or text. */
export function matches(entry: TimelineEntry, words: readonly string[]): boolean {
  const hay = `#${entry.seq} ${entry.type} ${entry.actor} ${textOf(entry)}`.toLowerCase();
  return words.every((word) => hay.includes(word));
}
