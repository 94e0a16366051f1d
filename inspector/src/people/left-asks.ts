import { computed, effect, signal, untracked } from '@preact/signals';
import type { OpenAsk, TimelineEntry } from '../../../src/inspect/protocol.ts';
import { endOf } from '../run/run-facts.ts';
import { fieldOf } from '../state/field-of.ts';
import { notify, showDecision } from '../state/page-state.ts';
import type { Session } from '../state/session.ts';
import { session } from '../state/store.ts';
import { askedIn } from './asked-in.ts';
import { forgetTyped, typedText } from './typed.ts';

/** Something that was asked, and is not any more though nobody has answered it on this page. */
interface LeftAsk {
  readonly run: string;
  readonly ask: OpenAsk;
}

/** Where what is typed for a question is kept. */
export const placeOf = (run: string, ask: string) => `${run}/${ask}`;

const left = signal<readonly LeftAsk[]>([]);
const answeredHere = new Set<string>();

/** Questions of this run that somebody else has answered while somebody typed here. */
export const leftAsks = computed(() => left.value.filter(({ run }) => run === session.value.id).map(({ ask }) => ask));

/** A person answers it on this page: when it is gone, that is why. */
export const noteAnswering = (run: string, ask: string): void => void answeredHere.add(placeOf(run, ask));

/** The answer was not taken after all. */
export const noteRefused = (run: string, ask: string): void => void answeredHere.delete(placeOf(run, ask));

export function dismissLeft(ask: OpenAsk): void {
  forgetTyped(placeOf(session.value.id, ask.id));
  left.value = left.value.filter((each) => each.ask !== ask);
}

/** Watches what stops being asked: what was typed for it stays, and a person is told in words. */
export function watchLeft(): void {
  let before: { readonly session: Session; readonly asks: readonly OpenAsk[] } | undefined;
  effect(() => {
    const current = session.value;
    const { isLive, waiting } = asked(current);
    untracked(() => {
      const gone = before?.session === current ? before.asks.filter(({ id }) => !has(waiting, id)) : [];
      before = { session: current, asks: isLive ? waiting : [] };
      for (const ask of gone) if (!answeredHere.has(placeOf(current.id, ask.id))) leave(current, ask);
    });
  });
}

const has = (asks: readonly OpenAsk[], id: string) => asks.some((ask) => ask.id === id);
const asked = ({ control }: Session) => ({
  isLive: control.value.canControl,
  waiting: control.value.waiting,
});

function leave(current: Session, ask: OpenAsk): void {
  if (typedText(placeOf(current.id, ask.id)) !== '') {
    left.value = [...left.value, { run: current.id, ask }];
    showDecision();
    return;
  }
  // Its entry comes with the next picture.
  const stop = effect(() => {
    const words = howItEnded(current, ask);
    if (words === undefined) return;
    notify(`“${firstLine(ask.question)}” ${words}`);
    queueMicrotask(() => stop());
  });
}

const firstLine = (text: string) => {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};

/** How something that is not asked any more came to its end; nothing while that is not known. */
export function howItEnded(current: Session, ask: OpenAsk): string | undefined {
  current.entryCount.value;
  const from = askedIn(current, ask)?.seq ?? 0;
  const end = current.entries.findLast((entry) => entry.seq > from && isEndOf(entry, ask));
  if (end) return `${wordsOf(end)} (#${end.seq}).`;
  return endOf(current.lastFacts.value) ? 'is not asked any more: the run has ended.' : undefined;
}

function isEndOf({ type, data, actor }: TimelineEntry, ask: OpenAsk): boolean {
  // What answers the host itself may not say which of its questions: it asks one at a time.
  if (Object.hasOwn(ends, type)) return data.id === ask.id || (data.id === undefined && ask.actor === undefined);
  if (type === 'message.added') return data.answers === ask.id;
  if (actor !== ask.actor) return false;
  const isClosed = type === 'event.emitted' && fieldOf(data.event, 'type') === 'ask.closed';
  return isClosed || (type === 'actor.moved' && data.status !== 'active');
}

const ends: Readonly<Record<string, string>> = {
  'approval.given': 'was approved',
  'approval.refused': 'was refused',
  'question.answered': 'was answered',
  'clarification.answered': 'was answered',
  'plan.reviewed': 'was decided',
  'plan.edited': 'was answered with another plan',
  'question.withdrawn': 'is not asked any more: its time is up, or whoever asked was stopped',
};

function wordsOf({ type, data }: TimelineEntry): string {
  if (type === 'plan.reviewed') return data.verdict === 'approved' ? 'was approved' : 'was sent back';
  if (type === 'event.emitted') return `was ${String(fieldOf(fieldOf(data.event, 'answer'), 'given') ?? 'answered')}`;
  if (type === 'actor.moved') return 'is not asked any more: whoever asked has stopped';
  return `${ends[type] ?? 'was answered'}${typeof data.by === 'string' ? ` by ${data.by}` : ''}`;
}
